/// The search for the first byte that is not UTF-8 (RFC 3629 section 4, Unicode table 3-7).
enum UTF8Validation {
  /// The result of checking a sequence of bytes.
  enum Outcome: Equatable {
    case valid
    /// The bytes are not valid UTF-8; the index is that of the first invalid byte.
    case invalid(Int)
    /// All bytes are valid, except for an incomplete sequence that begins at this index.
    case unfinished(Int)
  }

  /// Checks `bytes` as a whole.
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
    var index = ByteScan.nonASCII(in: bytes, from: 0)
    while index < bytes.count {
      guard let (length, second) = form(bytes[index]) else { return .invalid(index) }
      for offset in 1..<length {
        guard index + offset < bytes.count else { return .unfinished(index) }
        let allowed = offset == 1 ? second : 0x80...0xBF
        guard allowed.contains(bytes[index + offset]) else { return .invalid(index) }
      }
      index = ByteScan.nonASCII(in: bytes, from: index + length)
    }
    return .valid
  }

  /// Returns the length of the sequence that begins with the byte `lead`, and the allowed range of its second byte;
  /// `nil` if no sequence begins with it.
  private static func form(_ lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}

/// A search through bytes, eight at a time.
enum ByteScan {
  private static let low: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// Returns the index of the first LF or CR from `start`, or the number of bytes if none is found.
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

  /// Returns the index of the first byte that is not ASCII from `start`, or the number of bytes if all are.
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
