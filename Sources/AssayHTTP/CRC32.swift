/// The check sum of gzip (RFC 1952 section 8) and of a PNG's chunks (PNG 3rd edition, annex D), which tells a damaged file.
package struct CRC32: Sendable {
  private var register: UInt32 = ~0

  package init() {}

  /// The sum of `bytes` as a whole.
  package static func sum(of bytes: [UInt8]) -> UInt32 {
    var crc = CRC32()
    crc.take(bytes)
    return crc.sum
  }

  package mutating func take(_ bytes: [UInt8]) {
    for byte in bytes { register = Self.table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8) }
  }

  /// The sum of all bytes so far.
  package var sum: UInt32 { ~register }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}
