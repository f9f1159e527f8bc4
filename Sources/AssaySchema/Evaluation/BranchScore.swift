/// How near a value came to a schema it breaks: what is wrong, counted rather than told.
struct BranchScore {
  private(set) var count = 0
  /// The fewest steps from the value to something that is wrong.
  private(set) var depth = Int.max
  private(set) var saysKind = false
  /// Whether the one thing wrong is the type of the value itself.
  var isTypeAlone: Bool { count == 1 && depth == 0 && type }
  private var type = false

  mutating func add(_ keyword: String, depth: Int) {
    count += 1
    self.depth = min(self.depth, depth)
    type = keyword == "type"
    saysKind = saysKind || ["type", "const", "enum"].contains(keyword)
  }

  /// A branch that got deeper into the value is nearer; then one with fewer complaints.
  func isNearer(than other: BranchScore) -> Bool {
    rank != other.rank ? rank > other.rank : count < other.count
  }

  private var rank: Int { count == 0 ? -1 : depth * 2 + (saysKind ? 0 : 1) }
}
