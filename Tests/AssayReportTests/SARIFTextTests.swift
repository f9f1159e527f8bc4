import Testing

@testable import AssayReport

@Suite struct SARIFTextTests {
  @Test(arguments: [
    ("plain [1, 2] (x) \\u001b", "plain [1, 2] (x) \\u001b"),
    ("{0} of {\"a\": {}}", "{{0}} of {{\"a\": {{}}}}"),
    ("[click](http://evil.example)", "\\[click\\](http://evil.example)"),
    ("[a\\](1) and [b]", "\\[a\\\\\\](1) and \\[b\\]"),
  ])
  func isShownAsItIs(text: String, expected: String) {
    #expect(SARIFText.plain(text) == expected)
  }
}
