extension Duration {
  /// The longest duration that is read, in milliseconds: a day.
  private static let longest = 86_400_000

  /// Reads a whole number of milliseconds, seconds or minutes: `250ms`, `3s`, `5m`; `nil` for anything else, and for more
  /// than a day.
  package init?(text: String) {
    let units = [("ms", 1), ("s", 1_000), ("m", 60_000)]
    guard let (suffix, milliseconds) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let digits = text.dropLast(suffix.count)
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
      number <= Self.longest / milliseconds
    else { return nil }
    self = .milliseconds(number * milliseconds)
  }
}
