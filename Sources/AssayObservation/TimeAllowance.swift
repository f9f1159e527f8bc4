/// How long a stream or a poll was given.
package struct TimeAllowance: Hashable, Sendable {
  package var total: Duration
  /// What sets `total`, for a message, where it is not the contract: `--max-wait 3s`.
  package var cap: String?

  package init(total: Duration, cap: String? = nil) {
    self.total = total
    self.cap = cap
  }
}
