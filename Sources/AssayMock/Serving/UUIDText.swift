/// The text of a UUID (RFC 9562).
enum UUIDText {
  /// A random one, version 4 (section 5.4).
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return text(generator.next(), generator.next())
  }

  /// One made of `high` and `low`, with version and variant set.
  static func text(_ high: UInt64, _ low: UInt64) -> String {
    let first = high & ~0xF000 | 0x4000
    let second = low & ~(0xC << 60) | 0x8 << 60
    let digits = Array(padded(first) + padded(second))
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return groups.joined(separator: "-")
  }

  private static func padded(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
