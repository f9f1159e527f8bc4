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
      case .losesData: "it goes on without something, or takes something wrong for right"
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

  /// `guide:27-33, guide:40`.
  static func sources(_ row: DriftRow) -> String {
    VisibleText.line(row.sources.map(\.description).joined(separator: ", "), limit: 300)
  }

  /// The operations that have rows in `rows`, in the report's order; what belongs to none first.
  static func groups(_ rows: [DriftRow], of report: DriftReport) -> [(operation: String, rows: [DriftRow])] {
    ([""] + report.operations).compactMap { operation in
      let own = rows.filter { $0.operation == operation }
      return own.isEmpty ? nil : (operation, own)
    }
  }
}
