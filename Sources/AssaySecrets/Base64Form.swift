/// A value in Base64 (RFC 4648 sections 4 and 5) after `lead` other bytes, as in `user:password`: the characters that depend
/// on the value alone.
struct Base64Form {
  private let value: [UInt8]
  /// The bit of the value at which the first character begins, counted from the lead.
  private let first: Int
  private let lead: Int
  /// The number of characters that depend on the value alone, and the number with the last one and the padding.
  private let sure: Int
  let whole: Int
  /// The fewest characters that are recognised: fewer than five are too common.
  var least: Int? { sure >= 5 ? sure : whole >= 5 ? whole : nil }

  init(_ value: [UInt8], lead: Int) {
    self.value = value
    self.lead = lead
    first = (lead * 8 + 5) / 6
    let padded = lead + value.count
    sure = padded * 8 / 6 - first
    whole = (padded + 2) / 3 * 4 - first
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The character at `index`, in the alphabet of section 4.
  func character(_ index: Int) -> UInt8 {
    let bit = (first + index) * 6 - lead * 8
    guard bit < value.count * 8 else { return 0x3D }
    let byte = bit >> 3
    let high = UInt16(value[byte]) << 8
    let low = byte + 1 < value.count ? UInt16(value[byte + 1]) : 0
    return Self.alphabet[Int((high | low) >> UInt16(10 - bit & 7) & 0x3F)]
  }

  /// A character of the alphabet of section 5 as that of section 4.
  static func normal(_ byte: UInt8) -> UInt8 { byte == 0x2D ? 0x2B : byte == 0x5F ? 0x2F : byte }
}
