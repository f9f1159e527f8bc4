import AssayFindings
import AssayText

/// The top of the page: how it came out, and how each system did.
struct HTMLVerdict {
  let results: [RunResult]
  let outcome: RunResult.Outcome

  func write(to writer: inout HTMLWriter) {
    let findings = results.flatMap(\.findings)
    let summary = RunResult.Summary.over(results)
    writer.element("header", ["class": "verdict \(outcome.rawValue)"]) { writer in
      if results.count == 1, let title = results.first?.title, !title.isEmpty {
        writer.element("p", ["class": "title"], text: VisibleText.line(title, limit: 200))
      }
      writer.element("h1") { writer in
        writer.element("span", ["class": "sign", "aria-hidden": "true"], text: sign)
        writer.text(sentence)
      }
      if results.count == 1, summary.checks > 0 { Self.share(summary, &writer) }
      writer.element("p") { writer in
        writer.text(SummaryText.checks(summary))
        if !findings.isEmpty { writer.text("; " + SummaryText.findings(findings)) }
      }
      if outcome == .interrupted { writer.element("p", text: "This page says what was known by then.") }
      when(&writer)
      if results.count > 1 { systems(&writer) }
    }
  }

  private func when(_ writer: inout HTMLWriter) {
    let duration = results.reduce(.zero) { $0 + $1.duration }.elapsed
    let started = results.first { !$0.started.isEmpty }?.started ?? ""
    writer.element("p", ["class": "when"]) { writer in
      if !started.isEmpty {
        let text = DateTime(started)?.spoken ?? VisibleText.line(started, limit: 40)
        writer.element("time", ["datetime": started], text: text)
        writer.text(", ")
      }
      writer.text("took \(duration)")
    }
  }

  private var sign: String {
    switch outcome {
    case .passed: "✓"
    case .failed: "✗"
    case .error: "?"
    case .interrupted: "!"
    }
  }

  private var sentence: String {
    let name = results.count == 1 ? VisibleText.line(results[0].contract, limit: 60) : ""
    switch outcome {
    case .passed where results.allSatisfy { $0.summary.passed + $0.summary.warned == 0 }: return "No check was run"
    case .passed:
      return name.isEmpty ? "All \(results.count) backends keep their contracts" : "\(name) keeps its contract"
    case .failed: return name.isEmpty ? brokenCount : "\(name) breaks its contract"
    case .error: return "Nothing could be verified"
    case .interrupted: return "The run was interrupted"
    }
  }

  private var brokenCount: String {
    let broken = results.count { $0.outcome == .failed }
    let unjudged = results.count { $0.outcome == .error }
    return "\(broken) of \(results.count) backends \(broken == 1 ? "breaks its contract" : "break their contracts")"
      + (unjudged > 0 ? ", \(unjudged) could not be judged" : "")
  }

  private func systems(_ writer: inout HTMLWriter) {
    writer.element("ul", ["class": "systems"]) { writer in
      for (index, result) in results.enumerated() {
        writer.element("li", ["class": result.outcome.rawValue]) { writer in
          writer.element("a", ["href": "#s\(index + 1)"]) { writer in
            writer.element("strong", text: VisibleText.line(result.contract, limit: 60))
            writer.element("span", text: result.outcome.rawValue)
            Self.share(result.summary, &writer)
            writer.element("small", text: SummaryText.checks(result.summary))
          }
        }
      }
    }
  }

  /// The statuses of the checks as one bar.
  private static func share(_ summary: RunResult.Summary, _ writer: inout HTMLWriter) {
    let parts = [
      ("failed", summary.failed), ("error", summary.errors), ("warned", summary.warned), ("passed", summary.passed),
      ("skipped", summary.skipped),
    ]
    let total = max(1, summary.checks)
    writer.element("svg", ["class": "share", "width": "100%", "height": "8", "aria-hidden": "true"]) { writer in
      var offset = 0
      for (name, count) in parts where count > 0 {
        let x = SVGNumber.percent(offset, of: total)
        let width = SVGNumber.percent(count, of: total)
        writer.element("rect", ["class": name, "x": x, "width": width, "height": "8"]) { _ in }
        offset += count
      }
    }
  }
}
