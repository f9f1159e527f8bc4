import AssayFindings
import AssayText

/// The Markdown body of a tracking issue for all contracts of a run.
///
/// The body changes only if a difference appears, changes or disappears: it has no times, no addresses and no values of
/// single responses. So a workflow can compare it with the existing issue, and edit that only if needed.
enum DriftIssue {
  static func render(_ reports: [DriftReport]) -> String {
    let names = reports.map { $0.run.contract.filter { $0.isLetter || $0.isNumber || $0 == "-" } }
    var lines = ["<!-- assay drift: \(names.joined(separator: " ")) -->"]
    for (number, report) in reports.enumerated() {
      if number > 0 { lines.append("") }
      lines += reports.count == 1 ? [] : ["## \(MarkdownEscape.plain(report.run.contract))", ""]
      lines += body(report, heading: reports.count == 1 ? "##" : "###")
    }
    lines.append("")
    lines.append(end(reports))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func body(_ report: DriftReport, heading: String) -> [String] {
    var lines = [MarkdownEscape.plain(verdict(report))]
    for effect in ClientVerdict.allCases {
      let rows = report.drift.filter { $0.verdict == effect }
      if rows.isEmpty { continue }
      lines += ["", "\(heading) The client \(effect.rawValue)", ""]
      lines += rows.sorted { ($0.operation, $0.location, $0.key) < ($1.operation, $1.location, $1.key) }
        .map { item($0, of: report) }
    }
    return lines
  }

  private static func end(_ reports: [DriftReport]) -> String {
    if reports.allSatisfy({ $0.outcome == .none && $0.isWhole }) { return "This issue can be closed." }
    let part = reports.allSatisfy(\.isWhole) ? "" : "\(DriftSentence.part) "
    return "\(part)This issue can be closed when no difference is left. `assay explain` describes each rule."
  }

  private static func verdict(_ report: DriftReport) -> String {
    let service = VisibleText.line(report.run.contract, limit: 60)
    switch report.outcome {
    case .none: return "\(service) matches its documentation, as far as it was seen."
    case .unobserved: return "No answer of \(service) could be observed."
    case .interrupted: return "The last run of \(service) was interrupted."
    case .known, .drift:
      let accepted = report.drift.count(where: \.standing.isKnown)
      return "\(service) differs from its documentation in \(DriftSentence.effects(report.drift))"
        + (accepted > 0 ? "; \(accepted.grouped) are accepted." : ".")
    }
  }

  private static func item(_ row: DriftRow, of report: DriftReport) -> String {
    let call = report.run.calls[row.operation] ?? row.operation
    let place = [call, row.location].filter { !$0.isEmpty }.map(MarkdownEscape.code).joined(separator: " ")
    let came = row.seen.values.isEmpty ? row.seen.types : row.seen.values
    let received =
      came.isEmpty ? "" : ", received \(came.sorted().prefix(5).map(MarkdownEscape.code).joined(separator: ", "))"
    let documented = row.documented.isEmpty ? "" : ", documented \(MarkdownEscape.code(row.documented))"
    let sources = DriftSentence.sources(row)
    let end = [sources.isEmpty ? "" : " (\(MarkdownEscape.plain(sources)))", row.standing.isKnown ? ", accepted" : ""]
      .joined()
    return "- \(place): \(row.kind.rawValue)\(documented)\(received)\(end)"
  }
}
