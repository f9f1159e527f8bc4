import AssayFindings

/// A few lines of what came, the broken place marked.
struct HTMLExcerpt {
  let finding: Finding

  /// `In event 2`, `In poll 4`; a pointer alone is one into the answer.
  private var caption: String {
    let words = finding.location.split(separator: " ")
    if words.count > 1, ["event", "poll", "answer"].contains(words[0]), words[1].allSatisfy(\.isNumber) {
      return "In \(words[0]) \(VisibleText.line(String(words[1]), limit: 20))"
    }
    return finding.location.hasPrefix("/") ? "In the answer" : "What came"
  }

  func write(to writer: inout HTMLWriter) {
    let lines = MarkedExcerpt(finding).lines
    guard !lines.isEmpty else { return }
    writer.element("figure", ["class": "excerpt"]) { writer in
      writer.element("figcaption", text: caption)
      writer.element("pre") { writer in
        for line in lines {
          writer.element("span", ["class": "line"]) { writer in
            writer.text(line.before)
            if !line.marked.isEmpty { writer.element("mark", text: (line.isGap ? "✗ " : "") + line.marked) }
            writer.text(line.after + "\n")
          }
        }
      }
    }
  }
}
