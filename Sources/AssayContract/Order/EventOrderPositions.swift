/// The occurrences of names in an order, and which may follow which: a position automaton (Glushkov 1961).
struct EventOrderPositions {
  /// The name at each position.
  var names: [String] = []
  /// The positions that may follow each position.
  var follow: [Set<Int>] = []
  /// The positions the stream may begin with.
  var first: Set<Int> = []
  /// The positions it may end after.
  var last: Set<Int> = []
  /// Whether it may be empty.
  var isNullable = false

  /// The names without repetition, in order.
  var distinctNames: [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
