/// The order events may come in: a regular expression over their names, compiled to a deterministic automaton.
///
/// A step through it is one table look-up, however the expression is nested; no input makes it back-track.
package struct EventOrder: Sendable {
  /// The expression as the contract writes it.
  package let text: String
  /// The names the expression knows, in the order it first has them.
  package let names: [String]
  private let index: [String: Int]
  /// For each state, the state each name leads to.
  private let transitions: [[Int?]]
  private let accepting: [Bool]

  /// A point the stream can be at.
  package struct State: Hashable, Sendable {
    let number: Int
  }

  /// Reads `text`: names, juxtaposition, `|`, `*`, `+`, `?` and groups.
  package init(parsing text: String) throws(ExpressionError) {
    self.text = text
    let positions = try EventOrderParser.parse(text)
    names = positions.distinctNames
    index = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    (transitions, accepting) = try EventOrderCompiler.compile(positions)
  }

  /// The point before the first event.
  package var start: State { State(number: 0) }

  /// Where an event named `name` leads from `state`, or `nil` where it may not come.
  package func next(_ state: State, _ name: String) -> State? {
    guard let column = index[name] else { return nil }
    return transitions[state.number][column].map(State.init)
  }

  /// The names that may come next, in the order the expression has them.
  package func allowed(in state: State) -> [String] {
    names.indices.filter { transitions[state.number][$0] != nil }.map { names[$0] }
  }

  /// Whether the stream may end here.
  package func isAccepting(_ state: State) -> Bool { accepting[state.number] }
}

extension EventOrder {
  /// The fewest names that are missing before `name` may come, in order, none where it may come at once; `nil` where it
  /// can never come again.
  package func missing(before name: String, from state: State) -> [String]? {
    shortestPath(from: state) { next($0, name) != nil }
  }

  /// The fewest names that are missing before the stream may end, in order.
  package func missingAtEnd(from state: State) -> [String]? {
    shortestPath(from: state) { isAccepting($0) }
  }

  /// Whether `name` may come now or later.
  package func isReachable(_ name: String, from state: State) -> Bool { missing(before: name, from: state) != nil }

  /// Where the stream is once `name` came, those missing before it taken as come; `nil` where it can never come again.
  package func recovery(after name: String, from state: State) -> State? {
    guard let missing = missing(before: name, from: state) else { return nil }
    return missing.reduce(state) { state, name in next(state, name) ?? state }.next(name, in: self)
  }

  private func shortestPath(from state: State, to isGoal: (State) -> Bool) -> [String]? {
    // The state before and the name that led on, for each state that was reached.
    var reached: [State: (State, String)?] = [state: nil]
    var queue = [state]
    var cursor = 0
    while cursor < queue.count {
      let current = queue[cursor]
      cursor += 1
      if isGoal(current) {
        var path: [String] = []
        var step = current
        while let (before, name) = reached[step] ?? nil {
          path.append(name)
          step = before
        }
        return path.reversed()
      }
      for name in names {
        guard let following = next(current, name), reached[following] == nil else { continue }
        reached[following] = (current, name)
        queue.append(following)
      }
    }
    return nil
  }
}

extension EventOrder.State {
  fileprivate func next(_ name: String, in order: EventOrder) -> EventOrder.State? { order.next(self, name) }
}
