package import AssayFindings
import AssayText

/// Markdown for a step summary or a merge-request comment: the verdict, what broke, and the checks folded away.
package struct MarkdownReport: Reporter {
  /// GitHub takes 65,536 characters in a comment; what does not fit is counted instead.
  private static let limit = 60_000

  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    var budget = Self.limit / max(1, results.count)
    if results.isEmpty { return "## ✗ error: nothing was verified\n" }
    var lines: [String] = []
    if results.count > 1 { lines += overview(results) }
    for result in results {
      let part = render(result, options: options, budget: budget)
      lines += part
      // What a contract leaves of its share, those after it may use.
      budget += max(0, budget - part.reduce(0) { $0 + $1.utf8.count + 1 })
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func overview(_ results: [RunResult]) -> [String] {
    let outcome = RunResult.Outcome.over(results)
    let summary = RunResult.Summary.over(results)
    var lines = ["# \(sign(outcome)) \(outcome.rawValue): \(SummaryText.checks(summary))", ""]
    lines += ["| | contract | checks | must | should |", "| --- | --- | ---: | ---: | ---: |"]
    lines += results.map { result in
      let must = result.findings.count { $0.level == .must }
      let should = result.findings.count { $0.level == .should }
      let name = MarkdownText.cell(result.contract)
      return "| \(sign(result.outcome)) | \(name) | \(result.summary.checks) | \(must) | \(should) |"
    }
    return lines + [""]
  }

  private func render(_ result: RunResult, options: ReportOptions, budget: Int) -> [String] {
    let title = result.title.isEmpty ? "" : " (\(MarkdownText.plain(result.title)))"
    var lines = [
      "## \(sign(result.outcome)) \(MarkdownText.plain(result.contract)): \(result.outcome.rawValue)\(title)", "",
    ]
    let counts = SummaryText.checks(result.summary)
    let findings = result.findings.isEmpty ? "" : "; " + SummaryText.findings(result.findings)
    lines += ["\(counts)\(findings), in \(result.duration.elapsed).", ""]
    if result.outcome == .interrupted { lines += ["The run was interrupted; this is what was known by then.", ""] }
    lines += result.servers.map { "- \(MarkdownText.code($0.name)): \(MarkdownText.code($0.url))" }
    if !result.servers.isEmpty { lines.append("") }
    var left = budget - lines.reduce(0) { $0 + $1.utf8.count + 1 }
    let shown = fittingFindings(of: result, options: options, &left)
    lines += shown.lines
    if shown.omitted > 0 { lines += ["… and \(shown.omitted.counted("more finding")), which did not fit here.", ""] }
    return lines + checks(of: result, &left)
  }

  /// The findings with all the lines they cite, or with fewer where more findings fit that way.
  private func fittingFindings(of result: RunResult, options: ReportOptions, _ left: inout Int) -> (
    lines: [String], omitted: Int
  ) {
    let room = left
    let whole = blocks(of: result, options: options, mostQuoted: DocumentIndex.mostQuoted, &left)
    guard whole.omitted > 0 else { return whole }
    left = room
    return blocks(of: result, options: options, mostQuoted: FindingText.fewQuoted, &left)
  }

  /// As many findings as fit, under the names of their operations.
  private func blocks(of result: RunResult, options: ReportOptions, mostQuoted: Int, _ left: inout Int) -> (
    lines: [String], omitted: Int
  ) {
    let documents = DocumentIndex(result)
    let items = FindingGroup.groups(of: result.findings).flatMap { group in
      group.findings.enumerated().map { number, finding in (group: number == 0 ? group : nil, finding: finding) }
    }
    return fill(items, &left) { item in
      let title = item.group.map { ["### \(MarkdownText.plain($0.title))", ""] } ?? []
      let text = FindingText(finding: item.finding, documents: documents, options: options, mostQuoted: mostQuoted)
      return title + block(for: item.finding, text)
    }
  }

  private func block(for finding: Finding, _ text: FindingText) -> [String] {
    let place = finding.check.isEmpty ? "" : " in \(MarkdownText.code(finding.check))"
    return ["#### \(finding.level.rawValue): \(finding.rule.shownTitle)\(place)", ""] + MarkdownText.block(text.lines)
      + [""]
  }

  private func checks(of result: RunResult, _ left: inout Int) -> [String] {
    guard !result.checks.isEmpty else { return [] }
    let told = result.findingsByCheck
    let rows = fill(result.checks, &left) { check in
      let isSaid = result.explains(check, by: told[check.id])
      let reason = isSaid ? "" : MarkdownText.cell(check.reason)
      return ["| \(check.status.rawValue) | \(MarkdownText.cell(check.id)) | \(check.duration.elapsed) | \(reason) |"]
    }
    var lines = ["<details><summary>\(result.checks.count.counted("check"))</summary>", ""]
    lines += ["| status | check | time | |", "| --- | --- | ---: | --- |"] + rows.lines
    if rows.omitted > 0 { lines += ["", "… and \(rows.omitted.counted("more check"))."] }
    return lines + ["", "</details>", ""]
  }

  /// The lines of as many items as fit, and how many did not.
  private func fill<Item>(_ items: [Item], _ left: inout Int, _ render: (Item) -> [String]) -> (
    lines: [String], omitted: Int
  ) {
    var lines: [String] = []
    for (index, item) in items.enumerated() {
      let part = render(item)
      let size = part.reduce(0) { $0 + $1.utf8.count + 1 }
      guard size <= left else { return (lines, items.count - index) }
      left -= size
      lines += part
    }
    return (lines, 0)
  }

  private func sign(_ outcome: RunResult.Outcome) -> String { outcome == .passed ? "✓" : "✗" }
}
