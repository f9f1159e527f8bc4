/// The probes that a run was asked for.
package struct ProbeSettings: Sendable {
  /// The number of probes a contract gets by default.
  package static let usualMost = 300

  /// The most probes of one contract; of each operation as many as of the next.
  package var most: Int
  /// The seed of values that no keyword of a schema names; the same seed produces the same values.
  package var seed: UInt64
  /// True if operations whose method changes or deletes data are probed without the contract's permission.
  package var isUnsafe: Bool

  package init(most: Int = usualMost, seed: UInt64 = 0, isUnsafe: Bool = false) {
    self.most = most
    self.seed = seed
    self.isUnsafe = isUnsafe
  }
}
