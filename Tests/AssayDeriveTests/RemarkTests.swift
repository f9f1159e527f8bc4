import Testing

@testable import AssayDerive
@testable import AssayDocuments

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

  /// Pieces of code that stand in a row are a list of values, unless they are two things.
  @Test(arguments: [
    ("state (`open`, `done`)", ["open", "done"]), ("`low`, `mid` or `high`; default `mid`", ["low", "mid", "high"]),
    ("`a` | `b`", ["a", "b"]), ("needs `width` and `height`", []), ("such as `a`, `b`", []), ("only `a`", []),
    ("`a` comes before `b`", []),
  ])
  func listsOfCode(_ text: String, _ values: [String]) throws {
    guard case .paragraph(let text)? = try MarkdownDocument(parsing: Array(text.utf8)).blocks.first?.kind else {
      Issue.record("not a paragraph")
      return
    }
    #expect(Remark.list(inCode: text.runs[...]) == values)
  }
}
