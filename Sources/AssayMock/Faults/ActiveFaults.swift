import AssayJSON

/// The faults a mock plays, by operation.
struct ActiveFaults: Sendable {
  private let faults: [String: [FaultEffect]]

  init(_ faults: [Fault]) {
    self.faults = Dictionary(grouping: faults, by: \.operation).mapValues { $0.map(\.effect) }
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
    var events = events
    for case .events(let edits) in faults[operation] ?? [] {
      for edit in edits { edit.apply(to: &events) }
    }
    return events
  }

  /// The answers a poll with so many `examples` gives in their place.
  ///
  /// Of faults that send the job another way the last one counts; all that change an answer on the way do.
  func frames(of operation: String, examples: Int) -> [PollFrame]? {
    var walks: [[PollFrame]] = []
    for case .poll(let frames) in faults[operation] ?? [] { walks.append(frames) }
    let isDetour = { (walk: [PollFrame]) in walk.map(\.example) != Array(0..<examples) }
    guard let way = walks.lastIndex(where: isDetour) ?? walks.indices.last else { return nil }
    var frames = walks[way]
    for (index, walk) in walks.enumerated() where index != way && !isDetour(walk) {
      for changed in walk {
        guard let place = frames.firstIndex(where: { $0.example == changed.example }) else { continue }
        frames[place].furtherEdits.append(changed.edits)
        frames[place].change.add(changed.change)
      }
    }
    return frames
  }

  func apply(to reply: inout Reply, of operation: String) {
    for case .answer(let change) in faults[operation] ?? [] { change.apply(to: &reply) }
  }
}
