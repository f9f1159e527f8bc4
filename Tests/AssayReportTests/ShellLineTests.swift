import Testing

@testable import AssayReport

@Suite struct ShellLineTests {
  @Test func breaksBetweenWordsOnly() {
    let command =
      "curl -si -H 'Content-Type: application/json' --data-raw '{\"a b\": \"it'\\''s\"}' \"$A B\" http://h/  # BODY: the 9 bytes"
    let lines = ShellLine.wrap(command, to: 40, after: 5, indent: 5)
    #expect(
      lines == [
        "curl -si -H \\", "'Content-Type: application/json' \\", "--data-raw '{\"a b\": \"it'\\''s\"}' \\",
        "\"$A B\" http://h/ \\", "# BODY: the 9 bytes",
      ]
    )
    // Joined again it is the command.
    let joined = lines.map { $0.hasSuffix(" \\") ? String($0.dropLast(2)) : $0 }.joined(separator: " ")
    #expect(joined == command.replacing("  #", with: " #"))
  }

  @Test func leavesAShortLineAlone() {
    #expect(ShellLine.wrap("curl -si http://h/", to: 80, after: 0, indent: 0) == ["curl -si http://h/"])
  }
}
