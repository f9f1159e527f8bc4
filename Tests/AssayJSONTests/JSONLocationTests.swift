import AssayJSON
import Testing

@Suite("Places in a text")
struct JSONLocationTests {
  /// The place of every byte is what counting from the start comes to, over every kind of line end and of character.
  @Test(arguments: ["", "\n", "a\r\nb\rc\n\nd", "é\r\n日本\u{1F600}\r\r\nx", String(repeating: "é日a\r\n", count: 300)])
  func everyByte(text: String) throws {
    let bytes = Array(text.utf8)
    var expected = JSONLocation(line: 1, column: 1)
    for (offset, byte) in bytes.enumerated() {
      #expect(JSONLocation(ofByte: offset, in: bytes) == expected, "byte \(offset)")
      let isCRLF = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isCRLF) {
        expected = JSONLocation(line: expected.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        expected.column += 1
      }
    }
    #expect(JSONLocation(ofByte: bytes.count, in: bytes) == expected)
    #expect(JSONLocation(ofByte: bytes.count + 9, in: bytes) == expected, "past the end is the end")
  }

  @Test func `a document of one long line costs no scan for each place`() throws {
    let document = try JSONDocument(parsing: "[" + String(repeating: "1,", count: 100_000) + "1]")
    let clock = ContinuousClock()
    let elapsed = clock.measure {
      for offset in 0..<20_000 { _ = document.location(ofByte: 180_000 + offset % 1_000) }
    }
    #expect(document.location(ofByte: 100_001) == JSONLocation(line: 1, column: 100_002))
    // A scan would read four thousand million bytes.
    #expect(elapsed < .seconds(20))
  }
}
