import AssayDocuments
import Foundation
import TestKit
import Testing

/// Blocks and runs, with the lines they stand on.
struct MarkdownTests {
  /// A document as lines of an outline: each block's first and last line, and what it is.
  private static func outline(_ blocks: [MarkdownBlock], indent: String = "") -> [String] {
    blocks.flatMap { block -> [String] in
      let head = "\(indent)\(block.lines.lowerBound)-\(block.lines.upperBound) "
      switch block.kind {
      case .heading(let level, let text): return [head + "h\(level) " + runs(text)]
      case .paragraph(let text): return [head + "p " + runs(text)]
      case .code(let code):
        return [head + "code(\(code.language)) from \(code.firstLine): " + code.code.joined(separator: "⏎")]
      case .table(let table):
        return [head + "table"]
          + ([table.header] + table.rows).map { row in
            "\(indent)  \(row.line) " + row.cells.map { runs($0) }.joined(separator: " | ")
          }
      case .list(let list):
        return [head + (list.isOrdered ? "ol" : "ul")]
          + list.items.flatMap { item in
            ["\(indent)  \(item.lines.lowerBound)-\(item.lines.upperBound) item"]
              + outline(item.blocks, indent: indent + "    ")
          }
      case .quote(let inner): return [head + "quote"] + outline(inner, indent: indent + "  ")
      case .html(let text): return [head + "html " + text.trimmingCharacters(in: .whitespacesAndNewlines)]
      case .rule: return [head + "rule"]
      }
    }
  }

  private static func runs(_ text: MarkdownText) -> String {
    text.runs.map { run in
      var shown = run.text.replacing("\n", with: "⏎")
      if run.isCode { shown = "`\(shown)`" }
      if run.isStrong { shown = "*\(shown)*" }
      if run.isStruck { shown = "~\(shown)~" }
      if let link = run.link { shown = "[\(shown)](\(link))" }
      return shown
    }.joined()
  }

  @Test func everyBlockKnowsItsLines() throws {
    let document = try MarkdownDocument(parsing: try Fixtures.bytes("documents/blocks.md"))
    try Golden.expect(
      Self.outline(document.blocks).joined(separator: "\n") + "\n",
      Repository.fixtures.appending(path: "documents/blocks.txt")
    )
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func everyLineEndCounts(_ end: String) throws {
    let document = try MarkdownDocument(
      parsing: Array("# A\(end)\(end)text\u{85}text\u{2028}text\(end)\(end)## B".utf8)
    )
    #expect(document.blocks.map(\.lines) == [1...1, 3...3, 5...5])
    #expect(document.source.lines.count == 5)
  }

  @Test func bytesThatAreNotUTF8AreReadAsLatin1() throws {
    let document = try MarkdownDocument(parsing: Array("# A\n\nna".utf8) + [0xEF] + Array("ve\n".utf8))
    #expect(document.source.firstForeignLine == 3)
    #expect(document.source.lines == ["# A", "", "naïve"])
  }

  @Test func utf16IsReadByItsMark() {
    #expect(DocumentText([0xFF, 0xFE, 0x41, 0x00, 0x0A, 0x00, 0xE9, 0x00]).lines == ["A", "é"])
    #expect(DocumentText([0xFE, 0xFF, 0x00, 0x41]).lines == ["A"])
    #expect(DocumentText([0xEF, 0xBB, 0xBF, 0x41]).lines == ["A"])
  }

  @Test(arguments: [
    String(repeating: "> ", count: 2000) + "x",
    (0..<80).map { String(repeating: "  ", count: $0) + "- x" }.joined(separator: "\n"),
  ])
  func nestingHasAnEnd(_ text: String) throws {
    let error = #expect(throws: DocumentError.self) { try MarkdownDocument(parsing: Array(text.utf8)) }
    #expect(error?.message.contains("nested deeper than 64 levels") == true)
  }

  @Test(arguments: [
    String(repeating: "*a **a ", count: 20_000), String(repeating: "[", count: 50_000),
    String(repeating: "![[]()", count: 20_000),
    String(repeating: "| a ", count: 4_000) + "\n" + String(repeating: "|-", count: 4_000),
    String(repeating: "`", count: 50_000), String(repeating: "~~a ", count: 20_000), "\0\0\0", "",
  ])
  func hostileInlinesAreRead(_ text: String) throws {
    _ = try MarkdownDocument(parsing: Array(text.utf8))
  }
}
