package import AssayHTTP
import AssayJSON

/// What the mock answers, before it becomes bytes on a connection.
package struct Reply: Sendable {
  package var status: Int
  /// Without those that frame the message; the encoder adds them.
  package var headers: [HTTPHeader]
  package var content: Content
  /// The time before the first byte.
  package var delay: Duration
  /// The broken way in which it is sent, where a fault asks for one.
  package var flaw: WireFlaw?

  /// The body of an answer.
  package enum Content: Sendable {
    case bytes([UInt8])
    case events([TimedEvent])
  }

  package init(
    status: Int,
    headers: [HTTPHeader] = [],
    content: Content,
    delay: Duration = .zero,
    flaw: WireFlaw? = nil
  ) {
    self.status = status
    self.headers = headers
    self.content = content
    self.delay = delay
    self.flaw = flaw
  }

  /// A problem, told as JSON.
  package init(_ problem: Problem) {
    self.init(
      status: problem.status,
      headers: [HTTPHeader("Content-Type", Problem.mediaType)],
      content: .bytes(Array(problem.json.text.utf8))
    )
  }
}

/// An event of a stream, and the pause before it.
package struct TimedEvent: Hashable, Sendable {
  package var after: Duration
  /// `nil` sends the event without its name.
  package var name: String?
  package var data: String
  package var id: String?
  /// Whether the pause is what matters, whatever the pace.
  package var isLate = false

  package init(after: Duration, name: String?, data: String, id: String? = nil) {
    self.after = after
    self.name = name
    self.data = data
    self.id = id
  }
}
