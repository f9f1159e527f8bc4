import AssayFindings

extension CheckResult.Status {
  /// The status in words: `not judged`.
  var words: String {
    switch self {
    case .passed, .failed, .warned, .skipped, .error: rawValue
    case .unjudged: "not judged"
    }
  }

  /// The CSS class that colours the status, shared with a finding's level.
  fileprivate var kind: String {
    switch self {
    case .passed: "good"
    case .failed: "must"
    case .warned, .unjudged, .error: "should"
    case .skipped: "known"
    }
  }
}

/// The form that filters by text, system, level and verdict; it is hidden until its script is running.
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
      verdicts(&writer)
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
    let chips = Level.allCases.map { level in
      Chip(value: level.rawValue, kind: level.rawValue, count: findings.count { $0.level == level })
    }
    write(chips, named: "level", title: "Level", to: &writer)
  }

  /// Writes the filter for the statuses of checks, if there are several.
  private func verdicts(_ writer: inout HTMLWriter) {
    let statuses: [CheckResult.Status: Int] = results.flatMap(\.checks).reduce(into: [:]) {
      $0[$1.status, default: 0] += 1
    }
    if statuses.count < 2 { return }
    let chips = CheckResult.Status.allCases.compactMap { status in
      statuses[status].map { Chip(value: status.rawValue, kind: status.kind, count: $0, words: status.words) }
    }
    write(chips, named: "verdict", title: "Verdict", to: &writer)
  }

  /// A button of the filter that switches one value on or off, with the number of matching entries.
  private struct Chip {
    var value: String
    /// The CSS class that gives the button its colour.
    var kind: String
    var count: Int
    var words: String?
  }

  private func write(_ chips: [Chip], named name: String, title: String, to writer: inout HTMLWriter) {
    writer.element("fieldset") { writer in
      writer.element("legend", text: title)
      for chip in chips {
        writer.element("label", ["class": "chip \(chip.kind)"]) { writer in
          writer.void("input", ["type": "checkbox", "name": name, "value": chip.value, "checked": ""])
          writer.element("span", text: chip.words ?? chip.value)
          writer.element("small", text: chip.count.grouped)
        }
      }
    }
  }
}
