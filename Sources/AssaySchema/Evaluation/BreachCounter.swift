/// Counts how often each promise is broken at places of one kind, so that the faults kept are bounded by the schema and not by
/// the value: a million faults of one kind do not hide a fault of a different kind, or a graver one.
struct BreachCounter {
  /// The properties that faults counted together have in common.
  private struct Kind: Hashable {
    /// The schemas on the way to the one whose keyword is broken: places of one kind, whatever items they are in.
    var path: [SchemaNodeID]
    var keyword: Int
    var level: String?
    /// Several members may be missing from one object, each a fault of its own.
    var missingMember: String?
  }

  /// The most faults of a kind that are kept; later ones are only counted.
  static let mostAlike = 100

  private var kinds: [Kind: Int] = [:]
  private var counts: [Int] = []

  /// Counts a fault; gives its kind, and whether it is to be kept.
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

  /// Returns true if a further fault like this one would only be counted.
  func isFull(path: [SchemaNodeID], keyword: Int, level: String?) -> Bool {
    kinds[Kind(path: path, keyword: keyword, level: level)].map { counts[$0] >= Self.mostAlike } ?? false
  }

  /// Returns the number of faults of a kind that were counted and not kept.
  func further(of kind: Int) -> Int { max(0, counts[kind] - Self.mostAlike) }
}
