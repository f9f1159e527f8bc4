import AssayFindings
import AssayText

/// All checks of one contract, each with its status, its time and, folded, its exchange.
struct HTMLChecks {
  let result: RunResult
  /// The contract's number on the page, from 1, which is used in its anchor.
  let number: Int
  private let findings: [String: [Int]]

  init(result: RunResult, number: Int) {
    self.result = result
    self.number = number
    findings = result.findingsByCheck
  }

  func write(to writer: inout HTMLWriter) {
    writer.element("section", ["class": "system", "id": "s\(number)", "data-system": "s\(number)"]) { writer in
      writer.element("h3") { writer in
        writer.text(VisibleText.line(result.contract, limit: 60))
        writer.text(" ")
        writer.element("span", ["class": "outcome \(result.outcome.rawValue)"], text: result.outcome.rawValue)
      }
      let folds = result.checks.count(where: isPlain) > Self.mostPassed
      let rows = result.checks.enumerated().filter { !folds || !isPlain($0.element) }
      if !rows.isEmpty {
        var untold = 0
        writer.element("ol", ["class": "checks"]) { writer in
          for (index, check) in rows { row(check, index + 1, untold: &untold, &writer) }
        }
        if untold > 0 {
          let words = "The exchanges of \(untold.counted("check")) would make this page too large; "
          writer.element("p", ["class": "gap"], text: words + "the JSON report has them.")
        }
      }
      if folds { rest(&writer) }
    }
  }

  /// The page size in bytes above which checks no longer name their findings.
  private static let mostBytes = 1_600_000
  /// The page size in bytes above which no more exchanges are shown.
  private static let mostOfWire = 2_000_000

  /// The most passed checks without an exchange that are shown unfolded.
  private static let mostPassed = 20

  private func isPlain(_ check: CheckResult) -> Bool {
    check.status == .passed && check.transcript.isEmpty && check.illustrations.isEmpty && findings[check.id] == nil
  }

  /// Writes the passed checks, folded and in a short form. Browsers format them only when they are unfolded.
  private func rest(_ writer: inout HTMLWriter) {
    let passed = result.checks.filter(isPlain)
    writer.element("details", ["class": "rest"]) { writer in
      writer.element("summary", text: "\(passed.count.groupedCount("check")) passed")
      writer.element("ol") { writer in
        for check in passed {
          writer.element("li", ["class": "check"]) { writer in
            writer.text("✓ \(VisibleText.line(check.id, limit: 200)) ")
            writer.element("small", text: check.duration.elapsed)
          }
        }
      }
    }
  }

  /// Writes a check; counts those whose exchange is left out.
  private func row(_ check: CheckResult, _ index: Int, untold: inout Int, _ writer: inout HTMLWriter) {
    writer.element(
      "li",
      [
        "class": "check \(check.status.rawValue)", "id": "c\(number)-\(index)", "data-system": "s\(number)",
        "data-verdict": check.status.rawValue,
      ]
    ) { writer in
      writer.element("span", ["class": "status"]) { writer in
        writer.element("span", ["aria-hidden": "true"], text: Self.sign(of: check.status))
        writer.text(" \(check.status.words)")
      }
      name(of: check, &writer)
      writer.element("span", ["class": "time"], text: check.status == .skipped ? "" : check.duration.elapsed)
      if let concurrency = check.concurrency { writer.element("span", ["class": "reason"], text: concurrency.words) }
      if !check.reason.isEmpty, !result.explains(check, by: findings[check.id]) {
        writer.element("span", ["class": "reason"], text: VisibleText.line(check.reason, limit: 1000))
      }
      findings(of: check, &writer)
      details(of: check, untold: &untold, &writer)
    }
  }

  /// Writes the name of a check, with the scenario in a muted style because it repeats from line to line.
  private func name(of check: CheckResult, _ writer: inout HTMLWriter) {
    writer.element("span", ["class": "name"]) { writer in
      let scenario = check.scenario + "/"
      if check.scenario.isEmpty || !check.id.hasPrefix(scenario) {
        writer.text(VisibleText.line(check.id))
      } else {
        writer.element("span", text: VisibleText.line(scenario, limit: 200))
        writer.text(VisibleText.line(String(check.id.dropFirst(scenario.count)), limit: 200))
      }
    }
  }

  private func findings(of check: CheckResult, _ writer: inout HTMLWriter) {
    let findings = (findings[check.id] ?? []).map { ($0, result.findings[$0]) }
    guard !findings.isEmpty else { return }
    guard writer.html.utf8.count < Self.mostBytes else {
      return writer.element("span", ["class": "reason"], text: findings.count.counted("finding"))
    }
    writer.element("ul", ["class": "links"]) { writer in
      for (index, finding) in findings {
        writer.element("li") { writer in
          writer.element("a", ["class": finding.level.rawValue, "href": "#f\(number)-\(index + 1)"]) { writer in
            writer.element("span", ["class": "badge"], text: finding.level.rawValue)
            writer.text(" ")
            writer.element("span") { HTMLMessage.write(finding, limit: 200, to: &$0) }
          }
        }
      }
    }
  }

  private func details(of check: CheckResult, untold: inout Int, _ writer: inout HTMLWriter) {
    let isDrawnAbove = (findings[check.id] ?? []).contains { result.findings[$0].check == check.id }
    let drawings = isDrawnAbove ? [] : check.illustrations
    guard !check.transcript.isEmpty || !drawings.isEmpty else { return }
    guard writer.html.utf8.count < Self.mostOfWire else {
      untold += 1
      return
    }
    writer.element("details") { writer in
      writer.element("summary", text: "Request and answer")
      for drawing in drawings { HTMLIllustration.write(drawing, to: &writer) }
      guard !check.transcript.isEmpty else { return }
      writer.element("pre", ["tabindex": "0", "role": "group", "aria-label": "request and answer"]) { writer in
        writer.text(VisibleText.lines(check.transcript, count: 200, limit: 2000).joined(separator: "\n"))
      }
    }
  }

  private static func sign(of status: CheckResult.Status) -> String {
    switch status {
    case .passed: "✓"
    case .failed: "✗"
    case .warned: "!"
    case .unjudged: "○"
    case .skipped: "–"
    case .error: "?"
    }
  }
}
