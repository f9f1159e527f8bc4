package import AssayDocuments

/// Lines of a document something rests on.
struct Source: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The document's name in the contract.
  var document: String
  var lines: ClosedRange<Int>

  init(_ document: String, _ lines: ClosedRange<Int>) {
    self.document = document
    // A reader would have to search more than that, and lint says so.
    self.lines = lines.count <= 40 ? lines : lines.lowerBound...lines.lowerBound + 39
  }

  init(_ document: String, _ line: Int) { self.init(document, line...line) }

  var description: String {
    lines.count == 1 ? "\(document):\(lines.lowerBound)" : "\(document):\(lines.lowerBound)-\(lines.upperBound)"
  }

  static func < (left: Source, right: Source) -> Bool {
    (left.document, left.lines.lowerBound, left.lines.upperBound)
      < (right.document, right.lines.lowerBound, right.lines.upperBound)
  }
}

/// One guide: its name in the contract, its file and what it says.
package struct Guide: Sendable {
  package var name: String
  package var file: String
  package var document: MarkdownDocument

  package init(name: String, file: String, document: MarkdownDocument) {
    self.name = name
    self.file = file
    self.document = document
  }

  /// The text of the first heading, else the file's name.
  var title: String {
    for block in document.blocks {
      if case .heading(_, let text) = block.kind, !text.plain.trimmed.isEmpty { return text.plain.trimmed }
    }
    return file
  }
}

/// A heading with what stands under it, up to the next one.
struct Section: Sendable {
  var title: MarkdownText
  var level: Int
  var lines: ClosedRange<Int>
  /// The titles above it, outermost first.
  var path: [String]
}

/// A guide's blocks in a row: lists and quotes are opened up, each passage knows its section.
struct Passage: Sendable {
  enum Kind: Sendable {
    case heading(level: Int)
    case paragraph
    /// An item of a list; how deep, and whether the list is numbered.
    case item(depth: Int, isOrdered: Bool)
    case code(CodeBlock)
    case table(MarkdownTable)
  }

  var kind: Kind
  /// The text of a heading, a paragraph or an item; empty for code and tables.
  var text: MarkdownText
  var lines: ClosedRange<Int>
  var section: Int
}

struct Outline: Sendable {
  let name: String
  let file: String
  private(set) var passages: [Passage] = []
  private(set) var sections: [Section] = []

  init(_ guide: Guide) {
    name = guide.name
    file = guide.file
    sections.append(Section(title: MarkdownText(), level: 0, lines: 1...1, path: []))
    add(guide.document.blocks, depth: 0)
    let count = max(guide.document.source.lines.count, 1)
    for index in sections.indices {
      let next = index + 1 < sections.count ? sections[index + 1].lines.lowerBound - 1 : count
      sections[index].lines = sections[index].lines.lowerBound...max(next, sections[index].lines.lowerBound)
    }
  }

  private mutating func add(_ blocks: [MarkdownBlock], depth: Int) {
    for block in blocks {
      let section = sections.count - 1
      switch block.kind {
      case .heading(let level, let text):
        var above: [String] = []
        var limit = level
        for section in sections.reversed() where section.level < limit && section.level > 0 {
          above.insert(section.title.plain, at: 0)
          limit = section.level
        }
        sections.append(Section(title: text, level: level, lines: block.lines, path: above))
        passages.append(Passage(kind: .heading(level: level), text: text, lines: block.lines, section: section + 1))
      case .paragraph(let text):
        passages.append(Passage(kind: .paragraph, text: text, lines: block.lines, section: section))
      case .code(let code):
        passages.append(Passage(kind: .code(code), text: MarkdownText(), lines: block.lines, section: section))
      case .table(let table):
        passages.append(Passage(kind: .table(table), text: MarkdownText(), lines: block.lines, section: section))
      case .quote(let inner): add(inner, depth: depth)
      case .list(let list):
        for item in list.items {
          var inner = item.blocks[...]
          if let first = inner.first, case .paragraph(let text) = first.kind {
            inner = inner.dropFirst()
            passages.append(
              Passage(
                kind: .item(depth: depth, isOrdered: list.isOrdered),
                text: text,
                lines: first.lines,
                section: section
              )
            )
          }
          add(Array(inner), depth: depth + 1)
        }
      case .html, .rule: break
      }
    }
  }
}
