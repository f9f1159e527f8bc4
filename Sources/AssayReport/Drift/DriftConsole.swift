import AssayFindings

/// What `assay drift` says on standard output.
package enum DriftConsole {
  /// The lines, without line ends: drift operation by operation, what has healed, then the verdict.
  package static func lines(_ report: DriftReport, colour: Bool) -> [String] {
    let style = ConsoleStyle(colour: colour)
    var lines: [String] = []
    for (operation, rows) in DriftSentence.groups(report.drift, of: report) {
      lines.append(style.paint(operation.isEmpty ? report.run.contract : operation, .bold))
      var told = DriftEvidence(report, style)
      for row in rows { lines += self.lines(row, DriftSentence.since(row, of: report), style) + told.lines(row) }
      lines.append("")
    }
    if !report.healed.isEmpty {
      lines.append(style.paint("healed since the baseline", .good))
      lines += report.healed.map { row in "  \(row.operation) \(VisibleText.line(row.location)): \(row.kind.rawValue)" }
      lines.append("")
    }
    lines += DriftSentence.trends(report).map { style.paint($0, .note) }
    let coverage = DriftSentence.coverage(report)
    if !coverage.isEmpty { lines.append(style.paint(coverage, .dim)) }
    let ink: ConsoleStyle.Ink = report.outcome == .none || report.outcome == .known ? .good : .bad
    lines.append(style.paint(DriftSentence.verdict(report), ink) + ": " + DriftSentence.counts(report))
    return lines
  }

  private static func lines(_ row: DriftRow, _ since: String, _ style: ConsoleStyle) -> [String] {
    let ink: ConsoleStyle.Ink =
      switch row.verdict {
      case _ where row.isKnown: .dim
      case .throws, .isStuck: .bad
      case .losesData, .showsWrong, .waits: .warning
      case .ignores: .note
      }
    let known = row.isKnown ? style.paint(" (known)", .dim) : ""
    var lines = [
      "  " + style.paint(row.verdict.rawValue, ink)
        + "  \(VisibleText.line(row.location)): \(row.kind.rawValue)\(known)",
      // A line of a log never begins with what a server sent.
      style.paint("    message    ", .dim) + VisibleText.line(row.message, limit: 1000),
      style.paint("    documented ", .dim) + VisibleText.line(row.documented, limit: 300),
      style.paint("    observed   ", .dim) + DriftSentence.observed(row),
    ]
    if !row.alsoAt.isEmpty {
      lines.append(
        style.paint("    also at    ", .dim) + row.alsoAt.prefix(5).map { VisibleText.line($0) }.joined(separator: ", ")
      )
    }
    let concerns = DriftSentence.concerns(row, most: 20)
    if !concerns.isEmpty { lines.append(style.paint("    concerns   ", .dim) + concerns) }
    let place = row.promise.map(\.position) ?? ""
    let source = [DriftSentence.sources(row), place].filter { !$0.isEmpty }.joined(separator: ", ")
    if !since.isEmpty { lines.append(style.paint("    seen       ", .dim) + since) }
    if !source.isEmpty { lines.append(style.paint("    source     ", .dim) + source) }
    return lines
  }
}

/// What the rows of an operation rest on, each thing once: the lines of the guide, and the request to repeat.
private struct DriftEvidence {
  private let documents: DocumentIndex
  private let texts: [String: [String]]
  private let style: ConsoleStyle
  private var quoted: Set<Citation> = []
  private var command = ""

  init(_ report: DriftReport, _ style: ConsoleStyle) {
    documents = DocumentIndex(report.run)
    texts = report.documents
    self.style = style
  }

  /// The lines to stand below those of `row`.
  mutating func lines(_ row: DriftRow) -> [String] {
    var lines: [String] = []
    for source in row.sources where quoted.insert(source).inserted {
      lines += documents.quotation(of: source, from: texts, limit: FindingText.fewQuoted, columns: 400, style: style)
    }
    guard !row.command.isEmpty else { return lines }
    let shown = row.command == command ? "as above" : VisibleText.line(row.command, limit: 4_000)
    command = row.command
    return lines + [style.paint("    repeat     ", .dim) + shown]
  }
}
