/// What probes a run was asked for.
package struct ProbeSettings: Sendable {
  /// The number of probes a contract gets by default.
  package static let usualMost = 300

  /// The most probes of one contract; of each operation as many as of the next.
  package var most: Int
  /// What the values are made from that no keyword of a schema names; the same number makes the same.
  package var seed: UInt64
  /// Whether operations are probed whose method changes or deletes what is there, though the contract does not allow it.
  package var isUnsafe: Bool

  package init(most: Int = usualMost, seed: UInt64 = 0, isUnsafe: Bool = false) {
    self.most = most
    self.seed = seed
    self.isUnsafe = isUnsafe
  }
}
