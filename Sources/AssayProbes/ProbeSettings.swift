/// What probes a run was asked for.
package struct ProbeSettings: Sendable {
  /// How many of them a contract gets when nobody says.
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

/// A sequence of numbers that is the same for the same seed (SplitMix64).
struct SeededNumbers {
  private var state: UInt64

  /// Begins where `seed` and `place` say, so that what is made for one place does not hang on the others.
  init(_ seed: UInt64, at place: String) {
    state = place.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// The next number below `bound`, which is above zero.
  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
