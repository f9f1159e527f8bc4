/// Which operations are polled, and through which states.
extension Refinement {
  static let stateNames: Set<String> = [
    "status", "state", "phase", "stage", "job_status", "jobstatus", "task_status", "statut", "zustand", "estado",
    "processing_status",
  ]

  mutating func refinePoll(_ index: Int) {
    var operation = operations[index]
    guard operation.method == "GET", !operation.isStream, let shape = operation.success?.shape, shape.isObject else {
      operations[index].states = []
      return
    }
    var candidates: [(path: [String], shape: Shape)] = []
    shape.walk { place, path in
      guard let name = path.last?.lowercased(), !path.contains("*"), path.count <= 3,
        Self.stateNames.contains(name) || path.count == 1 && name.nameWords.last == "status"
      else { return }
      guard place.types.isEmpty || place.types == ["string"] else { return }
      candidates.append((path, place))
    }
    guard let member = candidates.min(by: { $0.path.count < $1.path.count }) else {
      operations[index].states = []
      return
    }
    let isKnown = { (name: String) in
      Vocabulary.finalStates.contains(name.lowercased()) || Vocabulary.runningStates.contains(name.lowercased())
    }
    // A line that lists states names other members, too.
    let members = shape.memberNames
    operation.states.removeAll { $0.isToldAlone && members.contains($0.name) && !isKnown($0.name) }
    for value in member.shape.values { operation.addState(value, statement(of: value, member.shape, operation)) }
    let listed = Set(operation.states.map(\.name))
    for value in member.shape.shown
    where listed.isEmpty || listed.contains(value) || member.shape.values.isEmpty && isKnown(value) {
      operation.addState(value, statement(of: value, member.shape, operation))
    }
    for compared in operation.comparedStates
    where listed.isEmpty || listed.contains(compared.name) || isKnown(compared.name) {
      if listed.isEmpty || listed.contains(compared.name) || member.shape.values.isEmpty {
        operation.addState(compared.name, isFinal: compared.isFinal, compared.source)
      }
    }
    // What is told of states where no operation is spoken of belongs to the one that shows one of them.
    for loose in reader.looseStates
    where loose.names.contains(where: { name in operation.states.contains { $0.name == name } }) {
      let isListed = { (name: String) in member.shape.values.isEmpty || member.shape.values.contains(name) }
      if let chain = loose.chain, loose.isOfNoCall, loose.names.allSatisfy(isListed) {
        operation.addStates(chain, loose.source)
        continue
      }
      for name in loose.names where (isKnown(name) || loose.chain != nil) && isListed(name) {
        let isEnd = loose.chain?.ends.contains(name) == true && ledOn[loose.source.document]?.contains(name) != true
        operation.addState(name, isFinal: isEnd, loose.source)
      }
    }
    for compared in reader.looseComparisons
    where operation.states.contains(where: { $0.name == compared.name })
      || (operation.states.count > 0 && isKnown(compared.name) && member.shape.values.isEmpty)
    {
      operation.addState(compared.name, isFinal: compared.isFinal, compared.source)
    }
    if operation.interval == nil, !operation.states.isEmpty { operation.interval = reader.looseInterval }
    // What one chain ends with another may lead on from.
    for position in operation.states.indices where !operation.states[position].next.isEmpty {
      (operation.states[position].isFinal, operation.states[position].isEndStated) = (false, false)
    }
    let known = operation.states.contains { $0.isFinal }
    for position in operation.states.indices {
      let name = operation.states[position].name.lowercased()
      if Vocabulary.finalStates.contains(name), !known || operation.states[position].next.isEmpty {
        operation.states[position].isFinal = true
      }
      if Vocabulary.runningStates.contains(name) { operation.states[position].isFinal = false }
    }
    let finals = operation.states.filter(\.isFinal)
    let running = operation.states.filter { !$0.isFinal }
    let isPolled =
      operation.interval != nil || !operation.comparedStates.isEmpty
      || running.contains { Vocabulary.runningStates.contains($0.name.lowercased()) }
      || operation.states.contains { !$0.next.isEmpty }
    if finals.isEmpty || running.isEmpty || !isPolled || operation.parameters.isEmpty && operation.interval == nil {
      operation.states = []
    } else {
      operation.stateMember = member.path
      operation.changeSuccess { shape in
        shape.transform { place, path in
          // The states say what values there are; an unlisted one may still come.
          if path == member.path { place.values = [] }
        }
      }
    }
    operations[index] = operation
  }

  /// The states of each document behind which a chain has an arrow: no other chain ends a job with them.
  static func ledOn(in states: [LooseStates]) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for loose in states {
      guard let chain = loose.chain else { continue }
      for group in chain.groups.dropLast() { found[loose.source.document, default: []].formUnion(group) }
    }
    return found
  }

  func statement(of value: String, _ shape: Shape, _ operation: OperationDraft) -> Source {
    shape.sources.first ?? operation.sources.first ?? Source("guide", 1)
  }
}

extension OperationDraft.State {
  /// Whether no arrow leads from it, and nothing says that it is the last.
  fileprivate var isToldAlone: Bool { next.isEmpty && !isEndStated }
}

extension Shape {
  /// The names of all members inside.
  fileprivate var memberNames: Set<String> {
    var names: Set<String> = []
    walk { _, path in if let name = path.last { names.insert(name) } }
    return names
  }
}
