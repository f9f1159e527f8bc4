import AssayFindings
import AssayJSON
package import AssayReport

/// What earlier runs showed, a compact record each: since when each departure is there, and how times have gone.
public struct DriftHistory: Sendable {
  /// What is kept of a run.
  private struct Record: Sendable {
    /// When it began, in RFC 3339; sorts as text.
    var started: String
    /// The keys of the rows that were drift.
    var rows: Set<String>
    /// The operations that were seen to answer.
    var observed: Set<String>
    /// The median time of each operation's checks, in milliseconds.
    var times: [String: Double]
  }

  private var records: [Record] = []

  /// A history without a run.
  package init() {}

  /// Takes in the record of one run; returns whether `bytes` are one of `contract`.
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
    records.append(
      Record(
        started: started,
        rows: texts("rows"),
        observed: texts("observed"),
        times: Dictionary(times) { first, _ in first }
      )
    )
    records.sort { $0.started < $1.started }
    return true
  }

  /// The report with what the runs before it say of it.
  package func told(in report: DriftReport) -> DriftReport {
    let earlier = records.filter { $0.started < report.run.started }
    var told = report
    for index in told.rows.indices where told.rows[index].isDrift {
      let row = told.rows[index]
      var since = report.run.started
      for record in earlier.reversed() {
        if record.rows.contains(row.key) {
          since = record.started
        } else if row.operation.isEmpty || record.observed.contains(row.operation) {
          break
        }
      }
      told.rows[index].since = since
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

  /// The record of a run, as JSON.
  package static func record(of report: DriftReport) -> String {
    var writer = JSONWriter(indent: "  ")
    writer.beginObject()
    writer.member("assay", report.run.assay)
    writer.member("history", "1")
    writer.member("contract", report.run.contract)
    writer.member("started", report.run.started)
    writer.member("rows", report.drift.map(\.key).sorted())
    writer.member("observed", report.operations.filter(report.observed.contains))
    writer.object("times") { writer in
      for (operation, time) in times(of: report).sorted(by: { $0.key < $1.key }) {
        writer.member(operation, raw: String((time * 10).rounded() / 10))
      }
    }
    writer.endObject()
    return writer.text + "\n"
  }

  /// The median of the times each operation took, in milliseconds; nothing of checks that were not made.
  private static func times(of report: DriftReport) -> [String: Double] {
    let made = report.run.checks.filter { !$0.operation.isEmpty && $0.duration > .zero }
    return Dictionary(grouping: made, by: \.operation).mapValues { checks in
      median(checks.map { $0.duration / .milliseconds(1) })
    }
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
