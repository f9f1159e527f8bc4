import AssayFindings

/// The top of the page: how it came out, and how each system did.
struct HTMLVerdict {
  let results: [RunResult]
  let outcome: RunResult.Outcome

  func write(to writer: inout HTMLWriter) {
    let findings = results.flatMap(\.findings)
    writer.element("header", ["class": "verdict \(outcome.rawValue)"]) { writer in
      writer.element("h1") { writer in
        writer.element("span", ["class": "sign", "aria-hidden": "true"], text: outcome == .passed ? "✓" : "✗")
        writer.text(sentence)
      }
      writer.element("p") { writer in
        writer.text(SummaryText.checks(.over(results)))
        if !findings.isEmpty { writer.text("; " + SummaryText.findings(findings)) }
      }
      writer.element("p", ["class": "when"]) { writer in
        let duration = ElapsedTime.text(results.reduce(.zero) { $0 + $1.duration })
        let started = results.first { !$0.started.isEmpty }?.started ?? ""
        if started.isEmpty {
          writer.text(duration)
        } else {
          writer.element("time", ["datetime": started], text: VisibleText.line(started, limit: 40))
          writer.text(", \(duration)")
        }
      }
      if results.count > 1 { systems(&writer) }
    }
  }

  private var sentence: String {
    switch outcome {
    case .passed: results.count == 1 ? "The backend keeps its contract" : "The backends keep their contracts"
    case .failed: results.count == 1 ? "The backend breaks its contract" : brokenCount
    case .error: "Nothing could be verified"
    case .interrupted: "The run was interrupted"
    }
  }

  private var brokenCount: String {
    let broken = results.count { $0.outcome != .passed }
    return "\(broken) of \(results.count) backends \(broken == 1 ? "breaks its contract" : "break their contracts")"
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
  static func share(_ summary: RunResult.Summary, _ writer: inout HTMLWriter) {
    let parts = [
      ("failed", summary.failed), ("error", summary.errors), ("warned", summary.warned), ("passed", summary.passed),
      ("skipped", summary.skipped),
    ]
    let total = max(1, summary.checks)
    writer.element("svg", ["class": "share", "width": "100%", "height": "6", "aria-hidden": "true"]) { writer in
      var offset = 0
      for (name, count) in parts where count > 0 {
        let x = SVGNumber.percent(offset, of: total)
        let width = SVGNumber.percent(count, of: total)
        writer.element("rect", ["class": name, "x": x, "width": width, "height": "6"]) { _ in }
        offset += count
      }
    }
  }
}
