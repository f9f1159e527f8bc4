/// The states of a call that is polled.
extension OperationDraft {
  /// Returns the name of the state that differs from `name` in case alone, else `name`.
  private func spelling(of name: String) -> String {
    poll.states.first { $0.name.lowercased() == name.lowercased() }?.name ?? name
  }

  /// Spells a state as an example does.
  mutating func respell(_ name: String) {
    let old = spelling(of: name)
    poll.states.change { state in
      if state.name == old { state.name = name }
      state.next = state.next.map { $0 == old ? name : $0 }
    }
  }

  /// Adds the states of a chain, and the states its arrows lead to.
  mutating func addStates(_ chain: StateChain, _ source: Source) {
    let chain = StateChain(groups: chain.groups.map { $0.map { spelling(of: $0) } })
    for name in chain.groups.joined() { addState(name, isFinal: chain.ends.contains(name), source) }
    for (group, following) in zip(chain.groups, chain.groups.dropFirst()) {
      for index in poll.states.indices where group.contains(poll.states[index].name) {
        for next in following { poll.states[index].next.add(next) }
      }
    }
  }

  mutating func addState(_ name: String, isFinal: Bool = false, meaning: String = "", _ source: Source) {
    let name = spelling(of: name)
    if let index = poll.states.firstIndex(where: { $0.name == name }) {
      if !poll.states[index].sources.contains(where: { $0.contains(source) }) { poll.states[index].sources.add(source) }
      poll.states[index].isFinal = poll.states[index].isFinal || isFinal
      poll.states[index].isEndStated = poll.states[index].isEndStated || isFinal
    } else {
      poll.states.append(State(name: name, sources: [source], isFinal: isFinal, isEndStated: isFinal, meaning: meaning))
    }
  }
}
