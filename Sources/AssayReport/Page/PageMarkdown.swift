import AssayFindings
import AssayText

extension Page {
  /// The size limit: GitHub accepts 65,536 characters in a comment; evidence beyond the limit is left out.
  private static let limit = 60_000

  /// The page as Markdown.
  package func markdown() -> String {
    var markdown = PageMarkdown(room: Self.limit)
    markdown.append(["# \(MarkdownEscape.plain("\(name): \(verdict)"))", ""])
    markdown.append(summary)
    markdown.append(body)
    return markdown.text
  }
}

/// Renders blocks as Markdown that displays text from outside unchanged.
struct PageMarkdown {
  /// The number of bytes that may still be written, in order to stay within the size limit.
  private(set) var room: Int
  private(set) var lines: [String] = []
  /// The heading level: the number of `#` signs.
  var level = 2

  init(room: Int) { self.room = room }

  var text: String { lines.joined(separator: "\n").trimmedEnd + "\n" }

  mutating func append(_ more: [String]) {
    lines += more
    room -= more.reduce(0) { $0 + $1.utf8.count + 1 }
  }

  /// Appends as many items as fit; returns the number of those that did not.
  mutating func fill(_ items: [[String]]) -> Int {
    for (index, item) in items.enumerated() {
      guard item.reduce(0, { $0 + $1.utf8.count + 1 }) <= room else { return items.count - index }
      append(item)
    }
    return 0
  }

  /// Runs `append` with the remaining room reduced by `bytes`, which are kept for later content.
  mutating func reserve(_ bytes: Int, _ append: (inout PageMarkdown) -> Void) {
    room -= bytes
    append(&self)
    room += bytes
  }

  mutating func append(_ blocks: [Block]) { for block in blocks { append(block) } }

  private mutating func append(_ block: Block) {
    switch block {
    case .heading(let title): append(["\(String(repeating: "#", count: level)) \(MarkdownEscape.plain(title))", ""])
    case .part(let title, let content):
      append(.heading(title))
      level += 1
      append(content)
      level -= 1
    case .sentence(let span): append([Self.text(span), ""])
    case .facts(let facts): append(facts.map { "- \(MarkdownEscape.plain($0.name)): \(Self.text($0.value))" } + [""])
    case .list(let items): append(items.map { "- " + $0.map { Self.text($0) }.joined(separator: " ") } + [""])
    case .table(let table): append(table)
    case .fold(let title, let content):
      append(["<details><summary>\(MarkdownEscape.plain(title))</summary>", ""])
      append(content)
      append(["</details>", ""])
    case .quote(let quotation):
      let quote = quotation.lines(ConsoleStyle(colour: false)).map(\.text)
      if !quote.isEmpty {
        append(
          [MarkdownEscape.plain(quotation.documents.describe(quotation.source)), ""] + MarkdownEscape.block(quote) + [
            ""
          ]
        )
      }
    case .command(let command):
      append(MarkdownEscape.block([VisibleText.line(command, limit: DocumentIndex.mostOfCommand)]) + [""])
    }
  }

  private mutating func append(_ table: PageTable) {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    append([line(table.columns.map { MarkdownEscape.plain($0) }), line(table.columns.map { _ in "---" })])
    append(
      table.rows.map { row in
        line(row.cells.map { ([$0.text] + $0.notes).map(Self.text).filter { !$0.isEmpty }.joined(separator: "<br>") })
      } + [""]
    )
    let before = self
    appendEvidence(of: table.rows)
    if room < 0 {
      self = before
      append(["The quoted lines did not fit here.", ""])
    }
  }

  /// Appends the evidence of the rows, folded and without repetition: the lines of the documents, then the commands.
  private mutating func appendEvidence(of rows: [PageTable.Row]) {
    var quoted: Set<Citation> = []
    var quotes: [Block] = []
    var commands: [(line: String, names: [String])] = []
    for row in rows {
      for block in row.evidence {
        switch block {
        case .quote(let quotation) where quoted.insert(quotation.source).inserted: quotes.append(block)
        case .command(let line):
          if let index = commands.firstIndex(where: { $0.line == line }) {
            commands[index].names.append(row.name)
          } else {
            commands.append((line, [row.name]))
          }
        default: break
        }
      }
    }
    guard !quotes.isEmpty || !commands.isEmpty else { return }
    let names = (quotes.isEmpty ? [] : ["the cited lines"]) + (commands.isEmpty ? [] : ["the requests to repeat"])
    append(["<details><summary>\(names.all)</summary>", ""])
    append(quotes)
    for command in commands {
      append(["To repeat \(command.names.map(MarkdownEscape.code).joined(separator: ", ")):", ""])
      append([.command(command.line)])
    }
    append(["</details>", ""])
  }

  private static func text(_ span: Span) -> String {
    switch span {
    case .prose(let text): MarkdownEscape.prose(text)
    case .code(let text): MarkdownEscape.cell(text)
    case .link(let text): HTTPLink.isSafe(text) ? "<\(text)>" : MarkdownEscape.cell(text)
    case .badge(let text, _): text.isEmpty ? "" : "**\(MarkdownEscape.plain(text))**"
    }
  }
}

extension String {
  /// The text without empty lines at the end.
  fileprivate var trimmedEnd: Substring {
    var rest = self[...]
    while rest.last == "\n" { rest.removeLast() }
    return rest
  }
}
