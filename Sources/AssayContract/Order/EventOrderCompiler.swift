/// Positions to a deterministic automaton, by subset construction (Rabin and Scott 1959).
enum EventOrderCompiler {
  /// The most states an automaton may have; `(a|b)* a (a|b) (a|b) …` doubles them with each group.
  static let stateLimit = 1_000

  static func compile(
    _ positions: EventOrderPositions
  ) throws(ExpressionError) -> (transitions: [[Int?]], accepting: [Bool]) {
    let names = positions.distinctNames
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
      let byName = Dictionary(grouping: following) { positions.names[$0] }
      var row: [Int?] = []
      for name in names {
        guard let reached = byName[name].map(Set.init) else {
          row.append(nil)
          continue
        }
        if numbers[reached] == nil {
          guard sets.count < stateLimit else {
            throw ExpressionError(
              message: "the order has more than \(stateLimit) states to tell apart",
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
