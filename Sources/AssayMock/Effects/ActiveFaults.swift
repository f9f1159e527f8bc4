import AssayJSON

/// The faults a mock plays, by operation; what they do together does not depend on the order they were named in.
struct ActiveFaults: Sendable {
  private let faults: [String: [FaultEffect]]

  init(_ faults: [PlayedFault]) {
    self.faults = Dictionary(grouping: faults.sorted { $0.name < $1.name }, by: \.operation).mapValues {
      $0.map(\.effect)
    }
  }

  /// The body of the answer number `turn` about its resource, from 0, with every change made; `nil` where there is none.
  func edited(_ json: JSONValue, of operation: String, turn: Int) -> JSONValue? {
    var result: JSONValue?
    for case .body(let edits, let turns) in faults[operation] ?? [] {
      if turns == .everySecond, turn.isMultiple(of: 2) { continue }
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

  /// Whether some fault of `operation` depends on the number of its answers.
  func countsTurns(of operation: String) -> Bool {
    (faults[operation] ?? []).contains { if case .body(_, .everySecond) = $0 { true } else { false } }
  }

  func apply(toRefusal reply: inout Reply, of operation: String) {
    for case .refusal(let change) in faults[operation] ?? [] { change.apply(to: &reply) }
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
