/// The Base64 characters (RFC 4648 sections 4 and 5) of a value that follows `lead` other bytes, as the password does
/// in `user:password`. Characters that also depend on the bytes before it are left out.
struct Base64Form {
  private let value: [UInt8]
  /// The position, among the Base64 characters of all bytes, of the first one that depends on the value alone.
  private let first: Int
  private let lead: Int
  /// The number of characters that do not depend on bytes before or after the value. `whole` also counts the last
  /// character and the padding, for a value at the end of the text.
  private let sure: Int
  let whole: Int
  /// The minimum number of characters by which the value is recognised; `nil` if it has fewer than five, which are too
  /// common.
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

  /// Converts a character of the alphabet of section 5 to that of section 4.
  static func normal(_ byte: UInt8) -> UInt8 { byte == 0x2D ? 0x2B : byte == 0x5F ? 0x2F : byte }
}
