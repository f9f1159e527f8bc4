package import AssayFindings
import AssayText

/// A self-contained page about a run: the verdict first, then the findings, then everything else.
///
/// The page loads nothing, and its policy allows only the script and the style it was built with.
package struct HTMLReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    let top = Page(runs: results)
    let names = results.map(\.contract).joined(separator: ", ")
    let page = HTMLPage(
      title: VisibleText.line("\(top.name): \(names)", limit: 200),
      styles: [.reportStyle],
      script: .reportScript
    )
    return page.render { writer in
      writer.element("a", ["class": "skip", "href": "#main"], text: "Skip to the findings")
      writer.raw(HTMLWalk.markers)
      writer.verdict(top) { Self.share(.over(results), &$0) }
      writer.element("main", ["id": "main"]) { writer in
        HTMLFilter(results: results).write(to: &writer)
        broken(results, options, &writer)
        writer.element("section", ["id": "everything", "aria-labelledby": "everything-title"]) { writer in
          writer.element("h2", ["id": "everything-title"], text: "All checks")
          for (index, result) in results.enumerated() {
            HTMLChecks(result: result, number: index + 1).write(to: &writer)
          }
        }
      }
      writer.element("footer") { writer in
        writer.text("Written by assay \(VisibleText.line(results.first?.assay ?? "", limit: 40)). ")
        writer.text("This page is complete in itself: it loads nothing, and sends nothing.")
      }
    }
  }

  /// Writes a bar that shows the share of each check status.
  private static func share(_ summary: RunResult.Summary, _ writer: inout HTMLWriter) {
    guard summary.checks > 0 else { return }
    let parts = [
      ("failed", summary.failed), ("error", summary.errors), ("warned", summary.warned), ("passed", summary.passed),
      ("unjudged", summary.unjudged), ("skipped", summary.skipped),
    ]
    writer.element("svg", ["class": "share", "width": "100%", "height": "8", "aria-hidden": "true"]) { writer in
      var offset = 0
      for (name, count) in parts where count > 0 {
        let x = SVGNumber.percent(offset, of: summary.checks)
        let width = SVGNumber.percent(count, of: summary.checks)
        writer.element("rect", ["class": name, "x": x, "width": width, "height": "8"]) { _ in }
        offset += count
      }
    }
  }

  /// Returns the sentence that the page shows for a run without findings.
  private static func nothing(_ outcome: RunResult.Outcome) -> String {
    switch outcome {
    case .passed: "No finding was made."
    case .failed: "No finding was made: see above what could not be judged."
    case .error: "Nothing was judged, so nothing was found."
    case .interrupted: "No finding was made before the run was interrupted."
    }
  }

  private func broken(_ results: [RunResult], _ options: ReportOptions, _ writer: inout HTMLWriter) {
    let groups = groups(results, options)
    let findings = groups.flatMap(\.findings)
    let outcome = RunResult.Outcome.over(results)
    writer.element("section", ["id": "broken", "aria-labelledby": "broken-title"]) { writer in
      let isCovered = findings.isEmpty && outcome == .passed
      let title = isCovered ? "What was covered" : findings.isEmpty ? "Findings" : "What broke"
      writer.element("h2", ["id": "broken-title"], text: title)
      if isCovered { writer.blocks(results.flatMap { $0.coverage(named: results.count > 1) }, level: 3) }
      guard !findings.isEmpty else {
        return writer.element("p", ["class": "nothing \(outcome.rawValue)"], text: Self.nothing(outcome))
      }
      levels(findings.map(\.finding), &writer)
      writer.element("div", ["class": findings.count > 1 ? "listed" : nil]) { writer in
        if findings.count > 1 { index(groups, &writer) }
        writer.element("div", ["class": "cards"]) { cards(groups, &$0) }
      }
    }
  }

  /// Writes the findings, and sentences for those left out and for a filter that matches none.
  private func cards(_ groups: [Group], _ writer: inout HTMLWriter) {
    let omitted = write(groups, &writer)
    if omitted > 0 {
      let words =
        "… and \(omitted.counted("more finding")), which would make this page too large; the JSON report has all."
      writer.element("p", ["class": "gap"], text: words)
    }
    writer.element(
      "p",
      ["id": "unmatched", "class": "nothing", "hidden": ""],
      text: "No finding matches the filter."
    )
  }

  /// The page sizes in bytes from which findings are shortened, and left out: browsers do not open a page of many
  /// megabytes.
  private static let (shortFrom, endsAt) = (800_000, 1_600_000)

  /// Writes as many findings as fit into a page; returns the number of those that do not.
  private func write(_ groups: [Group], _ writer: inout HTMLWriter) -> Int {
    var omitted = 0
    var isFirst = true
    for (number, group) in groups.enumerated() {
      guard writer.html.utf8.count <= Self.endsAt else {
        omitted += group.findings.count
        continue
      }
      let title = "g\(number + 1)"
      writer.element("section", ["class": "operation", "aria-labelledby": title]) { writer in
        writer.element("h3", ["id": title], text: group.title)
        for finding in group.findings {
          let size = writer.html.utf8.count
          if size > Self.endsAt {
            omitted += 1
          } else {
            finding.write(isShort: size > Self.shortFrom, isOpen: isFirst, to: &writer)
          }
          isFirst = false
        }
      }
    }
    return omitted
  }

  /// The findings of one operation on the page.
  private struct Group {
    /// The name: `POST /search (search)`, after the contract if there are several.
    let name: String
    /// The name with the numbers of findings.
    let title: String
    let findings: [HTMLFinding]
  }

  /// The findings of all runs by operation, the group with the weightiest finding first.
  private func groups(_ results: [RunResult], _ options: ReportOptions) -> [Group] {
    let groups = results.enumerated().flatMap { index, result in
      let system = HTMLSystem(result: result, number: index + 1)
      let numbers = Dictionary(grouping: result.findings.indices) { result.findings[$0].operation }
      return FindingGroup.groups(of: result).map { group in
        let all = (numbers[group.operation] ?? []).map { number in
          HTMLFinding(finding: result.findings[number], number: number + 1, page: system, options: options)
        }
        let contract = results.count > 1 ? VisibleText.line(result.contract, limit: 60) + " · " : ""
        let findings = Level.allCases.flatMap { level in all.filter { $0.finding.level == level } }
        return Group(name: contract + group.name, title: contract + group.title, findings: findings)
      }
    }
    return Level.allCases.flatMap { level in groups.filter { $0.findings.first?.finding.level == level } }
  }

  /// Writes an explanation of each level that occurs in `findings`.
  private func levels(_ findings: [Finding], _ writer: inout HTMLWriter) {
    writer.element("p", ["class": "levels"]) { writer in
      for level in Level.allCases where findings.contains(where: { $0.level == level }) {
        writer.element("span", ["class": level.rawValue]) { writer in
          writer.element("span", ["class": "badge"], text: level.rawValue)
          writer.text(" " + Self.meaning(of: level) + " ")
        }
      }
    }
  }

  private static func meaning(of level: Level) -> String {
    switch level {
    case .must: "breaks a documented client, or what the documents state outright."
    case .should: "goes against what the documents suggest."
    case .may: "is worth knowing."
    }
  }

  /// The most findings for which a list of links is written.
  private static let mostListed = 100

  /// The list that leads to the findings, operation by operation.
  private func index(_ groups: [Group], _ writer: inout HTMLWriter) {
    writer.element("nav", ["aria-label": "Findings"]) { writer in
      var left = Self.mostListed
      for group in groups where left > 0 {
        writer.element("p", ["title": group.name], text: "\(group.findings.count.grouped) × \(group.name)")
        writer.element("ol") { writer in
          for finding in group.findings.prefix(left) { finding.writeEntry(to: &writer) }
        }
        left -= group.findings.count
      }
      if left < 0 { writer.element("p", ["class": "gap"], text: "… and \((-left).grouped) more below") }
    }
  }
}
