import AssayJSON
import AssayText
import Testing

@testable import AssayContract

/// The small parts the loader is made of.
struct LoadingPartsTests {
  @Test(arguments: [
    ("respones", "responses"), ("Operation", "operation"), ("form", "from"), ("xyz", nil), ("a", nil),
    ("operations", nil),
  ])
  func suggestsSpellings(_ word: String, _ nearest: String?) {
    let known = ["responses", "operation", "from", "operations"].filter { $0 != word || word != "operations" }
    #expect(
      SpellingSuggestion.nearest(to: word, among: word == "operations" ? ["servers"] : known) == nearest
    )
  }

  @Test(arguments: [
    (#""abc""#, 1, 1), (#""abc""#, 3, 3), (#""abc""#, 9, 4), (#""a\"b""#, 3, 4), (#""a\u00e9b""#, 3, 8),
    (#""a\ud83d\ude00b""#, 3, 14), (#""aéb""#, 3, 4), (#""a\\b""#, 3, 4), ("7", 3, 0),
  ])
  func findsColumnsBehindEscapes(_ json: String, _ column: Int, _ offset: Int) throws {
    #expect(try JSONDocument(parsing: json).root.byteOffset(ofColumn: column) == offset)
  }

  @Test func drawsExcerpts() {
    let text = ContractText(file: "x", bytes: Array("{\r\n\t\"kéy\": 1\r\n}".utf8))
    #expect(text.excerpt(of: 4..<10).text == "2 |  \"kéy\": 1\n  |  ^^^^^")
    #expect(text.location(ofByte: 4) == JSONLocation(line: 2, column: 2))
    #expect(text.excerpt(of: 900..<901).text == "3 | }\n  |  ^")
  }

  @Test func cutsLongLinesAroundThePlace() {
    let line = String(repeating: "a", count: 500) + "HERE" + String(repeating: "b", count: 500)
    let excerpt = ContractText(file: "x", bytes: Array(line.utf8)).excerpt(of: 500..<504)
    let lines = excerpt.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count < 130 })
    #expect(lines[0].contains("aHEREb"))
    #expect(lines[0].hasPrefix("1 | …a") && lines[0].hasSuffix("b…"))
    #expect(excerpt.length == 4)
  }

  @Test func showsControlCharactersHarmless() {
    let text = ContractText(file: "x", bytes: Array("\"\u{1B}[2J\u{202E}\"".utf8))
    #expect(!text.excerpt(of: 0..<1).text.unicodeScalars.contains("\u{1B}"))
    #expect(!text.excerpt(of: 0..<1).text.unicodeScalars.contains("\u{202E}"))
  }
}
