import Testing

@testable import AssayDerive
@testable import AssayDocuments

/// The events that a sentence names as the last.
struct FinalEventsTests {
  @Test(arguments: [
    ("The events come in this order: `start`, then any number of `tick`, then `end`.", ""),
    ("The stream ends with `done` or `error`.", "done error"), ("After `done` the stream is closed.", "done"),
    ("`done` ends the stream and `error` tells why.", "done"),
    ("A `tick` a second, and the stream is over after `end`.", "end"),
    ("`joined` opens it, `moved` comes until the end, and `left` is the last event.", "left"),
    ("When `done` or `failed` arrives, the connection is closed.", "done failed"),
    ("`start` opens it, `tick`s follow, and then it ends.", ""), ("The last event, `bye`, says why.", "bye"),
    ("`error` does not end the stream; it ends with `done`.", "done"), ("Ends with `data: [DONE]`.", "[DONE]"),
    ("The final `close` event has no data.", "close"), ("It goes over HTTP, `tick` by `tick`.", ""),
    ("4. **finished** – the last one", "finished"), ("Der Stream endet nach `fertig` oder `fehler`.", "fertig fehler"),
    ("当收到 `done` 时流结束。", "done"),
    ("After each `tick` the final event `bye` may come.", "bye"),
    ("After the `tick` events, the last event, `bye`, says why.", "bye"),
    ("`tick` once a second, then the stream ends.", ""),
  ])
  func eventsThatAreSaidToBeTheLast(_ text: String, _ expected: String) throws {
    let blocks = try MarkdownDocument(parsing: Array(text.utf8)).blocks
    var line: MarkdownText?
    if case .paragraph(let text)? = blocks.first?.kind { line = text }
    if case .list(let list)? = blocks.first?.kind, case .paragraph(let text)? = list.items.first?.blocks.first?.kind {
      line = text
    }
    #expect(FinalEvents(try #require(line)).names.joined(separator: " ") == expected)
  }
}
