/// Looks through bytes eight at a time.
enum ByteScan {
  private static let low: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// The index of the first LF or CR from `start` on, or the count where there is none.
  static func lineEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // A zero byte is left where the word has the one looked for; a borrow out of it marks that byte at least.
      let lf = word ^ (low &* 0x0A)
      let cr = word ^ (low &* 0x0D)
      let found = ((lf &- low) & ~lf | (cr &- low) & ~cr) & high
      if found != 0 { return index + UInt64(littleEndian: found).trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    return index
  }

  /// The index of the first byte past ASCII from `start` on, or the count where there is none.
  static func nonASCII(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= bytes.count {
      let found = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & high
      if found != 0 { return index + UInt64(littleEndian: found).trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }
}
