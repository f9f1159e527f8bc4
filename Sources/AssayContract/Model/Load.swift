/// A fixed number of calls of one kind, several of them concurrently: `repeat` with `times`.
package struct Load: Hashable, Sendable {
  /// The number of calls, regardless of their results.
  package var times: Int
  /// The maximum number of concurrent calls.
  package var width: Int

  /// The maximum of ``times`` and of ``width``.
  package static let limits = (times: 100_000, width: 256)

  package init(times: Int, width: Int = 1) {
    self.times = times
    self.width = width
  }
}
