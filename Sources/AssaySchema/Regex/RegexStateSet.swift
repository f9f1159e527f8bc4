/// A set of a program's states that is emptied at no cost.
struct RegexStateSet: Sendable {
  /// In the order they were added.
  private(set) var members: [Int32] = []
  /// For each state, the round it was last added in.
  private var rounds: [UInt32]
  private var round: UInt32 = 1

  init(capacity: Int) { rounds = Array(repeating: 0, count: capacity) }

  mutating func removeAll() {
    members.removeAll(keepingCapacity: true)
    round &+= 1
    if round == 0 {
      rounds = Array(repeating: 0, count: rounds.count)
      round = 1
    }
  }

  /// Adds a state; `false` where it was there.
  @discardableResult
  mutating func insert(_ state: Int32) -> Bool {
    guard rounds[Int(state)] != round else { return false }
    rounds[Int(state)] = round
    members.append(state)
    return true
  }
}
