/// The settings of the probes of a run.
package struct ProbeSettings: Sendable {
  /// The default maximum number of probes of a contract.
  package static let usualMost = 300

  /// The maximum number of probes of one contract, divided evenly among operations.
  package var most: Int
  /// The seed of values that no keyword of a schema names; the same seed produces the same values.
  package var seed: UInt64
  /// True if operations that change or delete data (PUT, PATCH, DELETE) are probed even if the contract does not allow
  /// it explicitly.
  package var isUnsafe: Bool

  package init(most: Int = usualMost, seed: UInt64 = 0, isUnsafe: Bool = false) {
    self.most = most
    self.seed = seed
    self.isUnsafe = isUnsafe
  }
}
