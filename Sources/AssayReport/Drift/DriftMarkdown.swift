import AssayFindings

/// The drift report for the owner of a guide, as Markdown: a table an operation.
enum DriftMarkdown {
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
    for (operation, rows) in DriftSentence.groups(report.drift, of: report) {
      lines += ["## \(MarkdownText.plain(operation.isEmpty ? report.run.contract : operation))", ""]
      lines += table(rows, of: report) + [""]
    }
    if !report.healed.isEmpty {
      lines += ["## Healed since the baseline", ""]
      lines += report.healed.map { row in
        "- \(MarkdownText.code(row.operation)) \(MarkdownText.code(row.location)): \(row.kind.rawValue)"
      }
      lines.append("")
    }
    return (lines + notes(report)).joined(separator: "\n") + "\n"
  }

  private static func table(_ rows: [DriftRow], of report: DriftReport) -> [String] {
    let head = ["| place | documented | observed | who it breaks | source |", "| --- | --- | --- | --- | --- |"]
    return head
      + rows.map { row in
        let since = DriftSentence.since(row, of: report)
        let known = (row.isKnown ? " (known)" : "") + (since.isEmpty ? "" : "<br>\(since)")
        let place = row.location.isEmpty ? "" : MarkdownText.cell(row.location) + "<br>"
        return "| \(place)\(row.kind.rawValue)\(known) | \(MarkdownText.cell(row.documented)) "
          + "| \(MarkdownText.cell(DriftSentence.observed(row)))<br>\(MarkdownText.prose(row.message)) "
          + "| **\(row.verdict.rawValue)** | \(MarkdownText.cell(DriftSentence.sources(row))) |"
      }
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
