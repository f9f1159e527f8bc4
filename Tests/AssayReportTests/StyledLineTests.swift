import AssayReport
import Testing

/// Styling is the tool's own: a text adds none, whoever made it.
struct StyledLineTests {
  private static let hostile = "a\u{1B}[31mb\u{9B}2Jc\nd\u{202E}e\u{7F}"
  private static let visible = #"a\u001b[31mb\u009b2Jc\nd\u202ee\u007f"#

  @Test func aTextBringsNoControlCharacters() {
    #expect(StyledLine(Self.hostile).text == Self.visible)
    let line: StyledLine = "x \(Self.hostile) y"
    #expect(line.text == "x \(Self.visible) y")
    #expect((StyledLine("a") + "\(Self.hostile)").text == "a" + Self.visible)
  }

  @Test(arguments: [true, false]) func inkIsAroundVisibleText(_ colour: Bool) {
    let style = ConsoleStyle(colour: colour)
    let painted = style.paint(Self.hostile, .bad)
    #expect(painted.text == (colour ? "\u{1B}[1;31m\(Self.visible)\u{1B}[0m" : Self.visible))
    let line: StyledLine = "\(painted), \(2) times"
    #expect(line.text == painted.text + ", 2 times")
    #expect(style.paint("", .bold).isEmpty)
  }
}
