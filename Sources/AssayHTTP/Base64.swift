/// Base64 with padding (RFC 4648 section 4), as used in `Authorization: Basic` and HAR bodies.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the Base64 text of `bytes`.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var accumulator: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      accumulator = accumulator << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(accumulator >> bits & 0x3F)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(accumulator << (6 - bits) & 0x3F)]) }
    while !text.count.isMultiple(of: 4) { text.append(0x3D) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes encoded in `text`, or `nil` if it is not Base64; missing padding is accepted.
  package static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var accumulator: UInt32 = 0
    var bits: UInt32 = 0
    var isPadding = false
    for byte in text.utf8 {
      if byte == 0x3D {
        isPadding = true
        continue
      }
      guard !isPadding, let value = value(byte) else { return nil }
      accumulator = (accumulator << 6 | value) & 0xFFFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: accumulator >> bits))
      }
    }
    // One character alone holds no byte.
    return bits == 6 ? nil : bytes
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
