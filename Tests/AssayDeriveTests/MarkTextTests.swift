import Testing

@testable import AssayDerive

/// Data of events that is not JSON.
struct MarkTextTests {
  @Test(arguments: [
    ("[DONE]", "[DONE]"), ("data: [DONE]", "[DONE]"), ("[JSON]", nil), ("[1]", nil), ("[\"DONE\"]", nil), ("DONE", nil),
    ("[Item]", nil),
  ])
  func dataThatIsNoJSON(_ text: String, _ expected: String?) {
    #expect(MarkText(line: text)?.text == expected)
  }
}
