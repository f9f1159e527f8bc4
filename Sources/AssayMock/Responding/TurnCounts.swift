/// How many answers each resource got; past a bound the longest known are forgotten.
struct TurnCounts: Sendable {
  private var positions: [String: Int] = [:]
  private var order: [String] = []
  private let limit = 10_000

  /// The position of the next answer, from 0.
  mutating func next(operation: String, key: String) -> Int {
    let name = "\(operation) \(key)"
    let position = positions[name] ?? 0
    if position == 0 {
      order.append(name)
      if order.count > limit {
        for old in order.prefix(limit / 10) { positions[old] = nil }
        order.removeFirst(limit / 10)
      }
    }
    positions[name] = position + 1
    return position
  }
}
