/// Finding of the operations that are polled, and of the states they pass through.
extension Refinement {
  static let stateNames = CommaSeparated.set(
    """
    status, state, phase, stage, job_status, jobstatus, task_status, statut, zustand, estado, processing_status
    """
  )

  mutating func refinePoll(_ index: Int) {
    var operation = operations[index]
    guard operation.method == "GET", !operation.stream.isStated, let shape = operation.success?.shape, shape.isObject,
      let member = Self.stateMember(of: shape)
    else {
      operations[index].poll.states = []
      return
    }
    // A line that lists states names other members, too.
    let members = shape.memberNames
    operation.poll.states.removeAll { $0.isToldAlone && members.contains($0.name) && !Vocabulary.isState($0.name) }
    addOwnStates(member.shape, to: &operation)
    addLooseStates(member.shape, to: &operation)
    if operation.poll.interval == nil, !operation.poll.states.isEmpty {
      operation.poll.interval = reader.loose.interval
    }
    operation.settleEnds()
    if operation.isPolledThroughStates {
      operation.poll.member = member.path
      operation.changeSuccess { shape in
        shape.transform { place, path in
          // The states say what values there are; an unlisted one may still be received.
          if path == member.path { place.values = [] }
        }
      }
    } else {
      operation.poll.states = []
    }
    operations[index] = operation
  }

  /// The member of an answer that holds the state, with the shortest path.
  private static func stateMember(of shape: Shape) -> (path: [String], shape: Shape)? {
    var candidates: [(path: [String], shape: Shape)] = []
    shape.walk { place, path in
      guard let name = path.last?.lowercased(), !path.contains("*"), path.count <= 3,
        stateNames.contains(name) || path.count == 1 && name.nameWords.last == "status",
        place.types.isEmpty || place.types == ["string"]
      else { return }
      candidates.append((path, place))
    }
    return candidates.min { $0.path.count < $1.path.count }
  }

  /// Adds to the operation's poll the states that the state member `member` lists or shows, and those with which client
  /// code compares it.
  private func addOwnStates(_ member: Shape, to operation: inout OperationDraft) {
    for value in member.values { operation.addState(value, source(of: member, operation)) }
    let listed = Set(operation.poll.states.map(\.name))
    for value in member.shown
    where listed.isEmpty || listed.contains(value) || member.values.isEmpty && Vocabulary.isState(value) {
      operation.addState(value, source(of: member, operation))
    }
    for compared in operation.client.comparedStates
    where listed.isEmpty || listed.contains(compared.name) || Vocabulary.isState(compared.name) && member.values.isEmpty
    {
      operation.addState(compared.name, isFinal: compared.isFinal, compared.source)
    }
  }

  /// Adds states that the guide lists outside of operations, if the operation already has one of the listed states.
  private func addLooseStates(_ member: Shape, to operation: inout OperationDraft) {
    let isListed = { (name: String) in member.values.isEmpty || member.values.contains(name) }
    for loose in reader.loose.states
    where loose.names.contains(where: { name in operation.poll.states.contains { $0.name == name } }) {
      if let chain = loose.chain, loose.isOfNoCall, loose.names.allSatisfy(isListed) {
        operation.addStates(chain, loose.source)
        continue
      }
      for name in loose.names where (Vocabulary.isState(name) || loose.chain != nil) && isListed(name) {
        let isEnd = loose.chain?.ends.contains(name) == true && ledOn[loose.source.document]?.contains(name) != true
        operation.addState(name, isFinal: isEnd, loose.source)
      }
    }
    for compared in reader.loose.comparisons
    where operation.poll.states.contains(where: { $0.name == compared.name })
      || !operation.poll.states.isEmpty && Vocabulary.isState(compared.name) && member.values.isEmpty
    {
      operation.addState(compared.name, isFinal: compared.isFinal, compared.source)
    }
  }

  /// Returns, for each document, the states from which an arrow leads to another state. Other chains do not treat them
  /// as final.
  static func ledOn(in states: [LooseStates]) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for loose in states {
      guard let chain = loose.chain else { continue }
      for group in chain.groups.dropLast() { found[loose.source.document, default: []].formUnion(group) }
    }
    return found
  }

  private func source(of shape: Shape, _ operation: OperationDraft) -> Source {
    shape.sources.first ?? operation.sources.first ?? Source("guide", 1)
  }
}

extension OperationDraft {
  /// Decides which states are final: those from which no arrow leads, and those whose names suggest it.
  fileprivate mutating func settleEnds() {
    // What one chain ends with another may lead on from.
    poll.states.change { if !$0.next.isEmpty { ($0.isFinal, $0.isEndStated) = (false, false) } }
    let known = poll.states.contains { $0.isFinal }
    poll.states.change { state in
      let name = state.name.lowercased()
      if Vocabulary.finalStates.contains(name), !known || state.next.isEmpty { state.isFinal = true }
      if Vocabulary.runningStates.contains(name) { state.isFinal = false }
    }
  }

  /// True if the guide shows that a client asks again until a final state is reached.
  fileprivate var isPolledThroughStates: Bool {
    let finals = poll.states.filter(\.isFinal)
    let running = poll.states.filter { !$0.isFinal }
    guard !finals.isEmpty, !running.isEmpty, !parameters.isEmpty || poll.interval != nil else { return false }
    return poll.interval != nil || !client.comparedStates.isEmpty || poll.states.contains { !$0.next.isEmpty }
      || running.contains { Vocabulary.runningStates.contains($0.name.lowercased()) }
      || running.contains { $0.name.hasSuffix("ing") } && finals.contains { Vocabulary.isState($0.name) }
  }
}

extension OperationDraft.State {
  /// True if the guide states neither a following state nor that this state is final.
  fileprivate var isToldAlone: Bool { next.isEmpty && !isEndStated }
}

extension Shape {
  /// The names of all members of the shape, at any depth.
  fileprivate var memberNames: Set<String> {
    var names: Set<String> = []
    walk { _, path in if let name = path.last { names.insert(name) } }
    return names
  }
}
