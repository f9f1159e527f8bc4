/// The gzip format (RFC 1952) around stored blocks (RFC 1951 section 3.2.4): a legal coding that needs no compressor.
struct Gzip: Sendable {
  private var checksum: UInt32 = 0xFFFF_FFFF
  private var size: UInt32 = 0
  private var hasBegun = false

  /// `bytes` as a whole gzip member.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var gzip = Gzip()
    return gzip.write(bytes) + gzip.finish()
  }

  /// The next piece of the member, complete enough for a decoder to give all of `bytes`.
  mutating func write(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = hasBegun ? [] : [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    hasBegun = true
    for byte in bytes { checksum = Self.table[Int((checksum ^ UInt32(byte)) & 0xFF)] ^ (checksum >> 8) }
    size &+= UInt32(truncatingIfNeeded: bytes.count)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 0xFFFF)
      output += Self.block(bytes[start..<end], isLast: false)
      start = end
    }
    return output
  }

  /// The last, empty block and the trailer.
  mutating func finish() -> [UInt8] {
    let start = hasBegun ? [] : write([])
    let trailer = [checksum ^ 0xFFFF_FFFF, size].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    return start + Self.block([], isLast: true) + trailer
  }

  private static func block(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
    let length = UInt16(bytes.count)
    return [
      isLast ? 1 : 0, UInt8(truncatingIfNeeded: length), UInt8(length >> 8), UInt8(truncatingIfNeeded: ~length),
      UInt8(~length >> 8),
    ] + bytes
  }

  /// The table of RFC 1952 section 8.
  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}
