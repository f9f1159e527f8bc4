import AssayFindings
import AssayJSON
public import AssayReport

/// The results of earlier runs, one compact record each. They show since when each difference has existed, and changes
/// of response times.
public struct DriftHistory: Sendable {
  /// The data that is kept of one run.
  private struct Record: Sendable {
    /// The time at which the run began, in RFC 3339, by which records are sorted as text.
    var started: String
    /// The rows of the report that were drift, by key.
    var rows: [String: Row]
    /// The names of the operations that returned a response.
    var observed: Set<String>
    /// True if the run covered all parts of the contract.
    var isWhole: Bool
    /// The median time of each operation's checks, in milliseconds.
    var times: [String: Double]
    /// The percentage of the documented parts that were observed.
    var coverage: Int?

    /// Returns true if the run would have shown a difference of `operation`; an empty name means a difference of no
    /// single operation.
    func looked(at operation: String) -> Bool { isWhole && (operation.isEmpty || observed.contains(operation)) }
  }

  /// A difference in a record. Records of earlier versions only have its key.
  fileprivate struct Row: Sendable {
    var difference: DriftTimeline.Difference?
    var isAccepted = false
  }

  private var records: [Record] = []

  /// Makes a history without runs.
  package init() {}

  /// Adds the record of one run; returns false, and adds nothing, if `bytes` are not a record of `contract`.
  package mutating func add(parsing bytes: [UInt8], of contract: String) -> Bool {
    guard let root = (try? JSONDocument(parsing: bytes))?.root, root["history"]?.string == "1",
      root["contract"]?.string == contract, let started = root["started"]?.string
    else { return false }
    func texts(_ name: String) -> Set<String> {
      Set((root[name].map { Array($0.items) } ?? []).compactMap(\.string))
    }
    let times = (root["times"].map { Array($0.members) } ?? []).compactMap { member in
      member.value.number.map { (member.key, $0.double) }
    }
    let keys = texts("rows").map { ($0, Row()) }
    let rows = (root["differences"].map { Array($0.items) } ?? []).compactMap { Row(json: $0) }
      .map { ($0.difference?.key ?? "", $0) }
    records.append(
      Record(
        started: started,
        rows: Dictionary(keys + rows) { _, last in last },
        observed: texts("observed"),
        isWhole: root["whole"]?.bool ?? true,
        times: Dictionary(times) { first, _ in first },
        coverage: root["coverage"]?.int
      )
    )
    records.sort { $0.started < $1.started }
    return true
  }

  /// Returns the report with data from earlier runs: since when each difference has existed, and the usual response
  /// times.
  package func told(in report: DriftReport) -> DriftReport {
    let earlier = records.filter { $0.started < report.run.started }
    var told = report
    for index in told.rows.indices where told.rows[index].isDrift {
      let row = told.rows[index]
      var since = report.run.started
      for record in earlier.reversed() {
        if record.rows[row.key] != nil {
          since = record.started
        } else if record.looked(at: row.operation) {
          break
        }
      }
      told.rows[index].standing.since = since
    }
    let now = Self.times(of: report)
    told.trends = report.operations.compactMap { operation in
      let before = earlier.compactMap { $0.times[operation] }
      guard let now = now[operation], !before.isEmpty else { return nil }
      return TimeTrend(
        operation: operation,
        usual: .microseconds(Self.median(before) * 1000),
        now: .microseconds(now * 1000),
        runs: before.count
      )
    }
    return told
  }

  /// Returns the record of a run to be stored, as JSON.
  package static func record(of report: DriftReport) -> String {
    var writer = JSONWriter(indent: "  ")
    writer.beginObject()
    writer.member("assay", report.run.assay)
    writer.member("history", "1")
    writer.member("contract", report.run.contract)
    writer.member("started", report.run.started)
    writer.key("differences")
    writer.beginArray()
    for row in report.drift.sorted(by: { $0.key < $1.key }) { write(row, to: &writer) }
    writer.endArray()
    writer.member("coverage", raw: String(report.percentCovered))
    if !report.isWhole { writer.member("whole", false) }
    writer.member("observed", report.operations.filter(report.observed.contains))
    writer.object("times") { writer in
      for (operation, time) in times(of: report).sorted(by: { $0.key < $1.key }) {
        writer.member(operation, raw: String((time * 10).rounded() / 10))
      }
    }
    writer.endObject()
    return writer.text + "\n"
  }

  private static func write(_ row: DriftRow, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("key", row.key)
    writer.member("operation", row.operation)
    writer.member("place", row.location)
    writer.member("kind", row.kind.rawValue)
    writer.member("documented", row.documented)
    writer.member("received", row.observed)
    writer.member("effect", row.verdict.rawValue)
    if row.standing.isKnown { writer.member("accepted", raw: "true") }
    if row.standing.isKnown, !row.standing.acceptance.until.isEmpty {
      writer.member("until", row.standing.acceptance.until)
    }
    writer.endObject()
  }

  /// Returns the differences, response times and coverage of all runs in order of time; only runs from `since` on, a
  /// date or time in RFC 3339.
  public func timeline(of contract: String, since: String = "") -> DriftTimeline {
    let records = records.filter { $0.started >= since }
    var latest: [String: DriftTimeline.Difference] = [:]
    for record in records {
      for (key, row) in record.rows { if let difference = row.difference { latest[key] = difference } }
    }
    let differences = latest.values.sorted { $0.key < $1.key }.map { difference in
      var difference = difference
      difference.runs = records.map { record in
        if let row = record.rows[difference.key] { return row.isAccepted ? .accepted : .present }
        return record.looked(at: difference.operation) ? .absent : .unobserved
      }
      return difference
    }
    return DriftTimeline(
      contract: contract,
      started: records.map(\.started),
      differences: differences,
      times: Set(records.flatMap(\.times.keys)).sorted().map { operation in
        DriftTimeline.Times(operation: operation, runs: records.map { $0.times[operation] })
      },
      coverage: records.map(\.coverage)
    )
  }

  /// The median of the times each operation took, in milliseconds; nothing of checks that were not made, or not alone.
  private static func times(of report: DriftReport) -> [String: Double] {
    let made = report.run.checks.filter {
      !$0.operation.isEmpty && $0.duration > .zero && !report.shared.contains($0.id)
    }
    return Dictionary(grouping: made, by: \.operation).mapValues { checks in
      median(checks.map { $0.duration / .milliseconds(1) })
    }
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

extension DriftHistory.Row {
  /// Reads a difference of a record; `nil` if `json` is not one.
  fileprivate init?(json: JSONValue) {
    guard let key = json["key"]?.string else { return nil }
    func text(_ name: String) -> String { json[name]?.string ?? "" }
    difference = DriftTimeline.Difference(
      key: key,
      operation: text("operation"),
      location: text("place"),
      kind: text("kind"),
      documented: text("documented"),
      received: text("received"),
      effect: ClientVerdict(rawValue: text("effect")) ?? .ignores
    )
    difference?.until = text("until")
    isAccepted = json["accepted"]?.bool ?? false
  }
}
