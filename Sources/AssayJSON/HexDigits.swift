/// Hexadecimal digits to the numbers they stand for.
package enum HexDigits {
  /// The value of one digit, upper or lower case.
  package static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// The UTF-16 code unit four digits spell, as in `\u00e9`.
  static func unit(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> UInt16? {
    guard let a = value(first), let b = value(second), let c = value(third), let d = value(fourth) else { return nil }
    return UInt16(a) << 12 | UInt16(b) << 8 | UInt16(c) << 4 | UInt16(d)
  }
}
