/// Calls of one kind in a number that is known before, several of them under way at once: `repeat` with `times`.
package struct Load: Hashable, Sendable {
  /// The number of calls, regardless of their results.
  package var times: Int
  /// The most that are under way at once.
  package var width: Int

  /// The most of each.
  package static let limits = (times: 100_000, width: 256)

  package init(times: Int, width: Int = 1) {
    self.times = times
    self.width = width
  }
}
