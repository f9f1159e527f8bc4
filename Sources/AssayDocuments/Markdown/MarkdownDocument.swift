/// A Markdown document (CommonMark with GitHub's tables, task lists and strikethrough) as blocks with their line
/// numbers.
package struct MarkdownDocument: Sendable {
  package let blocks: [MarkdownBlock]
  package let source: DocumentText

  /// The maximum size of a document in bytes.
  package static let largest = 16 << 20
  /// The most columns of a table: the library's time for a row is that number squared.
  package static let mostColumns = 4_000
  /// The maximum nesting depth of quotes and lists, in levels.
  package static let deepest = 64

  package init(parsing bytes: [UInt8]) throws(DocumentError) {
    guard bytes.count <= Self.largest else {
      throw DocumentError("larger than \(Self.largest >> 20) MiB; split it into several guides", line: 1)
    }
    source = DocumentText(bytes)
    if let line = source.lines.firstIndex(where: { $0.utf8.count { $0 == UInt8(ascii: "|") } > Self.mostColumns }) {
      throw DocumentError("a table has more than \(Self.mostColumns) columns", line: line + 1)
    }
    blocks = try MarkdownReader.blocks(of: source)
  }
}

/// One block of a Markdown document.
package struct MarkdownBlock: Sendable {
  package indirect enum Kind: Sendable {
    case heading(level: Int, MarkdownText)
    case paragraph(MarkdownText)
    case code(CodeBlock)
    case table(MarkdownTable)
    case list(MarkdownList)
    case quote([MarkdownBlock])
    case html(String)
    case rule
  }

  package var kind: Kind
  /// The lines of the block, from 1.
  package var lines: ClosedRange<Int>
}

/// A fenced or indented code block.
package struct CodeBlock: Sendable {
  /// The text after the fence: `json`, `swift title="…"`; empty if absent.
  package var info: String
  /// The lines of the code.
  package var code: [String]
  /// The line of the document on which the code begins, from 1.
  package var firstLine: Int

  package init(info: String, code: [String], firstLine: Int) {
    (self.info, self.code, self.firstLine) = (info, code, firstLine)
  }

  /// The first word of the info string in lower case, without the additions of some renderers: `json{1,3}`,
  /// `ts:file.ts`.
  package var language: String {
    let word = info.lowercased().split(whereSeparator: { " \t,{:".contains($0) }).first ?? ""
    return word.hasPrefix(".") ? String(word.dropFirst()) : String(word)
  }
}

package struct MarkdownTable: Sendable {
  package struct Row: Sendable {
    package var line: Int
    package var cells: [MarkdownText]
  }

  package var header: Row
  package var rows: [Row]
}

package struct MarkdownList: Sendable {
  package struct Item: Sendable {
    package var blocks: [MarkdownBlock]
    package var lines: ClosedRange<Int>
  }

  package var isOrdered: Bool
  package var items: [Item]
}

/// The text of a Markdown block as runs, each with one style, such as code.
package struct MarkdownText: Sendable, Hashable {
  package struct Run: Sendable, Hashable {
    package var text: String
    package var isCode = false
    package var isStrong = false
    package var isStruck = false
    package var link: String?
    /// The line of the document on which the run begins, from 1.
    package var line: Int
  }

  package var runs: [Run]

  package init(_ runs: [Run] = []) { self.runs = runs }

  /// The text without its styles; a line break is a line feed.
  package var plain: String { runs.map(\.text).joined() }
  /// The text without its styles and without struck-through parts.
  package var unstruck: String { runs.filter { !$0.isStruck }.map(\.text).joined() }
}
