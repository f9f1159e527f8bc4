import AssayFindings

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
