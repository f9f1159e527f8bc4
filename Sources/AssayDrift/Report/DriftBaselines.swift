import AssayFindings
import AssayJSON
public import AssayReport

/// The known drift of several contracts: `assay drift --baseline FILE`.
public struct DriftBaselines: Sendable {
  /// The baselines, one for each contract, in the order of the file.
  public var contracts: [DriftBaseline]
  /// The entries of `assay verify` in the same file, as JSON, which are kept when the file is written.
  private var findings = "[]"

  /// Makes baselines; with none, all drift is new.
  public init(contracts: [DriftBaseline] = []) { self.contracts = contracts }

  /// Reads a baseline, or the JSON report of `assay drift`.
  package init(parsing bytes: [UInt8]) throws(DriftBaseline.Mistake) {
    let root: JSONValue
    do throws(JSONError) { root = try JSONDocument(parsing: bytes).root } catch { throw .notJSON(error.description) }
    var runs: [JSONValue]
    switch (root["drift"], root["baseline"]?.string) {
    case (let drift, "1"):
      runs = drift.map { Array($0.items) } ?? []
      findings = root["findings"]?.text ?? findings
    case (let version?, _) where version.string == "2":
      runs = root["runs"].map { Array($0.items) } ?? []
      if runs.isEmpty { throw .notADriftReport }
    // A report of before several contracts could be in one.
    case (let version?, _) where version.string == "1": runs = [root]
    default: throw .notADriftReport
    }
    contracts = []
    for run in runs { contracts.append(try DriftBaseline(run: run)) }
  }

  /// The baseline of a contract, by its `service`; `nil` if the file has none.
  public subscript(contract: String) -> DriftBaseline? { contracts.first { $0.contract == contract } }

  /// Returns baselines that accept all drift in `reports`, without drift that is fixed. Reasons for acceptance are
  /// kept, and so are last days that have not passed. Servers that do not respond are not accepted. Reports of
  /// interrupted runs, or runs that observed nothing, change nothing.
  public func updated(by reports: [DriftReport]) -> DriftBaselines {
    var updated = self
    for report in reports where report.outcome != .interrupted && report.outcome != .unobserved {
      let contract = report.run.contract
      guard let index = updated.contracts.firstIndex(where: { $0.contract == contract }) else {
        let rows = report.drift.filter { !$0.isOfServer }
        updated.contracts.append(DriftBaseline(contract: contract, rows: rows, seen: report.seen))
        continue
      }
      updated.contracts[index] = updated.contracts[index].updated(by: report)
    }
    return updated
  }

  /// The text of the baselines' file, described by `contracts/baseline.schema.json`; ends with a line feed.
  public var text: String {
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member("baseline", "1")
      writer.member("findings", raw: findings)
      writer.array("drift", contracts) { baseline, writer in
        writer.object { writer in
          writer.member("contract", baseline.contract)
          writer.array("rows", baseline.rows) { DriftJSON.write($0, isBrief: true, to: &$1) }
          writer.array("seen", baseline.seen) { DriftJSON.write($0, to: &$1) }
        }
      }
    }
    return writer.text + "\n"
  }
}

extension DriftRow {
  /// True if the row is about a whole server, which does not respond.
  public var isOfServer: Bool { operation.isEmpty && subject == .whole && place.hasPrefix("server ") }
}

extension DriftBaseline {
  fileprivate func updated(by report: DriftReport) -> DriftBaseline {
    var found = Dictionary(report.drift.map { ($0.key, $0) }) { first, _ in first }
    let healed = Set(report.healed.map(\.key))
    let kept = rows.filter { !healed.contains($0.key) }.map { row in
      guard var now = found.removeValue(forKey: row.key) else { return row }
      if !now.standing.isKnown { now.standing.acceptance.until = "" }
      now.seen.values += row.seen.values.filter { !now.seen.values.contains($0) }
      now.seen.types += row.seen.types.filter { !now.seen.types.contains($0) }
      return now
    }
    let new = report.drift.filter { found.removeValue(forKey: $0.key) != nil && !$0.isOfServer }
    // What a run saw again keeps its place, so that a file under version control changes only where it says otherwise.
    let now = Dictionary(report.seen.map { ($0.key, $0) }) { first, _ in first }
    let known = Set(seen.map(\.key))
    return DriftBaseline(
      contract: contract,
      rows: kept + new,
      seen: seen.map { now[$0.key] ?? $0 } + report.seen.filter { !known.contains($0.key) }
    )
  }
}
