import AssayDocuments
import Testing

/// A document's text as lines.
struct DocumentTextTests {
  @Test(arguments: ["a\r\nü\n\nlast", "one", "", "\n", "\u{FEFF}mark\rnext\r"])
  func measuresLinesAsTheyAreMade(text: String) {
    let lines = DocumentLines(Array(text.utf8))
    #expect(lines.indices.map(lines.length(at:)) == lines.map(\.utf8.count))
  }
}
