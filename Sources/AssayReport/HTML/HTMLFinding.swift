import AssayFindings

/// One finding on the page: what was promised beside what came, the place, the drawing, and the cited lines.
struct HTMLFinding {
  let finding: Finding
  /// The finding's number in its run, and the run's, from 1: together its anchor.
  let number: Int
  let result: RunResult
  let system: Int
  let options: ReportOptions

  func write(to writer: inout HTMLWriter) {
    let level = finding.level.rawValue
    writer.element(
      "article",
      ["class": "finding \(level)", "id": "f\(system)-\(number)", "data-level": level, "data-system": "s\(system)"]
    ) { writer in
      writer.element("h3") { writer in
        writer.element("span", ["class": "badge"], text: level)
        writer.text(" " + VisibleText.line(finding.message, limit: 600))
      }
      place(&writer)
      comparison(&writer)
      excerpt(&writer)
      for illustration in illustrations { HTMLIllustration.write(illustration, to: &writer) }
      sources(&writer)
      notes(&writer)
    }
  }

  private func place(_ writer: inout HTMLWriter) {
    writer.element("p", ["class": "place"]) { writer in
      writer.element("b", text: VisibleText.line(result.contract, limit: 60))
      if !finding.check.isEmpty {
        writer.text(" · ")
        let anchor = result.checks.firstIndex { $0.id == finding.check }.map { "#c\(system)-\($0 + 1)" }
        writer.element(anchor == nil ? "span" : "a", ["href": anchor], text: VisibleText.line(finding.check))
      }
      if !finding.location.isEmpty {
        writer.text(" · ")
        writer.element("code", text: VisibleText.line(finding.location, limit: 200))
      }
      writer.text(" · ")
      writer.element("code", ["class": "rule"], text: VisibleText.line(finding.rule, limit: 80))
    }
  }

  private func comparison(_ writer: inout HTMLWriter) {
    guard !finding.expected.isEmpty || !finding.actual.isEmpty else { return }
    writer.element("dl", ["class": "comparison"]) { writer in
      if !finding.expected.isEmpty {
        writer.element("div", ["class": "expected"]) { writer in
          writer.element("dt", text: "promised")
          writer.element("dd", text: VisibleText.line(finding.expected, limit: 1000))
        }
      }
      if !finding.actual.isEmpty {
        writer.element("div", ["class": "actual"]) { writer in
          writer.element("dt", text: "came")
          writer.element("dd", text: VisibleText.line(finding.actual, limit: 1000))
        }
      }
    }
  }

  private func excerpt(_ writer: inout HTMLWriter) {
    let lines = VisibleText.lines(finding.excerpt)
    guard !lines.isEmpty else { return }
    let mark = ExcerptMark(in: lines, location: finding.location, actual: VisibleText.line(finding.actual))
    writer.element("pre", ["tabindex": "0", "role": "region", "aria-label": "what came"]) { writer in
      for (index, line) in lines.enumerated() {
        if index > 0 { writer.text("\n") }
        guard let mark, mark.line == index else {
          writer.text(line)
          continue
        }
        writer.text(mark.before)
        writer.element("mark", text: mark.marked)
        writer.text(mark.after)
      }
    }
  }

  /// What the check saw, shown with the first of its findings that it explains.
  private var illustrations: [Illustration] {
    guard let check = result.checks.first(where: { $0.id == finding.check }) else { return [] }
    let own = result.findings.filter { $0.check == check.id }
    return check.illustrations.filter { illustration in
      let first = own.firstIndex { $0.rule.hasPrefix(Self.family(of: illustration)) } ?? 0
      return own.indices.contains(first) && own[first] == finding
    }
  }

  private static func family(of illustration: Illustration) -> String {
    switch illustration {
    case .timeline: "stream."
    case .walk: "poll."
    case .bars: "schema.sorted"
    }
  }

  private func sources(_ writer: inout HTMLWriter) {
    let documents = DocumentIndex(result)
    for source in finding.sources {
      let lines = documents.quote(source, from: options.documents)
      writer.element("figure", ["class": "source"]) { writer in
        writer.element("figcaption") { writer in
          writer.text("promised in ")
          writer.element("cite", text: documents.describe(source))
        }
        guard !lines.isEmpty else { return }
        writer.element("pre", ["tabindex": "0", "role": "region", "aria-label": "the cited lines"]) { writer in
          for (index, line) in lines.enumerated() {
            if index > 0 { writer.text("\n") }
            writer.element("i", text: line.number)
            writer.text(line.text)
          }
        }
      }
    }
  }

  private func notes(_ writer: inout HTMLWriter) {
    writer.element("ul", ["class": "notes"]) { writer in
      if !finding.alternatives.isEmpty {
        writer.element("li") { writer in
          writer.text("allowed here: ")
          for alternative in finding.alternatives.prefix(20) {
            writer.element("code", text: VisibleText.line(alternative, limit: 100))
            writer.text(" ")
          }
          if finding.alternatives.count > 20 { writer.text("and \(finding.alternatives.count - 20) more") }
        }
      }
      if finding.occurrences > 1 { writer.element("li", text: "seen \(finding.occurrences) times") }
      if !finding.alsoIn.isEmpty {
        let names = finding.alsoIn.prefix(10).map { VisibleText.line($0, limit: 100) }.joined(separator: ", ")
        let more = finding.alsoIn.count > 10 ? " and \(finding.alsoIn.count - 10) more" : ""
        writer.element("li", text: "also in \(names)\(more)")
      }
      if let promise = finding.promise {
        writer.element("li") { writer in
          writer.text("in the contract at ")
          writer.element("code", text: promise.position)
          if !promise.pointer.isEmpty {
            writer.text(" ")
            writer.element("code", text: VisibleText.line(promise.pointer, limit: 200))
          }
        }
      }
    }
  }
}
