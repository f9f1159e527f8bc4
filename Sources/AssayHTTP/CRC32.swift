/// The checksum of gzip (RFC 1952 section 8) and of a PNG's chunks (PNG 3rd edition, annex D), which detects damaged
/// files.
package struct CRC32: Sendable {
  private var register: UInt32 = ~0

  package init() {}

  /// Returns the checksum of `bytes`.
  package static func sum(of bytes: [UInt8]) -> UInt32 {
    var crc = CRC32()
    crc.take(bytes)
    return crc.sum
  }

  package mutating func take(_ bytes: [UInt8]) {
    for byte in bytes { register = Self.table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8) }
  }

  /// The checksum of the bytes added so far.
  package var sum: UInt32 { ~register }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}
