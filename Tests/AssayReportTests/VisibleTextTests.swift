import AssayReport
import Testing

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("a\tb\r\nc", "a\\tb\\r\\nc"),
    ("\u{1B}[31mred\u{1B}[0m", "\\u001b[31mred\\u001b[0m"),
    ("\u{9B}2J", "\\u009b2J"),
    ("abc\u{202E}cba", "abc\\u202ecba"),
    ("\u{0}\u{7F}\u{FEFF}\u{FFFE}", "\\u0000\\u007f\\ufeff\\ufffe"),
    ("tag\u{E0041}", "tag\\u{e0041}"),
    ("\u{115F}\u{3164}\u{FFA0}", "\\u115f\\u3164\\uffa0"),
    ("Ąžuolas 東京 👩‍🔬", "Ąžuolas 東京 👩‍🔬"),
  ])
  func showsWhatCannotBeSeen(text: String, expected: String) {
    #expect(VisibleText.line(text) == expected)
  }

  @Test func cutsWithTheLength() {
    #expect(VisibleText.line(String(repeating: "a", count: 500), limit: 3) == "aaa… (500 characters)")
    #expect(VisibleText.line("abc", limit: 3) == "abc")
    // One character in Swift's eyes, ten thousand scalars on the wire.
    let pile = "o" + String(repeating: "\u{301}", count: 10_000)
    #expect(VisibleText.line(pile, limit: 10).unicodeScalars.count < 40)
  }

  @Test func keepsLinesApart() {
    #expect(VisibleText.lines("a\r\nb\n\tc\u{7}") == ["a", "b", "  c\\u0007"])
    #expect(VisibleText.lines("1\n2\n3", count: 2) == ["1", "2", "… (3 lines)"])
    #expect(VisibleText.lines("") == [])
  }
}
