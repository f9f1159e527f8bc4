/// Base64 (RFC 4648 section 4), as `Authorization: Basic` uses it.
enum Base64 {
  /// The bytes `text` encodes, or `nil` where it is no Base64.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var accumulator: UInt32 = 0
    var bits: UInt32 = 0
    for byte in text.utf8 where byte != 0x3D {
      guard let value = value(byte) else { return nil }
      accumulator = (accumulator << 6 | value) & 0xFFFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: accumulator >> bits))
      }
    }
    return bytes
  }

  private static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte) - 0x41
    case 0x61...0x7A: UInt32(byte) - 0x47
    case 0x30...0x39: UInt32(byte) + 4
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
