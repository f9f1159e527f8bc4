import AssayJSON

/// The allowed order of events: a regular expression over their names, compiled to a deterministic automaton.
///
/// Each step is one table look-up, regardless of the expression's nesting; no input causes back-tracking. A class, so
/// that a judge takes a step without a copy of its tables.
package final class EventOrder: Sendable {
  /// The expression as the contract writes it.
  package let text: String
  /// The names in the expression, in the order of their first occurrence.
  package let names: [String]
  /// The state to which each name leads, for each state.
  private let transitions: [[Int?]]
  private let accepting: [Bool]

  /// A state of the automaton.
  package struct State: Hashable, Sendable {
    let number: Int
  }

  /// Parses `text`: names, juxtaposition, `|`, `*`, `+`, `?` and groups.
  package init(parsing text: String) throws(ExpressionError) {
    self.text = text
    let positions = try EventOrderParser.parse(text)
    names = positions.names.distinct
    (transitions, accepting) = try EventOrderCompiler.compile(positions)
  }

  /// The state before the first event.
  package var start: State { State(number: 0) }

  /// Returns the state after an event named `name` in `state`, or `nil` if the event is not allowed there.
  package func next(_ state: State, _ name: String) -> State? {
    guard let column = names.firstIndex(where: { $0.isExactly(name) }) else { return nil }
    return transitions[state.number][column].map(State.init)
  }

  /// Returns the names of the events allowed next, in the order of the expression.
  package func allowed(in state: State) -> [String] {
    names.indices.filter { transitions[state.number][$0] != nil }.map { names[$0] }
  }

  /// Returns true if the stream may end in `state`.
  package func isAccepting(_ state: State) -> Bool { accepting[state.number] }
}

extension EventOrder {
  /// Returns the shortest sequence of names required before `name` is allowed; empty if it is allowed now, `nil` if it
  /// can never be allowed again.
  package func missing(before name: String, from state: State) -> [String]? {
    shortestPath(from: state) { next($0, name) != nil }
  }

  /// Returns the shortest sequence of names required before the stream may end.
  package func missingAtEnd(from state: State) -> [String]? {
    shortestPath(from: state) { isAccepting($0) }
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

/// The occurrences of names in an order, with those that may follow each: a position automaton (Glushkov 1961).
struct EventOrderPositions {
  /// The event name at each position.
  var names: [String] = []
  /// The positions that may follow each position.
  var follow: [Set<Int>] = []
  /// The positions with which the stream may begin.
  var first: Set<Int> = []
  /// The positions after which the stream may end.
  var last: Set<Int> = []
  /// True if the order matches an empty sequence.
  var isNullable = false
}

/// The compiler of positions to a deterministic automaton, by subset construction (Rabin and Scott 1959).
enum EventOrderCompiler {
  /// The maximum number of states; in `(a|b)* a (a|b) (a|b) …` each group doubles their number.
  static let stateLimit = 1_000

  static func compile(
    _ positions: EventOrderPositions
  ) throws(ExpressionError) -> (transitions: [[Int?]], accepting: [Bool]) {
    let names = positions.names.distinct
    // The start is the one set that is a state of its own, since no position stands before the first event.
    var numbers: [Set<Int>: Int] = [:]
    var sets: [Set<Int>] = [[]]
    var transitions: [[Int?]] = []
    var accepting: [Bool] = []
    while transitions.count < sets.count {
      let isStart = transitions.isEmpty
      let set = sets[transitions.count]
      accepting.append(isStart ? positions.isNullable : !set.isDisjoint(with: positions.last))
      let following = isStart ? positions.first : set.reduce(into: Set()) { $0.formUnion(positions.follow[$1]) }
      let byName = Dictionary(grouping: following) { ExactText(positions.names[$0]) }
      var row: [Int?] = []
      for name in names {
        guard let reached = byName[name].map(Set.init) else {
          row.append(nil)
          continue
        }
        if numbers[reached] == nil {
          guard sets.count < stateLimit else {
            throw ExpressionError(
              message: "the order has more than \(stateLimit) states",
              column: 1,
              help: "let a name decide early which way the stream goes"
            )
          }
          numbers[reached] = sets.count
          sets.append(reached)
        }
        row.append(numbers[reached])
      }
      transitions.append(row)
    }
    return (transitions, accepting)
  }
}
