import AssayJSON

/// The faults a mock plays, by operation.
struct ActiveFaults: Sendable {
  private let faults: [String: [FaultEffect]]

  init(_ faults: [Fault]) {
    self.faults = Dictionary(grouping: faults, by: \.operation).mapValues { $0.map(\.effect) }
  }

  /// The body with every change made; `nil` where there is none.
  func edited(_ json: JSONValue, of operation: String) -> JSONValue? {
    var result: JSONValue?
    for case .body(let edits) in faults[operation] ?? [] { result = edits.applied(to: result ?? json) ?? result }
    return result
  }

  func edited(_ events: [PlayedEvent], of operation: String) -> [PlayedEvent] {
    var events = events
    for case .events(let edits) in faults[operation] ?? [] {
      for edit in edits { edit.apply(to: &events) }
    }
    return events
  }

  /// The answers a poll gives in place of its examples; those of the last fault that has any.
  func frames(of operation: String) -> [PollFrame]? {
    var frames: [PollFrame]?
    for case .poll(let other) in faults[operation] ?? [] { frames = other }
    return frames
  }

  func apply(to reply: inout Reply, of operation: String) {
    for case .answer(let change) in faults[operation] ?? [] { change.apply(to: &reply) }
  }
}
