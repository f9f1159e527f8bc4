/// A sequence of numbers that is the same for the same seed (SplitMix64).
package struct SeededNumbers {
  private var state: UInt64

  /// Starts a sequence that depends on `seed` and `place`, so that the values made for one place do not depend on other
  /// places.
  package init(_ seed: UInt64, at place: String) {
    state = place.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Returns the next number, from 0 to below `bound`, which must be above zero.
  package mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
