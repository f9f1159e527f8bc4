import AssayJSON
import Testing

@Suite("JSON Pointer")
struct JSONPointerTests {
  /// The table of RFC 6901 section 5.
  @Test(arguments: [
    ("", nil), ("/foo", "[\"bar\",\"baz\"]"), ("/foo/0", "\"bar\""), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"),
    ("/m~0n", "8"), ("/foo/2", "-"), ("/foo/00", "-"), ("/foo/-", "-"), ("/nope", "-"), ("/e\u{301}", "9"),
  ])
  func lookUp(text: String, expected: String?) throws {
    let document = try JSONDocument(
      parsing: "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"m~n\":8,\"e\u{301}\":9}"
    )
    let pointer = try #require(JSONPointer(text))
    let found = document.root[pointer]
    #expect(found?.text == (expected == "-" ? nil : expected ?? document.root.text))
    #expect(pointer.description == text)
    if let found { #expect(found.pointer == pointer) }
  }

  @Test(arguments: ["foo", "/~", "/~2", "/a~"])
  func refused(text: String) { #expect(JSONPointer(text) == nil) }

  @Test func combiningMarksHideNothing() throws {
    #expect(JSONPointer("/a/\u{301}b")?.tokens == ["a", "\u{301}b"])
    #expect(JSONPointer("/~1\u{301}")?.tokens == ["/\u{301}"])
  }
}
