package import AssayHTTP
package import AssayJSON

/// A fault as a mock plays it: the change to the responses of one operation.
package struct PlayedFault: Sendable {
  /// The name of the fault. Faults of one operation are played in the order of their names, regardless of the order of
  /// the request.
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
  /// Edits the JSON body of successful responses, of all or only some of them.
  case body([JSONEdit], Turns)
  /// Changes status, header section, body text, time or framing of a successful answer.
  case answer(AnswerChange)
  /// Changes the responses of a poll, and which of them are sent.
  case poll([PlayEdit<PollFrame>])
  /// Changes the events of a stream, and which of them are sent.
  case events([PlayEdit<PlayedEvent>])
  /// Changes answers that are not successful.
  case refusal(AnswerChange)
  /// Changes which callers are authorised, or whether compressed bodies are accepted.
  case gate(GateFlaw)
}

/// A difference between the authorisation of an operation and its contract.
package enum GateFlaw: Sendable {
  /// Every caller is authorised.
  case open
  /// The alternative at this index, from 0, in the operation's `security` authorises no caller.
  case refuses(Int)
  /// A compressed body is refused, as if the server did not know the coding.
  case takesNoCoding
}

/// The responses of an operation that a fault changes.
package enum Turns: Sendable {
  case all
  /// Every second response about the same resource.
  case everySecond
  /// All responses of the operation except the first, whatever resource they are about.
  case laterCalls
}

extension FaultEffect {
  package var eventEdits: [PlayEdit<PlayedEvent>] { if case .events(let edits) = self { edits } else { [] } }
  package var pollEdits: [PlayEdit<PollFrame>] { if case .poll(let edits) = self { edits } else { [] } }
  /// The change to successful responses apart from edits of their JSON; `nil` if the effect has none.
  package var answerChange: AnswerChange? { if case .answer(let change) = self { change } else { nil } }

  /// The longest delay that the effect adds before a response or an event.
  package var longestPause: Duration {
    var longest = answerChange?.delay ?? .zero
    for case .change(_, .delay(let pause)) in eventEdits { longest = max(longest, pause) }
    return longest
  }

  /// True if the effect removes, moves, repeats or unnames events of the stream. An inserted event that the documents
  /// do not name does not count.
  package var reordersEvents: Bool {
    eventEdits.contains { edit in
      switch edit {
      case .remove, .move, .repeat, .change(_, .unname): true
      case .change, .insert: false
      }
    }
  }
}

/// A way in which a stream fails to resume where a client asks it to.
package enum ResumptionFlaw: Sendable {
  /// All events are sent again from the first, instead of those after the client's last event.
  case startsOver
  /// The client's request to resume the stream is refused.
  case refuses
}

/// A change to a response apart from edits of its JSON: to its status, header fields, body bytes, time or framing.
package struct AnswerChange: Sendable {
  package var status: Int?
  /// The header fields that replace all fields with the same name.
  package var headers: [HTTPHeader]
  /// The names of the fields that are left out.
  package var removed: [String]
  /// The bytes that are sent instead of the body; `nil` if the body is unchanged.
  package var body: [UInt8]?
  package var delay: Duration
  package var flaw: WireFlaw?
  /// The flaw in responses to a client that asks for the rest of a stream; `nil` without a flaw.
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

/// The faults a mock plays, by operation; their combined effect does not depend on the order in which they were named.
struct ActiveFaults: Sendable {
  private let faults: [String: [FaultEffect]]

  init(_ faults: [PlayedFault]) {
    self.faults = Dictionary(grouping: faults.sorted { $0.name < $1.name }, by: \.operation).mapValues {
      $0.map(\.effect)
    }
  }

  /// Returns the body changed by all faults of `operation`; `nil` if none changes it. `turn` is the number of the
  /// response about the same resource, from 0; `call` is the number of the operation's call, from 1.
  func edited(_ json: JSONValue, of operation: String, turn: Int, call: Int) -> JSONValue? {
    var result: JSONValue?
    for case .body(let edits, let turns) in faults[operation] ?? [] {
      if turns == .everySecond, turn.isMultiple(of: 2) { continue }
      if turns == .laterCalls, call == 1 { continue }
      result = edits.applied(to: result ?? json) ?? result
    }
    return result
  }

  /// Returns the JSON Pointers of the body values that faults of `operation` change.
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

  /// Returns true if a fault of `operation` changes only every second response about a resource, so that these must be
  /// counted.
  func countsTurns(of operation: String) -> Bool {
    (faults[operation] ?? []).contains { if case .body(_, .everySecond) = $0 { true } else { false } }
  }

  /// Returns how faults change the authorisation of `operation`: `isOpen` is true if every caller is authorised;
  /// `working` has the indices of the security alternatives that still authorise callers.
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

  /// Returns the responses of a poll with the faults of `operation`, from its responses without faults.
  func edited(_ frames: [PollFrame], of operation: String) -> [PollFrame] {
    frames.played((faults[operation] ?? []).flatMap(\.pollEdits))
  }

  func apply(to reply: inout Reply, of operation: String) {
    for case .answer(let change) in faults[operation] ?? [] { change.apply(to: &reply) }
  }
}
