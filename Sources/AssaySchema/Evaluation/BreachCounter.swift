/// A count of the faults of each kind, so that the number of faults kept is limited by the schema and not by the value.
/// A million faults of one kind do not hide one of a different kind or a higher level.
struct BreachCounter {
  /// The properties that faults must share to be counted together.
  private struct Kind: Hashable {
    /// The schemas on the path to the broken keyword. The path is equal for similar places, such as all items of an
    /// array.
    var path: [SchemaNodeID]
    var keyword: Int
    var level: String?
    /// The missing member, as each missing member of an object is a separate fault.
    var missingMember: String?
  }

  /// The most faults of a kind that are kept; later ones are only counted.
  static let mostAlike = 100

  private var kinds: [Kind: Int] = [:]
  private var counts: [Int] = []

  /// Counts a fault; returns the number of its kind, and `isKept`, true if the fault should be reported by itself.
  mutating func count(
    path: [SchemaNodeID],
    keyword: Int,
    level: String?,
    missingMember: String?
  ) -> (kind: Int, isKept: Bool) {
    let kind = Kind(path: path, keyword: keyword, level: level, missingMember: missingMember)
    let number = kinds[kind] ?? counts.count
    if number == counts.count {
      kinds[kind] = number
      counts.append(0)
    }
    counts[number] += 1
    return (number, counts[number] <= Self.mostAlike)
  }

  /// Returns true if the limit for such faults is reached, so that a further one would only be counted.
  func isFull(path: [SchemaNodeID], keyword: Int, level: String?) -> Bool {
    kinds[Kind(path: path, keyword: keyword, level: level)].map { counts[$0] >= Self.mostAlike } ?? false
  }

  /// Returns the number of faults of a kind that were counted and not kept.
  func further(of kind: Int) -> Int { max(0, counts[kind] - Self.mostAlike) }
}
