import AssayFindings
import AssayText

/// The sentences all formats share.
enum DriftSentence {
  /// The verdict over the report.
  static func verdict(_ report: DriftReport) -> String {
    let service = VisibleText.line(report.run.contract, limit: 60)
    switch report.outcome {
    case .none: return "\(service) does what its documents say, as far as it was seen"
    case .known: return "\(service) drifts from its documents as the baseline knows, and no further"
    case .drift:
      let count = report.newDrift.count
      return "\(service) departs from its documents in \(count.counted("place"))"
    case .unobserved: return "nothing of \(service) could be observed"
    case .interrupted: return "the run was interrupted; this is what was seen of \(service) by then"
    }
  }

  /// What becomes of the documented client, in the words of each verdict.
  static let legend = ClientVerdict.allCases.map { verdict in
    let meaning =
      switch verdict {
      case .throws: "the documented client stops with an error"
      case .isStuck: "it never comes to an end, or never on"
      case .losesData: "it goes on without something"
      case .showsWrong: "it takes something wrong for right"
      case .waits: "it goes on asking"
      case .ignores: "it neither notices nor misses anything"
      }
    return (verdict: verdict.rawValue, meaning: meaning)
  }

  /// `the documented client throws 3 times, loses data silently once; 4 known, 1 healed; 12 notes`.
  static func counts(_ report: DriftReport) -> String {
    let drift = report.newDrift
    let verdicts = ClientVerdict.allCases.compactMap { verdict in
      let count = drift.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(verdict.rawValue) \(count == 1 ? "once" : "\(count) times")"
    }
    let client = "the documented client \(verdicts.joined(separator: ", "))"
    var parts = [verdicts.isEmpty ? "no drift" : client]
    let known = report.drift.count { $0.isKnown }
    if known > 0 { parts.append("\(known) known") }
    if !report.healed.isEmpty { parts.append("\(report.healed.count) healed") }
    if !report.notes.isEmpty { parts.append(report.notes.count.counted("note")) }
    return parts.joined(separator: "; ")
  }

  /// The counts as a sentence of their own.
  static func sentence(_ report: DriftReport) -> String {
    let counts = counts(report)
    return "\(counts.prefix(1).uppercased())\(counts.dropFirst())."
  }

  /// `Seen 5 of 5 operations, 31 of 40 fields: 80 % of what is documented.`; empty where nothing was counted.
  static func coverage(_ report: DriftReport) -> String {
    let counts = report.coverage.filter { $0.total > 0 }.map { "\($0.seen) of \($0.total) \($0.what)" }
    guard !counts.isEmpty else { return "" }
    return "Seen \(counts.joined(separator: ", ")): \(report.percentCovered) % of what is documented."
  }

  /// What no call tried, and its title; empty where all was, or nothing is documented to choose.
  static func untried(_ report: DriftReport) -> (title: String, choices: [String]) {
    let missing = report.coverage.flatMap(\.missing).map { VisibleText.line($0, limit: 200) }
    return ("\(missing.count.counted("documented choice")) that no call made", missing)
  }

  /// `scan takes 2.4 s; the median of 5 earlier runs is 310 ms`, a sentence for each operation whose time has changed.
  static func trends(_ report: DriftReport) -> [String] {
    report.trends.filter(\.hasChanged).map { trend in
      "\(VisibleText.line(trend.operation)) takes \(trend.now.spoken); the median of "
        + "\(trend.runs.counted("earlier run")) is \(trend.usual.spoken)"
    }
  }

  /// The times of all operations that earlier runs timed, as a table: its head, then a line each.
  static func times(_ report: DriftReport) -> (head: [String], rows: [[String]]) {
    let rows = report.trends.map { trend in
      [
        VisibleText.line(trend.operation), trend.now.spoken, trend.usual.spoken, String(trend.runs),
        trend.hasChanged ? "changed" : "",
      ]
    }
    return (["operation", "this run", "median of earlier runs", "earlier runs", ""], rows)
  }

  /// What the table of times is.
  static func timesTitle(_ report: DriftReport) -> String {
    "the times of \(report.trends.count.counted("operation")) beside those of earlier runs"
  }

  /// `there since 2026-11-01T08:00:00Z`; `new` where no earlier run had it, empty where no history is kept.
  static func since(_ row: DriftRow, of report: DriftReport) -> String {
    if row.since.isEmpty { return "" }
    return row.since == report.run.started ? "new" : "there since \(row.since)"
  }

  /// What the notes are.
  static func notes(_ report: DriftReport) -> String {
    let count = report.notes.count
    return "\(count.counted("note")): what less was seen of than is documented, and what is worth knowing"
  }

  /// What was seen, its examples behind it.
  static func observed(_ row: DriftRow) -> String {
    let examples = row.examples.prefix(3).map { VisibleText.line($0, limit: 80) }.filter { $0 != row.observed }
    return VisibleText.line(row.observed, limit: 300)
      + (examples.isEmpty ? "" : ", such as \(examples.joined(separator: ", "))")
  }

  /// `upload, stream and 3 more`; empty where it is the cause of nothing else.
  static func concerns(_ row: DriftRow, most: Int) -> String {
    let shown = row.concerns.prefix(most).map { VisibleText.line($0, limit: 100) }
    let more = row.concerns.count - shown.count
    return more > 0 ? "\(shown.joined(separator: ", ")) and \(more) more" : shown.all
  }

  /// `guide:27-33, guide:40`.
  static func sources(_ row: DriftRow) -> String {
    VisibleText.line(row.sources.map(\.description).joined(separator: ", "), limit: 300)
  }

  /// The operations that have rows in `rows`: what is new before what a baseline knows, then the worst first, then in the
  /// report's order; so, too, the rows of each.
  static func groups(_ rows: [DriftRow], of report: DriftReport) -> [(operation: String, rows: [DriftRow])] {
    func weight(_ row: DriftRow) -> Int {
      let harm = row.isDrift ? ClientVerdict.allCases.firstIndex(of: row.verdict) ?? 0 : 0
      return (row.isKnown ? 100 : 0) + harm
    }
    let byOperation = Dictionary(grouping: rows, by: \.operation)
    let groups = ([""] + report.operations).compactMap { operation -> (operation: String, rows: [DriftRow])? in
      byOperation[operation].map { (operation, inOrder($0, weight)) }
    }
    return inOrder(groups) { group in group.rows.map(weight).min() ?? 0 }
  }

  /// The elements by weight, those of one weight in the order they stand.
  private static func inOrder<Element>(_ elements: [Element], _ weight: (Element) -> Int) -> [Element] {
    elements.enumerated().map { (weight($1), $0, $1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}
