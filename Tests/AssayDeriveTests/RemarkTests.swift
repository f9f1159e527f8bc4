import Testing

@testable import AssayDerive

/// The lists of values that remarks name.
struct RemarkTests {
  @Test(arguments: [
    ("pending, processing, completed, failed", "processing", ["pending", "processing", "completed", "failed"]),
    ("user | assistant", "user", ["user", "assistant"]), ("e.g. \"a\", \"b\"", "a", []),
    ("Available when done", "x", []),
    ("one of `a`, `b` or `c`", nil, ["a", "b", "c"]), ("number of items, at most ten", nil, []),
  ])
  func listsInRemarks(_ text: String, _ value: String?, _ values: [String]) {
    #expect(Remark(text, value: value).values == values)
  }
}
