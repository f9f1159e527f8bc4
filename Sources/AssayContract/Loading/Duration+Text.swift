extension Duration {
  /// The longest duration that is read: a day.
  private static let longestNanoseconds: Int64 = 86_400_000_000_000

  /// Reads `250ms`, `3s`, `1.5m`; `nil` for anything else, and for more than a day.
  package init?(text: String) {
    let units: [(suffix: String, nanoseconds: Int64)] = [
      ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    let parts = text.dropLast(unit.suffix.count).split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let whole = Int64(parts[0]), whole <= Self.longestNanoseconds / unit.nanoseconds
    else { return nil }
    var nanoseconds = whole * unit.nanoseconds
    var place = unit.nanoseconds
    for digit in parts.dropFirst().joined().utf8 {
      place /= 10
      nanoseconds += Int64(digit - 0x30) * place
    }
    guard nanoseconds <= Self.longestNanoseconds else { return nil }
    self = .nanoseconds(nanoseconds)
  }
}
