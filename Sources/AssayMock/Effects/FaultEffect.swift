package import AssayHTTP
package import AssayJSON

/// A fault as a mock plays it: what is done to the answers of one operation.
package struct PlayedFault: Sendable {
  /// Faults of one operation are played in the order of their names, whatever order they were asked for in.
  package var name: String
  package var operation: String
  package var effect: FaultEffect

  package init(name: String, operation: String, effect: FaultEffect) {
    self.name = name
    self.operation = operation
    self.effect = effect
  }
}

/// What a fault does to the answers of its operation.
package enum FaultEffect: Sendable {
  /// Changes the body of successful answers.
  case body([JSONEdit], Turns)
  /// Changes status, header section, body text, time or framing of a successful answer.
  case answer(AnswerChange)
  /// Changes a poll's answers, and which of them come.
  case poll([PlayEdit<PollFrame>])
  /// Changes a stream's events, and which of them come.
  case events([PlayEdit<PlayedEvent>])
  /// Changes answers that are not successful.
  case refusal(AnswerChange)
}

/// Which of the answers about one resource a fault changes.
package enum Turns: Sendable {
  case all
  /// The second, the fourth and so on.
  case everySecond
}

extension FaultEffect {
  package var eventEdits: [PlayEdit<PlayedEvent>] { if case .events(let edits) = self { edits } else { [] } }
  package var pollEdits: [PlayEdit<PollFrame>] { if case .poll(let edits) = self { edits } else { [] } }
  /// What it does to successful answers below their JSON.
  package var answerChange: AnswerChange? { if case .answer(let change) = self { change } else { nil } }

  /// The longest it makes a client wait for an answer or an event.
  package var longestPause: Duration {
    var longest = answerChange?.delay ?? .zero
    for case .change(_, .delay(let pause)) in eventEdits { longest = max(longest, pause) }
    return longest
  }

  /// Whether it changes which events come, or in which order; an event the documents do not name has no place in it.
  package var reordersEvents: Bool {
    eventEdits.contains { edit in
      switch edit {
      case .remove, .move, .repeat, .change(_, .unname): true
      case .change, .insert: false
      }
    }
  }
}

/// A change to an answer below its JSON.
package struct AnswerChange: Sendable {
  package var status: Int?
  /// Put in place of all fields of their name.
  package var headers: [HTTPHeader]
  /// Fields that are left out.
  package var removed: [String]
  /// Sent in place of the body.
  package var body: [UInt8]?
  package var delay: Duration
  package var flaw: WireFlaw?

  package init(
    status: Int? = nil,
    headers: [HTTPHeader] = [],
    removed: [String] = [],
    body: [UInt8]? = nil,
    delay: Duration = .zero,
    flaw: WireFlaw? = nil
  ) {
    self.status = status
    self.headers = headers
    self.removed = removed
    self.body = body
    self.delay = delay
    self.flaw = flaw
  }

  func apply(to reply: inout Reply) {
    if let status { reply.status = status }
    for name in removed { reply.headers.removeAll { $0.isNamed(name) } }
    for header in headers { reply.headers.set(header.name, header.value) }
    if let body { reply.content = .bytes(body) }
    if delay > .zero { reply.delay += delay }
    if let flaw { reply.flaw = flaw }
  }
}
