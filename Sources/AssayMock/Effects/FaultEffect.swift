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

/// The change a fault makes to the answers of its operation.
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
  /// Changes who is authorised.
  case gate(GateFlaw)
}

/// A way in which an operation does not authorise what its contract says.
package enum GateFlaw: Sendable {
  /// Every caller is authorised.
  case open
  /// No caller is authorised by the alternative at this place, from 0, of the operation's `security`.
  case refuses(Int)
  /// A body that is compressed is refused, as one in a coding the server does not know.
  case takesNoCoding
}

/// The answers that a fault changes.
package enum Turns: Sendable {
  case all
  /// The second about one resource, the fourth and so on.
  case everySecond
  /// All but the operation's first, whatever they are about.
  case laterCalls
}

extension FaultEffect {
  package var eventEdits: [PlayEdit<PlayedEvent>] { if case .events(let edits) = self { edits } else { [] } }
  package var pollEdits: [PlayEdit<PollFrame>] { if case .poll(let edits) = self { edits } else { [] } }
  /// The change to successful answers below their JSON.
  package var answerChange: AnswerChange? { if case .answer(let change) = self { change } else { nil } }

  /// The longest it makes a client wait for an answer or an event.
  package var longestPause: Duration {
    var longest = answerChange?.delay ?? .zero
    for case .change(_, .delay(let pause)) in eventEdits { longest = max(longest, pause) }
    return longest
  }

  /// True if the effect changes which events are sent, or their order; an event the documents do not name has no place
  /// in it.
  package var reordersEvents: Bool {
    eventEdits.contains { edit in
      switch edit {
      case .remove, .move, .repeat, .change(_, .unname): true
      case .change, .insert: false
      }
    }
  }
}

/// A way in which a stream does not go on where a client asks it to.
package enum ResumptionFlaw: Sendable {
  /// All events come again, from the first.
  case startsOver
  /// The client is refused.
  case refuses
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
  /// The flaw in answers to a client that asks for the rest of a stream; no flaw where it is `nil`.
  package var resumption: ResumptionFlaw?

  package init(
    status: Int? = nil,
    headers: [HTTPHeader] = [],
    removed: [String] = [],
    body: [UInt8]? = nil,
    delay: Duration = .zero,
    flaw: WireFlaw? = nil,
    resumption: ResumptionFlaw? = nil
  ) {
    self.status = status
    self.headers = headers
    self.removed = removed
    self.body = body
    self.delay = delay
    self.flaw = flaw
    self.resumption = resumption
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

/// The faults a mock plays, by operation; what they do together does not depend on the order they were named in.
struct ActiveFaults: Sendable {
  private let faults: [String: [FaultEffect]]

  init(_ faults: [PlayedFault]) {
    self.faults = Dictionary(grouping: faults.sorted { $0.name < $1.name }, by: \.operation).mapValues {
      $0.map(\.effect)
    }
  }

  /// The body of the answer number `turn` about its resource, from 0, to the call number `call` of the operation, from 1, with
  /// every change made; `nil` without one.
  func edited(_ json: JSONValue, of operation: String, turn: Int, call: Int) -> JSONValue? {
    var result: JSONValue?
    for case .body(let edits, let turns) in faults[operation] ?? [] {
      if turns == .everySecond, turn.isMultiple(of: 2) { continue }
      if turns == .laterCalls, call == 1 { continue }
      result = edits.applied(to: result ?? json) ?? result
    }
    return result
  }

  /// The places whose values faults of `operation` change.
  func places(of operation: String) -> [JSONPointer] {
    (faults[operation] ?? []).flatMap { effect -> [JSONPointer] in
      guard case .body(let edits, _) = effect else { return [] }
      return edits.compactMap { edit in
        switch edit {
        case .replace(let place, _), .transform(let place, _): place
        default: nil
        }
      }
    }
  }

  /// Returns true if some fault of `operation` depends on the number of its answers.
  func countsTurns(of operation: String) -> Bool {
    (faults[operation] ?? []).contains { if case .body(_, .everySecond) = $0 { true } else { false } }
  }

  /// The alternatives of `operation`, by their places, that authorise as they should.
  func gate(of operation: String, alternatives: Int) -> (isOpen: Bool, working: [Int]) {
    var (isOpen, working) = (false, Array(0..<alternatives))
    for case .gate(let flaw) in faults[operation] ?? [] {
      switch flaw {
      case .open: isOpen = true
      case .refuses(let place): working.removeAll { $0 == place }
      case .takesNoCoding: break
      }
    }
    return (isOpen, working)
  }

  /// Returns true if `operation` accepts compressed bodies.
  func takesCodings(_ operation: String) -> Bool {
    !(faults[operation] ?? []).contains { if case .gate(.takesNoCoding) = $0 { true } else { false } }
  }

  func apply(toRefusal reply: inout Reply, of operation: String) {
    for case .refusal(let change) in faults[operation] ?? [] { change.apply(to: &reply) }
  }

  func resumption(of operation: String) -> ResumptionFlaw? {
    (faults[operation] ?? []).lazy.compactMap { $0.answerChange?.resumption }.first
  }

  func edited(_ events: [PlayedEvent], of operation: String) -> [PlayedEvent] {
    events.played((faults[operation] ?? []).flatMap(\.eventEdits))
  }

  /// The answers a poll gives, of those it gives without faults.
  func edited(_ frames: [PollFrame], of operation: String) -> [PollFrame] {
    frames.played((faults[operation] ?? []).flatMap(\.pollEdits))
  }

  func apply(to reply: inout Reply, of operation: String) {
    for case .answer(let change) in faults[operation] ?? [] { change.apply(to: &reply) }
  }
}
