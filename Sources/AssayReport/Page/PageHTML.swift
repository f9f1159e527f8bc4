import AssayFindings

extension Page {
  /// The page as one file that loads nothing and runs no script; `assay` is the version that wrote it.
  package func html(assay: String) -> String {
    let page = HTMLPage(title: VisibleText.line("\(name): \(verdict)", limit: 200), styles: [.reportStyle])
    return page.render { writer in
      writer.verdict(self)
      writer.element("main", ["id": "main"]) { writer in writer.sections(body) }
      writer.element("footer") { writer in
        writer.text("Written by assay \(VisibleText.line(assay, limit: 40)). This page needs no other file.")
      }
    }
  }
}

/// Rendering of blocks as HTML.
extension HTMLWriter {
  /// Writes the header of a page: its verdict and summary; `more` adds further content.
  mutating func verdict(_ page: Page, _ more: (inout HTMLWriter) -> Void = { _ in }) {
    element("header", ["class": "verdict \(page.tone.rawValue)"]) { writer in
      writer.element("h1") { writer in
        writer.element("span", ["class": "sign", "aria-hidden": "true"], text: page.tone.sign)
        writer.text(page.verdict)
      }
      writer.blocks(page.summary)
      more(&writer)
    }
  }

  /// Writes blocks; each heading and the blocks after it form a section.
  mutating func sections(_ blocks: [Block]) {
    var rest = blocks[...]
    while let first = rest.popFirst() {
      guard case .heading = first else {
        self.blocks([first])
        continue
      }
      let end = rest.firstIndex { if case .heading = $0 { true } else { false } } ?? rest.endIndex
      let section = [first] + rest[..<end]
      rest = rest[end...]
      element("section") { $0.blocks(section) }
    }
  }

  /// Writes blocks one after the other, with headings of `level`.
  mutating func blocks(_ blocks: [Block], level: Int = 2) {
    for block in blocks {
      switch block {
      case .heading(let title): element("h\(level)", text: VisibleText.line(title, limit: 100))
      case .part(let title, let content):
        element("section") { writer in
          writer.blocks([.heading(title)], level: level)
          writer.blocks(content, level: level + 1)
        }
      case .sentence(let span): element("p") { $0.span(span) }
      case .facts(let facts):
        element("dl", ["class": "notes"]) { writer in
          for fact in facts {
            writer.element("div") { writer in
              writer.element("dt", text: VisibleText.line(fact.name, limit: 60))
              writer.element("dd") { $0.span(fact.value) }
            }
          }
        }
      case .list(let items):
        element("ul") { writer in
          for item in items { writer.element("li") { $0.spans(item) } }
        }
      case .table(let table): self.table(table)
      case .fold(let title, let content):
        element("details") { writer in
          writer.element("summary", text: title)
          writer.blocks(content, level: level + 1)
        }
      case .quote(let quotation): HTMLSource(quotation).write(to: &self)
      case .command(let command):
        element("details", ["class": "command"]) { writer in
          writer.element("summary", text: "repeat with curl")
          writer.element("pre") {
            $0.element("code", text: VisibleText.line(command, limit: DocumentIndex.mostOfCommand))
          }
        }
      }
    }
  }

  mutating func spans(_ spans: [Span]) {
    for (index, span) in spans.enumerated() where !span.isEmpty {
      if index > 0 { text(" ") }
      self.span(span)
    }
  }

  private mutating func span(_ span: Span, limit: Int = 600) {
    switch span {
    case .prose(let text): prose(text, limit: limit)
    case .code(let text): element("code", text: VisibleText.line(text, limit: limit))
    case .link(let text) where HTTPLink.isSafe(text):
      element("a", ["href": text, "rel": "noreferrer"], text: text)
    case .link(let text): element("code", text: VisibleText.line(text, limit: limit))
    case .badge(let text, let weight):
      element("span", ["class": weight.rawValue]) { $0.element("span", ["class": "badge"], text: text) }
    }
  }

  /// The page size in bytes above which no more lines are quoted: browsers do not open a page of many megabytes.
  private static let quotesUpTo = 800_000

  private mutating func table(_ table: PageTable) {
    element("table", ["class": "drift"]) { writer in
      writer.element("colgroup") { writer in
        for name in table.columns { writer.void("col", ["class": "col-\(name.prefix { $0 != " " })"]) }
      }
      writer.element("thead") { writer in
        writer.element("tr") { writer in
          for name in table.columns { writer.element("th", ["scope": "col"], text: name) }
        }
      }
      writer.element("tbody") { writer in
        for row in table.rows { writer.row(row, table.columns) }
      }
    }
  }

  private mutating func row(_ row: PageTable.Row, _ columns: [String]) {
    element("tr", ["class": row.weight?.rawValue]) { writer in
      for (name, cell) in zip(columns, row.cells) {
        writer.element("td", ["data-label": name]) { writer in
          writer.span(cell.text, limit: 300)
          for note in cell.notes { writer.element("small") { $0.span(note) } }
        }
      }
    }
    let evidence = row.evidence.filter { block in
      guard case .quote(let quotation) = block else { return true }
      return html.utf8.count <= Self.quotesUpTo && quotation.isAtHand
    }
    guard !evidence.isEmpty else { return }
    let isKnown = row.weight == .known
    element("tr", ["class": isKnown ? "evidence known" : "evidence"]) { writer in
      writer.element("td", ["colspan": String(columns.count)]) { writer in
        writer.blocks(isKnown ? [.fold("the lines it rests on", evidence)] : evidence)
      }
    }
  }
}

extension Quotation {
  /// True if the cited lines are available and can be quoted.
  var isAtHand: Bool { documents.lineCount(of: source, in: texts) > 0 }
}
