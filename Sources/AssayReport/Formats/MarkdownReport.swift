package import AssayFindings
import AssayText

/// Markdown for a step summary or a comment on a merge request: the verdict, the findings, and the checks folded.
package struct MarkdownReport: Reporter {
  /// The size limit: GitHub accepts 65,536 characters in a comment; content beyond the limit is only counted.
  private static let limit = 60_000

  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    if results.isEmpty { return "## ✗ error: nothing was verified\n" }
    let page = Page(runs: results)
    var markdown = PageMarkdown(room: Self.limit)
    if results.count > 1 {
      markdown.append(["# \(page.tone.sign) \(MarkdownEscape.plain(page.verdict))", ""])
      markdown.append(Array(page.summary.prefix { if case .table = $0 { true } else { false } }))
    }
    for (number, result) in results.enumerated() {
      // Each contract has an equal share of what is left.
      let reserve = markdown.room / (results.count - number) * (results.count - number - 1)
      markdown.reserve(reserve) { render(result, options: options, to: &$0) }
    }
    return markdown.text
  }

  private func render(_ result: RunResult, options: ReportOptions, to markdown: inout PageMarkdown) {
    let page = Page(runs: [result])
    markdown.append(["## \(page.tone.sign) \(MarkdownEscape.plain(page.verdict))", ""])
    markdown.append(page.summary)
    let documents = DocumentIndex(result)
    let items = FindingGroup.groups(of: result).flatMap { group in
      group.findings.enumerated().map { number, finding in (title: number == 0 ? group.title : "", finding: finding) }
    }
    func blocks(mostQuoted: Int) -> [[String]] {
      items.map { title, finding in
        let text = FindingText(finding: finding, documents: documents, options: options, mostQuoted: mostQuoted)
        return (title.isEmpty ? [] : ["### \(MarkdownEscape.plain(title))", ""]) + block(for: finding, text)
      }
    }
    // All cited lines, or fewer where more findings fit that way.
    let whole = blocks(mostQuoted: DocumentIndex.mostQuoted)
    let isWhole = whole.joined().reduce(0) { $0 + $1.utf8.count + 1 } <= markdown.room
    let omitted = markdown.fill(isWhole ? whole : blocks(mostQuoted: FindingText.fewQuoted))
    if omitted > 0 { markdown.append(["… and \(omitted.counted("more finding")), which did not fit here.", ""]) }
    checks(of: result, to: &markdown)
  }

  private func block(for finding: Finding, _ text: FindingText) -> [String] {
    let place = finding.check.isEmpty ? "" : " in \(MarkdownEscape.code(finding.check))"
    return ["#### \(finding.level.rawValue): \(finding.rule.shownTitle)\(place)", ""]
      + MarkdownEscape.block(text.lines.map(\.text))
      + [""]
  }

  private func checks(of result: RunResult, to markdown: inout PageMarkdown) {
    guard !result.checks.isEmpty else { return }
    let reported = result.findingsByCheck
    markdown.append(["<details><summary>\(result.checks.count.counted("check"))</summary>", ""])
    markdown.append(["| status | check | time | |", "| --- | --- | ---: | --- |"])
    let omitted = markdown.fill(
      result.checks.map { check in
        let isSaid = result.explains(check, by: reported[check.id])
        let reason = isSaid ? "" : MarkdownEscape.cell(check.reason)
        return [
          "| \(check.status.rawValue) | \(MarkdownEscape.cell(check.id)) | \(check.duration.elapsed) | \(reason) |"
        ]
      }
    )
    if omitted > 0 { markdown.append(["", "… and \(omitted.counted("more check"))."]) }
    markdown.append(["", "</details>", ""])
  }
}
