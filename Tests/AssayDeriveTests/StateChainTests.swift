import Testing

@testable import AssayDerive
@testable import AssayDocuments

/// The transitions between states that a line shows.
struct StateChainTests {
  @Test(arguments: [
    ("States: queued → running, running → done, running → failed.", "queued>running running>done running>failed"),
    ("queued → running → done; queued → cancelled", "queued>running>done queued>cancelled"),
    ("queued -> running -> done (or failed)", "queued>running>done|failed"),
    (
      "pending → scanning → finished, failed or cancelled. Ask every 3 seconds.",
      "pending>scanning>finished|failed|cancelled"
    ),
    ("queued → running, paused → done", "queued>running|paused>done"),
    ("packed ──▶ underway ----> delivered", "packed>underway>delivered"), ("a → b, and b → c", "a>b b>c"),
    ("a or b → c. Then c → d", "a|b>c c>d"),
    ("waiting → printing when paper is there → done", ""), ("a → b/c then", "a>b|c"),
    ("`a` → `b`, `b` → `c`; `a` → `d`", "a>b b>c a>d"), ("`a` → `b` (or `c`), `d` says why", "a>b|c|d"),
  ])
  func transitionsOfALine(_ text: String, _ expected: String) throws {
    let blocks = try MarkdownDocument(parsing: Array(text.utf8)).blocks
    guard case .paragraph(let line)? = blocks.first?.kind else {
      Issue.record("no paragraph")
      return
    }
    let chains = StateChain.chains(in: line.plain, line)
    #expect(
      chains.map { $0.groups.map { $0.joined(separator: "|") }.joined(separator: ">") }.joined(separator: " ")
        == expected
    )
  }
}
