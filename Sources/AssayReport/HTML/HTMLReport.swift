package import AssayFindings
import AssayText

/// One self-contained page: the verdict first, then what broke, then everything.
///
/// It loads nothing, and its policy lets run only the script and the style it was built with.
package struct HTMLReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    let outcome = RunResult.Outcome.over(results)
    let names = results.map(\.contract).joined(separator: ", ")
    let page = HTMLPage(
      title: VisibleText.line("\(outcome.rawValue): \(names)", limit: 200),
      styles: [.reportStyle],
      script: .reportScript
    )
    return page.render { writer in
      writer.element("a", ["class": "skip", "href": "#main"], text: "Skip to the findings")
      writer.raw(HTMLWalk.markers)
      HTMLVerdict(results: results, outcome: outcome).write(to: &writer)
      writer.element("main", ["id": "main"]) { writer in
        HTMLFilter(results: results).write(to: &writer)
        broken(results, options, &writer)
        writer.element("section", ["id": "everything", "aria-labelledby": "everything-title"]) { writer in
          writer.element("h2", ["id": "everything-title"], text: "Everything")
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

  /// What is said where no finding was made.
  private static func nothing(_ outcome: RunResult.Outcome) -> String {
    switch outcome {
    case .passed: "No promise was found broken."
    case .failed: "No finding was made; see the checks below."
    case .error: "Nothing was judged, so nothing was found."
    case .interrupted: "No promise was found broken before the run was interrupted."
    }
  }

  private func broken(_ results: [RunResult], _ options: ReportOptions, _ writer: inout HTMLWriter) {
    writer.element("section", ["id": "broken", "aria-labelledby": "broken-title"]) { writer in
      writer.element("h2", ["id": "broken-title"], text: "What broke")
      let findings = pages(results, options)
      guard !findings.isEmpty else {
        let outcome = RunResult.Outcome.over(results)
        return writer.element("p", ["class": "nothing \(outcome.rawValue)"], text: Self.nothing(outcome))
      }
      levels(findings.map(\.finding), &writer)
      if findings.count > 1 { index(findings, &writer) }
      let omitted = write(findings, &writer)
      if omitted > 0 {
        let words =
          "… and \(omitted.counted("more finding")), which would make this page too large; the JSON report has all."
        writer.element("p", ["class": "gap"], text: words)
      }
      writer.element("p", ["id": "unmatched", "class": "nothing", "hidden": ""], text: "No finding fits the filter.")
    }
  }

  /// Past so many bytes findings are told in short, and past so many not at all: a page of megabytes opens nowhere.
  private static let (shortFrom, endsAt) = (800_000, 1_600_000)

  /// Writes as many findings as a page can hold; says how many it cannot.
  private func write(_ findings: [HTMLFinding], _ writer: inout HTMLWriter) -> Int {
    for (index, finding) in findings.enumerated() {
      let size = writer.html.utf8.count
      if size > Self.endsAt { return findings.count - index }
      finding.write(isShort: size > Self.shortFrom, to: &writer)
    }
    return 0
  }

  /// The findings of all runs, the weightiest first, in each run those of one operation together.
  private func pages(_ results: [RunResult], _ options: ReportOptions) -> [HTMLFinding] {
    let systems = results.enumerated().map { HTMLSystem(result: $1, number: $0 + 1) }
    return Level.allCases.flatMap { level in
      systems.flatMap { system in
        system.result.findings.enumerated().filter { $0.element.level == level }.map { number, finding in
          HTMLFinding(finding: finding, number: number + 1, page: system, options: options)
        }.grouped { $0.finding.operation }
      }
    }
  }

  /// What the levels that occur mean.
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

  /// More findings than this are found by scrolling.
  private static let mostListed = 100

  private func index(_ findings: [HTMLFinding], _ writer: inout HTMLWriter) {
    writer.element("nav", ["aria-label": "Findings"]) { writer in
      writer.element("ol") { writer in
        for finding in findings.prefix(Self.mostListed) { finding.writeEntry(to: &writer) }
        if findings.count > Self.mostListed {
          writer.element("li", ["class": "gap"], text: "… and \(findings.count - Self.mostListed) more below")
        }
      }
    }
  }
}

/// The form that filters by text, system and level; hidden until the script that makes it work is running.
struct HTMLFilter {
  let results: [RunResult]

  func write(to writer: inout HTMLWriter) {
    writer.element("form", ["id": "filter", "hidden": "", "role": "search", "aria-label": "Filter"]) { writer in
      writer.element("label", ["class": "search"]) { writer in
        writer.element("span", text: "Search")
        writer.void(
          "input",
          [
            "type": "search", "name": "text", "placeholder": "field, rule, text", "autocomplete": "off",
            "aria-keyshortcuts": "/",
          ]
        )
      }
      if results.count > 1 { systems(&writer) }
      if results.contains(where: { !$0.findings.isEmpty }) { levels(&writer) }
      writer.element("button", ["type": "button", "hidden": ""], text: "Show all")
      writer.element("output", ["aria-live": "polite"]) { _ in }
    }
  }

  private func systems(_ writer: inout HTMLWriter) {
    writer.element("label") { writer in
      writer.element("span", text: "System")
      writer.element("select", ["name": "system"]) { writer in
        writer.element("option", ["value": ""], text: "all")
        for (index, result) in results.enumerated() {
          writer.element("option", ["value": "s\(index + 1)"], text: VisibleText.line(result.contract, limit: 60))
        }
      }
    }
  }

  private func levels(_ writer: inout HTMLWriter) {
    let findings = results.flatMap(\.findings)
    writer.element("fieldset") { writer in
      writer.element("legend", text: "Level")
      for level in Level.allCases {
        let count = findings.count { $0.level == level }
        writer.element("label", ["class": "level \(level.rawValue)"]) { writer in
          writer.void("input", ["type": "checkbox", "name": "level", "value": level.rawValue, "checked": ""])
          writer.element("span", text: level.rawValue)
          writer.element("small", text: String(count))
        }
      }
    }
  }
}
