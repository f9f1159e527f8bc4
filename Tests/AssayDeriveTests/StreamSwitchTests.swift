import Testing

@testable import AssayDerive

/// The phrases that say how a stream is asked for.
struct StreamSwitchTests {
  @Test(arguments: [
    ("with `\"stream\": true` it is streamed", "stream"), ("set `stream` to true", "stream"), ("?stream=1", "stream"),
    ("accept: text/event-stream", "Accept"), ("the stream is long", nil), ("true of streams", nil),
  ])
  func whatAsksForAStream(_ text: String, _ expected: String?) {
    #expect(StreamSwitch(in: text).map { $0.member ?? "Accept" } == expected)
  }
}
