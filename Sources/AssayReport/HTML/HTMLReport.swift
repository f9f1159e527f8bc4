package import AssayFindings

/// One self-contained page: the verdict first, then what broke, then everything.
///
/// It loads nothing, and its policy lets run only the script and the style it was built with.
package struct HTMLReport: Reporter {
  package static let name = "html"

  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    let outcome = RunResult.Outcome.over(results)
    var writer = HTMLWriter()
    writer.raw("<!doctype html>\n")
    writer.element("html", ["lang": "en"]) { writer in
      head(results, outcome, &writer)
      writer.element("body") { writer in
        writer.element("a", ["class": "skip", "href": "#main"], text: "Skip to the findings")
        writer.raw(HTMLWalk.markers)
        HTMLVerdict(results: results, outcome: outcome).write(to: &writer)
        writer.element("main", ["id": "main"]) { writer in
          filter(results, &writer)
          broken(results, options, &writer)
          writer.element("section", ["id": "everything", "aria-labelledby": "everything-title"]) { writer in
            writer.element("h2", ["id": "everything-title"], text: "Everything")
            for (index, result) in results.enumerated() {
              HTMLChecks(result: result, number: index + 1).write(to: &writer)
            }
          }
        }
        writer.element("footer") { writer in
          writer.text("Written by assay \(results.first?.assay ?? ""). This page holds everything it shows.")
        }
        writer.element("script") { $0.raw(HTMLScript.text) }
      }
    }
    return writer.html + "\n"
  }

  private func head(_ results: [RunResult], _ outcome: RunResult.Outcome, _ writer: inout HTMLWriter) {
    let policy =
      "default-src 'none'; style-src '\(HTMLStyle.hash)'; script-src '\(HTMLScript.hash)'; "
      + "base-uri 'none'; form-action 'none'"
    writer.element("head") { writer in
      writer.void("meta", ["charset": "utf-8"])
      // Written as it stands: nothing in it comes from outside, and quotes must stay quotes.
      writer.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">")
      writer.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      writer.void("meta", ["name": "color-scheme", "content": "light dark"])
      writer.void("meta", ["name": "referrer", "content": "no-referrer"])
      let names = results.map(\.contract).joined(separator: ", ")
      writer.element("title", text: VisibleText.line("\(outcome.rawValue): \(names)", limit: 200))
      writer.element("style") { $0.raw(HTMLStyle.text) }
    }
  }

  /// Hidden until the script that makes it work is running.
  private func filter(_ results: [RunResult], _ writer: inout HTMLWriter) {
    writer.element("form", ["id": "filter", "hidden": "", "role": "search", "aria-label": "Filter"]) { writer in
      writer.element("label", ["class": "search"]) { writer in
        writer.element("span", text: "Search")
        writer.void(
          "input",
          ["type": "search", "name": "text", "placeholder": "field, rule, message …", "autocomplete": "off"]
        )
      }
      if results.count > 1 {
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
      writer.element("fieldset") { writer in
        writer.element("legend", text: "Level")
        for level in Level.allCases {
          writer.element("label", ["class": "level \(level.rawValue)"]) { writer in
            writer.void("input", ["type": "checkbox", "name": "level", "value": level.rawValue, "checked": ""])
            writer.element("span", text: level.rawValue)
          }
        }
      }
      writer.element("output", ["aria-live": "polite"]) { _ in }
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
      if results.allSatisfy({ $0.findings.isEmpty }) {
        let outcome = RunResult.Outcome.over(results)
        writer.element("p", ["class": "nothing \(outcome.rawValue)"], text: Self.nothing(outcome))
      }
      for level in Level.allCases {
        for (index, result) in results.enumerated() {
          for (number, finding) in result.findings.enumerated() where finding.level == level {
            let page = HTMLFinding(
              finding: finding,
              number: number + 1,
              result: result,
              system: index + 1,
              options: options
            )
            page.write(to: &writer)
          }
        }
      }
    }
  }
}
