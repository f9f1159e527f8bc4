import AssayFindings

extension Page {
  /// The lines for a terminal, without line ends: the body, the summary, and the verdict last.
  package func lines(colour: Bool) -> [StyledLine] {
    let console = PageConsole(style: ConsoleStyle(colour: colour))
    let ink: ConsoleStyle.Ink = tone == .passed ? .good : .bad
    return console.lines(body) + console.lines(summary) + [console.style.paint(verdict, ink)]
  }
}

/// Renders blocks for a terminal.
struct PageConsole {
  let style: ConsoleStyle

  func lines(_ blocks: [Block]) -> [StyledLine] {
    blocks.flatMap { block -> [StyledLine] in
      switch block {
      case .heading(let title): [style.paint("── \(VisibleText.line(title))", .bold), ""]
      case .part(let title, let content): lines([.heading(title)] + content)
      case .sentence(let spans): [style.paint(text(spans), .dim)]
      case .facts(let facts): labelled(facts.map { ($0.name, [text($0.value)]) }, indent: "")
      case .list(let items): items.map { "  " + text($0) } + [""]
      case .table(let table): lines(table)
      case .quote(let quotation): quotation.lines(style)
      case .command(let command):
        labelled(
          [("repeat", [StyledLine(VisibleText.line(command, limit: DocumentIndex.mostOfCommand))])],
          indent: "  "
        )
      // A terminal has nothing to open.
      case .fold: []
      }
    }
  }

  private func text(_ spans: [Span]) -> StyledLine { spans.map(text).joined(separator: " ") }

  private func text(_ span: Span) -> StyledLine {
    switch span {
    case .prose(let text), .code(let text), .link(let text): StyledLine(VisibleText.line(text, limit: 1000))
    case .badge(let text, let weight): style.paint(text, weight.ink)
    }
  }

  private func lines(_ table: PageTable) -> [StyledLine] {
    var quoted: Set<Citation> = []
    var command = ""
    return table.rows.flatMap { row -> [StyledLine] in
      let head = row.cells.prefix(2).flatMap { [$0.text] + $0.notes }.map(text).filter { !$0.isEmpty }
      var facts = zip(table.columns, row.cells).dropFirst(2).map { name, cell in
        (name, ([cell.text] + cell.notes).map(text).filter { !$0.isEmpty })
      }
      var quotes: [StyledLine] = []
      for block in row.evidence {
        switch block {
        case .quote(let quotation) where quoted.insert(quotation.source).inserted: quotes += quotation.lines(style)
        case .command(let line):
          facts.append(
            (
              "repeat",
              [line == command ? "as above" : StyledLine(VisibleText.line(line, limit: DocumentIndex.mostOfCommand))]
            )
          )
          command = line
        default: break
        }
      }
      return [head.joined(separator: "  ")] + labelled(facts, indent: "  ") + quotes + [""]
    }
  }

  /// Returns one line for each text; the fact's name precedes its first text. The lines are indented, so that none
  /// begins with text from a server.
  private func labelled(_ facts: [(name: String, texts: [StyledLine])], indent: StyledLine) -> [StyledLine] {
    let width = facts.map(\.name.count).max() ?? 0
    return facts.flatMap { name, texts in
      texts.enumerated().map { index, text in
        let label = index == 0 ? name : ""
        let padded = label + String(repeating: " ", count: width - label.count)
        return indent + style.paint(padded, .dim) + "  " + text
      }
    }
  }
}

extension Quotation {
  /// The cited lines on a terminal or in a block of text.
  func lines(_ style: ConsoleStyle, limit: Int = FindingText.fewQuoted) -> [StyledLine] {
    documents.quotation(of: source, from: texts, limit: limit, columns: 400, style: style)
  }
}

extension Weight {
  fileprivate var ink: ConsoleStyle.Ink {
    switch self {
    case .must: .bad
    case .should: .warning
    case .may: .note
    case .good: .good
    case .known: .dim
    }
  }
}
