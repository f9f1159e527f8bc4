import AssayFindings
import AssayJSON

extension ContractReader {
  mutating func poll(_ node: ContractNode) -> PollPromise? {
    let stateNodes = node.table("states")
    let names = stateNodes.map(\.name)
    checkStates(node.value["initial"], names, at: node.pointer.appending("initial"))
    for state in stateNodes {
      checkStates(state.value["next"], names, at: state.pointer.appending("next"))
    }
    node.list("examples").forEach { checkTemplate($0, in: .mock) }
    let every = limit(node["every"])
    let within = limit(node["within"])
    guard let state = pointer(node.value["state"], at: node.pointer.appending("state")) else { return nil }
    return PollPromise(
      state: state,
      states: stateNodes.map { self.state($0) },
      initial: node.value["initial"].map { $0.items.compactMap(\.string) } ?? [],
      constant: pointerPromises(node.list("constant")),
      nondecreasing: pointerPromises(node.list("nondecreasing")),
      invariants: invariants(node.list("invariants")),
      every: every ?? TimeLimit(duration: .seconds(1), promise: node.promise),
      within: within ?? TimeLimit(duration: .seconds(60), promise: node.promise),
      stable: promiseSwitch(node["stable"]),
      progress: promiseSwitch(node["progress"]),
      examples: node.value["examples"].map { Array($0.items) } ?? [],
      promise: node.promise
    )
  }

  private mutating func state(_ node: ContractNode) -> StatePromise {
    StatePromise(
      name: node.name,
      next: node.value["next"].map { $0.items.compactMap(\.string) } ?? [],
      isFinal: node.bool("final") ?? false,
      body: schema(node["body"]),
      invariants: invariants(node.list("invariants")),
      promise: node.promise
    )
  }

  private mutating func checkStates(_ list: JSONValue?, _ known: [String], at pointer: JSONPointer) {
    guard let list else { return }
    for item in list.items where item.kind == .string && !known.contains(item.string ?? "") {
      noteUnknown("state", plural: "states", .unknownState, item, known: known, at: pointer)
    }
  }

  /// A promise that is only switched on, with a level in a string or with level and source in an object.
  private func promiseSwitch(_ node: ContractNode?) -> Promise? {
    guard let node else { return nil }
    var promise = node.promise
    if let level = node.value.string.flatMap(Level.init(rawValue:)) { promise.level = level }
    return promise
  }
}
