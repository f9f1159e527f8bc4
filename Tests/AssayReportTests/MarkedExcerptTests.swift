import AssayFindings
import Testing

@testable import AssayReport

/// The carets of an excerpt become one mark, and no other is set beside it.
@Suite struct MarkedExcerptTests {
  @Test func caretsMarkWhatStandsAboveThem() {
    let lines = lines(
      "{\n  \"progress\": \"0\",\n              ^^^\n  \"step\": 1\n}",
      at: "/progress",
      came: "\"0\" (string)"
    )
    #expect(lines.map(\.text) == ["{", "  \"progress\": \"0\",", "  \"step\": 1", "}"])
    #expect(lines.map(\.marked) == ["", "\"0\"", "", ""])
  }

  @Test func aGapIsSaidInItsPlace() {
    let lines = lines("{\n  \"status\": \"queued\"\n  ^ advisor is missing\n}", at: "/advisor", came: "only status")
    #expect(lines.map(\.marked) == ["", "", "advisor is missing", ""])
    #expect(lines.map(\.isGap) == [false, false, true, false])
  }

  @Test func whereNoCaretStandsThePlaceIsLookedFor() {
    let lines = lines("{\"id\": \"c\", \"similarity\": 0.74}", at: "/results/2/similarity", came: "0.74")
    #expect(lines.map(\.marked) == ["0.74"])
    #expect(lines.first?.column == 26)
  }

  @Test(arguments: ["^^^", "^^^\n^^^", "\n    ^", "a\n    ^^", "\u{1B}\n^", "^ ", " ^  x\n^ y", "\n\n", "é\n ^^^^"])
  func anyTextIsTaken(excerpt: String) {
    let lines = lines(excerpt, at: "", came: "")
    #expect(lines.count { !$0.marked.isEmpty } <= 1)
    #expect(!lines.contains { $0.text.contains("\u{1B}") })
  }

  @Test func aMarkOverInvisibleCharactersKeepsItsPlace() {
    let lines = lines("\"\u{1B}[2J\": 7\n        ^", at: "", came: "")
    #expect(lines.map(\.before) == ["\"\\u001b[2J\": "])
    #expect(lines.map(\.marked) == ["7"])
  }

  private func lines(_ excerpt: String, at path: ValuePath, came actual: String) -> [MarkedExcerpt.Line] {
    MarkedExcerpt(
      Finding(level: .must, rule: "schema.type", place: .body(path), message: "m", actual: actual, excerpt: excerpt)
    ).lines
  }
}
