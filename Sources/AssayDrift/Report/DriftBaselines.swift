import AssayFindings
import AssayJSON
public import AssayReport

/// The drift a team knows of, contract by contract: `assay drift --baseline FILE`.
public struct DriftBaselines: Sendable {
  /// One for each contract, in the order of the file.
  public var contracts: [DriftBaseline]
  /// The faults `assay verify` takes for known in the same file, as JSON.
  private var findings = "[]"

  /// Makes baselines; without a contract, all drift is new.
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

  /// The known drift of a contract; `nil` where the file has none of it.
  public subscript(contract: String) -> DriftBaseline? { contracts.first { $0.contract == contract } }

  /// The baselines that take all drift of `reports` for known, without what has healed. Why and until when stays, where the
  /// day has not passed; a report of a run that was interrupted or saw nothing changes nothing.
  public func updated(by reports: [DriftReport]) -> DriftBaselines {
    var updated = self
    for report in reports where report.outcome != .interrupted && report.outcome != .unobserved {
      let contract = report.run.contract
      guard let index = updated.contracts.firstIndex(where: { $0.contract == contract }) else {
        updated.contracts.append(DriftBaseline(contract: contract, rows: report.drift, seen: report.seen))
        continue
      }
      updated.contracts[index] = updated.contracts[index].updated(by: report)
    }
    return updated
  }

  /// The baselines as their file has them, described by `contracts/baseline.schema.json`; ends with a line's end.
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
    let new = report.drift.filter { found.removeValue(forKey: $0.key) != nil }
    let now = Set(report.seen.map(\.key))
    return DriftBaseline(
      contract: contract,
      rows: kept + new,
      seen: report.seen + seen.filter { !now.contains($0.key) }
    )
  }
}
