package import AssayDocuments

/// A range of lines in a document from which a fact was read.
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

  func contains(_ other: Source) -> Bool {
    document == other.document && lines.contains(other.lines.lowerBound) && lines.contains(other.lines.upperBound)
  }

  var description: String {
    lines.count == 1 ? "\(document):\(lines.lowerBound)" : "\(document):\(lines.lowerBound)-\(lines.upperBound)"
  }

  /// The citation as part of a draft.
  var tree: DraftTree { .string(description) }

  static func < (left: Source, right: Source) -> Bool {
    (left.document, left.lines.lowerBound, left.lines.upperBound)
      < (right.document, right.lines.lowerBound, right.lines.upperBound)
  }
}

/// A guide: its name in the contract, its file and its content.
package struct Guide: Sendable {
  package var name: String
  package var file: String
  package var document: MarkdownDocument

  /// The lines of the file, as cited.
  package var lines: [String]
  /// The first line that is not UTF-8.
  package var firstForeignLine: Int?
  /// The line numbers in the file of HTML table rows, by the line numbers to which these rows were moved.
  var lineOf: [Int: Int]

  /// Parses a guide.
  package init(name: String, file: String, bytes: [UInt8]) throws(DocumentError) {
    let source = DocumentText(bytes)
    let markup = GuideMarkup(source.lines)
    document = try MarkdownDocument(parsing: Array(markup.lines.joined(separator: "\n").utf8))
    self.name = name
    self.file = file
    lines = source.lines
    firstForeignLine = source.firstForeignLine
    lineOf = markup.lineOf
  }

  /// The text of the first heading, else the file's name.
  var title: String {
    for block in document.blocks {
      if case .heading(_, let text) = block.kind, !text.plain.trimmed.isEmpty { return text.plain.trimmed }
    }
    return file
  }
}

/// A heading with the content below it, up to the next heading.
struct Section: Sendable {
  var title: MarkdownText
  var level: Int
  var lines: ClosedRange<Int>
  /// The titles of the enclosing sections, outermost first.
  var path: [String]
}

/// A block of a guide, in sequence: the content of lists and quotes is flattened, and each passage knows its section.
struct Passage: Sendable {
  enum Kind: Sendable {
    case heading(level: Int)
    case paragraph
    case item
    case code(CodeBlock)
    case table(MarkdownTable)
  }

  var kind: Kind
  /// The text of a heading, a paragraph or an item; empty for code and tables.
  var text: MarkdownText
  var lines: ClosedRange<Int>
  var section: Int
  /// The number of items the passage is inside of.
  var depth = 0
  /// The content of a list's item, read as the row of a field.
  var row: FieldRow?
  /// True if the item is one of the values of the field above it.
  var isValue = false
}

extension Passage {
  /// The lines of the text, each with its place.
  func lines(in document: String) -> [(text: MarkdownText, source: Source)] {
    zip(text.lines, lines.lowerBound...).map { ($0, Source(document, min($1, lines.upperBound))) }
  }
}

struct Outline: Sendable {
  let name: String
  let file: String
  private(set) var passages: [Passage] = []
  private(set) var sections: [Section] = []
  /// The open headings at the current position, outermost first.
  private var outer: [(level: Int, title: String)] = []
  private let lineOf: [Int: Int]

  init(_ guide: Guide) {
    name = guide.name
    file = guide.file
    lineOf = guide.lineOf
    sections.append(Section(title: MarkdownText(), level: 0, lines: 1...1, path: []))
    add(guide.document.blocks, depth: 0)
    let count = max(guide.lines.count, 1)
    for index in sections.indices {
      let next = index + 1 < sections.count ? sections[index + 1].lines.lowerBound - 1 : count
      sections[index].lines = sections[index].lines.lowerBound...max(next, sections[index].lines.lowerBound)
    }
  }

  private mutating func add(
    _ blocks: [MarkdownBlock],
    depth: Int,
    under parent: FieldRow? = nil,
    areValues: Bool = false
  ) {
    for block in blocks {
      switch block.kind {
      case .heading(let level, let text): enter(level, text, block.lines)
      case .paragraph(let text): append(.paragraph, text, block.lines, depth)
      case .code(let code): append(.code(code), MarkdownText(), block.lines, depth)
      case .table(var table):
        for index in table.rows.indices {
          table.rows[index].line = lineOf[table.rows[index].line] ?? table.rows[index].line
        }
        append(.table(table), MarkdownText(), block.lines, depth)
      case .quote(let inner): add(inner, depth: depth)
      case .list(let list): add(list, depth: depth, under: parent, areValues: areValues)
      case .html, .rule: break
      }
    }
  }

  private mutating func append(_ kind: Passage.Kind, _ text: MarkdownText, _ lines: ClosedRange<Int>, _ depth: Int = 0)
  {
    passages.append(Passage(kind: kind, text: text, lines: lines, section: sections.count - 1, depth: depth))
  }

  private mutating func enter(_ level: Int, _ text: MarkdownText, _ lines: ClosedRange<Int>) {
    while let last = outer.last, last.level >= level { outer.removeLast() }
    sections.append(Section(title: text, level: level, lines: lines, path: outer.map(\.title)))
    outer.append((level, text.plain))
    append(.heading(level: level), text, lines)
  }

  /// Adds the items of a list; items that describe fields become rows, which know the enclosing field.
  private mutating func add(_ list: MarkdownList, depth: Int, under parent: FieldRow?, areValues: Bool) {
    let rows = areValues ? list.items.map { _ in nil } : FieldRow.rows(of: list, under: parent)
    for (item, row) in zip(list.items, rows) {
      var inner = item.blocks[...]
      let place = passages.count
      if let first = inner.first, case .paragraph(let text) = first.kind {
        inner = inner.dropFirst()
        append(.item, text, first.lines, depth + 1)
        (passages[place].row, passages[place].isValue) = (row, areValues)
      }
      var hasValues = false
      if let row, case .list(let values)? = inner.first?.kind {
        hasValues = passages[place].row?.takeAttributes(values) == true
        if !hasValues {
          let named = FieldRow.values(of: values, for: row)
          passages[place].row?.values = named
          hasValues = !named.isEmpty
        }
      }
      add(Array(inner), depth: depth + 1, under: row, areValues: hasValues)
    }
  }
}
