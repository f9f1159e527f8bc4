import AssayFindings
import AssayText

/// The drift report for the owner of a guide, as Markdown: a table an operation.
enum DriftMarkdown {
  /// GitHub takes 65,536 characters in a comment; what rests beside the tables is left out where it does not fit.
  private static let limit = 60_000

  static func render(_ report: DriftReport) -> String {
    var lines = ["# Drift: \(MarkdownText.plain(DriftSentence.verdict(report)))", ""]
    lines += [DriftSentence.sentence(report), ""]
    let coverage = DriftSentence.coverage(report)
    if !coverage.isEmpty { lines += [coverage, ""] }
    let trends = DriftSentence.trends(report).map { "- \(MarkdownText.prose($0))" }
    if !trends.isEmpty { lines += trends + [""] }
    if !report.drift.isEmpty {
      lines += [DriftSentence.legend.map { "**\($0.verdict)**: \($0.meaning)" }.joined(separator: " · "), ""]
    }
    let servers = report.run.servers
    lines += servers.map { "- \(MarkdownText.code($0.name)): \(MarkdownText.code($0.url))" }
    if !servers.isEmpty { lines.append("") }
    var omitted = 0
    for (operation, rows) in DriftSentence.groups(report.drift, of: report) {
      lines += ["## \(MarkdownText.plain(operation.isEmpty ? report.run.contract : operation))", ""]
      lines += table(rows, of: report) + [""]
      let evidence = evidence(of: rows, in: report)
      let size = (lines + evidence).reduce(0) { $0 + $1.utf8.count + 1 }
      if size <= limit { lines += evidence } else { omitted += 1 }
    }
    if omitted > 0 { lines += ["Of \(omitted.counted("operation")) the quoted lines did not fit here.", ""] }
    if !report.healed.isEmpty {
      lines += ["## Healed since the baseline", ""]
      lines += report.healed.map { row in
        "- \(MarkdownText.code(row.operation)) \(MarkdownText.code(row.location)): \(row.kind.rawValue)"
      }
      lines.append("")
    }
    return (lines + times(report) + untried(report) + notes(report)).joined(separator: "\n") + "\n"
  }

  private static func table(_ rows: [DriftRow], of report: DriftReport) -> [String] {
    let head = ["| place | documented | observed | who it breaks | source |", "| --- | --- | --- | --- | --- |"]
    return head
      + rows.map { row in
        let since = DriftSentence.since(row, of: report)
        let known = (row.isKnown ? " (known)" : "") + (since.isEmpty ? "" : "<br>\(since)")
        let concerns = DriftSentence.concerns(row, most: 100)
        let message =
          MarkdownText.prose(row.message) + (concerns.isEmpty ? "" : "<br>concerns \(MarkdownText.plain(concerns))")
        let place = row.location.isEmpty ? "" : MarkdownText.cell(row.location) + "<br>"
        return "| \(place)\(row.kind.rawValue)\(known) | \(MarkdownText.cell(row.documented)) "
          + "| \(MarkdownText.cell(DriftSentence.observed(row)))<br>\(message) "
          + "| **\(row.verdict.rawValue)** | \(MarkdownText.cell(DriftSentence.sources(row))) |"
      }
  }

  /// What the rows rest on, folded away and each thing once: the lines of the guide, and the requests that repeat them.
  private static func evidence(of rows: [DriftRow], in report: DriftReport) -> [String] {
    let documents = DocumentIndex(report.run)
    var quotes: [String] = []
    var quoted: Set<Citation> = []
    for source in rows.flatMap(\.sources) where quoted.insert(source).inserted {
      let quote = documents.quotation(
        of: source,
        from: report.documents,
        limit: FindingText.fewQuoted,
        columns: 400,
        style: ConsoleStyle(colour: false)
      )
      guard !quote.isEmpty else { continue }
      quotes += [MarkdownText.plain(documents.describe(source)), ""] + MarkdownText.block(quote) + [""]
    }
    let commands = rows.filter { !$0.command.isEmpty }.groups(by: \.command).flatMap { rows in
      let places = rows.map { MarkdownText.code($0.location.isEmpty ? $0.operation : $0.location) }
      return ["To repeat \(places.joined(separator: ", ")):", ""]
        + MarkdownText.block([VisibleText.line(rows[0].command, limit: 4_000)]) + [""]
    }
    guard !quotes.isEmpty || !commands.isEmpty else { return [] }
    let parts = (quotes.isEmpty ? [] : ["the lines"]) + (commands.isEmpty ? [] : ["the requests to repeat"])
    return ["<details><summary>\(parts.joined(separator: " and "))</summary>", ""] + quotes + commands
      + ["</details>", ""]
  }

  private static func untried(_ report: DriftReport) -> [String] {
    let (title, choices) = DriftSentence.untried(report)
    guard !choices.isEmpty else { return [] }
    return ["<details><summary>\(title)</summary>", ""] + choices.map { "- \(MarkdownText.prose($0))" } + [
      "", "</details>", "",
    ]
  }

  private static func times(_ report: DriftReport) -> [String] {
    guard !report.trends.isEmpty else { return [] }
    let (head, rows) = DriftSentence.times(report)
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    let table =
      [line(head), line(head.map { _ in "---" })] + rows.map { line([MarkdownText.cell($0[0])] + $0.dropFirst()) }
    return ["<details><summary>\(DriftSentence.timesTitle(report))</summary>", ""] + table + ["", "</details>", ""]
  }

  private static func notes(_ report: DriftReport) -> [String] {
    guard !report.notes.isEmpty else { return [] }
    var lines = ["<details><summary>\(DriftSentence.notes(report))</summary>", ""]
    lines += ["| operation | place | note | source |", "| --- | --- | --- | --- |"]
    lines += report.notes.map { row in
      "| \(MarkdownText.cell(row.operation)) | \(MarkdownText.cell(row.location)) "
        + "| \(row.kind.rawValue): \(MarkdownText.prose(row.message)) | \(MarkdownText.cell(DriftSentence.sources(row))) |"
    }
    return lines + ["", "</details>"]
  }
}
