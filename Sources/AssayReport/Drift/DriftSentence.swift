import AssayFindings
import AssayText

/// The sentences of a drift report.
enum DriftSentence {
  /// Returns the verdict of the report.
  static func verdict(_ report: DriftReport) -> String {
    let service = VisibleText.line(report.run.contract, limit: 60)
    if let backends = report.backends, report.outcome != .unobserved, report.outcome != .interrupted {
      let (this, other) = (VisibleText.line(backends.this, limit: 100), VisibleText.line(backends.other, limit: 100))
      if report.drift.isEmpty { return "\(service): \(this) is like \(other), as far as both were seen" }
      return "\(service): \(this) differs from \(other) in \(effects(report.drift))"
    }
    switch report.outcome {
    case .none: return "\(service) matches its documentation, as far as it was seen"
    case .known: return "\(service) has no new drift; all of it is in the baseline"
    case .drift:
      return "\(service) differs from its documentation in \(effects(report.newDrift))"
    case .unobserved: return "no answer of \(service) could be observed"
    case .interrupted: return "the run was interrupted; this is what was seen of \(service) until then"
    }
  }

  /// Returns the effects in words: `14 places: 4 break the client, 10 do not`.
  static func effects(_ rows: [DriftRow]) -> String {
    let breaking = rows.count { $0.verdict.breaksClient }
    let others = rows.count - breaking
    let verb = breaking == 1 ? "breaks" : "break"
    let rest = others == 0 ? "" : ", \(others.grouped) \(others == 1 ? "does" : "do") not"
    return "\(rows.count.counted("place")): \(breaking.grouped) \(verb) the client\(rest)"
  }

  /// The sentence of a report whose run left out parts of the contract.
  static let part = "The run left out parts of the contract, so nothing counts as healed or as disappeared."

  /// Returns the summary: `The documented client throws 3 times, loses data silently once; 4 known, 1 healed; 12
  /// notes.`
  static func sentence(_ report: DriftReport) -> String {
    let drift = report.newDrift
    let verdicts = ClientVerdict.allCases.compactMap { verdict in
      let count = drift.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(verdict.rawValue) \(count == 1 ? "once" : "\(count.grouped) times")"
    }
    var parts = [verdicts.isEmpty ? "No drift" : "The documented client \(verdicts.joined(separator: ", "))"]
    let known = report.drift.count { $0.standing.isKnown }
    if known > 0 { parts.append("\(known.grouped) known") }
    if !report.healed.isEmpty { parts.append("\(report.healed.count.grouped) healed") }
    if !report.notes.isEmpty { parts.append(report.notes.count.counted("note")) }
    return parts.joined(separator: "; ") + "."
  }

  /// Returns the coverage: `Seen 5 of 5 operations, 31 of 40 fields: 80 % of what is documented.`; empty if nothing was
  /// counted.
  static func coverage(_ report: DriftReport) -> String {
    let counts = report.coverage.filter { $0.total > 0 }.map { "\($0.seen) of \($0.total) \($0.what)" }
    guard !counts.isEmpty else { return "" }
    return "Seen \(counts.joined(separator: ", ")): \(report.percentCovered) % of what is documented."
  }

  /// Returns a sentence for each operation whose time has changed: `scan takes 2.4 s; the median of 5 earlier runs is
  /// 310 ms`.
  static func trends(_ report: DriftReport) -> [String] {
    report.trends.filter(\.hasChanged).map { trend in
      "\(VisibleText.line(trend.operation)) takes \(trend.now.spoken); the median of "
        + "\(trend.runs.counted("earlier run")) is \(trend.usual.spoken)"
    }
  }

  /// Returns the age of a row: `since 2026-11-01T08:00:00Z`; `new` if no earlier run had it, empty without a history.
  static func since(_ row: DriftRow, of report: DriftReport) -> String {
    if row.standing.since.isEmpty { return "" }
    return row.standing.since == report.run.started ? "new" : "since \(row.standing.since)"
  }

  /// Returns the acceptance of a row: `accepted until 2026-12-31: the next release fixes it`; empty if the baseline has
  /// none.
  static func acceptance(_ row: DriftRow) -> String {
    let (until, reason) = (row.standing.acceptance.until, VisibleText.line(row.standing.acceptance.reason, limit: 200))
    if until.isEmpty, reason.isEmpty { return "" }
    return "accepted" + (until.isEmpty ? "" : " until \(until)") + (reason.isEmpty ? "" : ": \(reason)")
  }

  /// Returns a description of what was received, followed by an example.
  static func observed(_ row: DriftRow) -> String {
    let examples = row.seen.examples.prefix(1).map { VisibleText.line($0, limit: 80) }.filter {
      !row.observed.contains($0)
    }
    return VisibleText.line(row.observed, limit: 300)
      + (examples.isEmpty ? "" : ", such as \(examples.joined(separator: ", "))")
  }

  /// Returns the consequences: `upload, stream and 3 more`; empty without any.
  static func concerns(_ row: DriftRow) -> String {
    let shown = row.concerns.prefix(20).map { VisibleText.line($0, limit: 100) }
    let more = row.concerns.count - shown.count
    return more > 0 ? "\(shown.joined(separator: ", ")) and \(more) more" : shown.all
  }

  /// Returns the citations: `guide:27-33, guide:40`.
  static func sources(_ row: DriftRow) -> String {
    VisibleText.line(row.sources.map(\.description).joined(separator: ", "), limit: 300)
  }
}
