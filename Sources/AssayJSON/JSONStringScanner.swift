/// The scanner that finds the end of a string in JSON text (RFC 8259 section 7), eight bytes at a time.
enum JSONStringScanner {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Returns the closing quote of the string whose content starts at `start`, or `nil` if there is a fault before it.
  ///
  /// Adds the string's bits on the tape to `flags`.
  @inline(__always)
  static func closingQuote(
    _ start: UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>,
    _ flags: inout UInt32
  ) -> UnsafePointer<UInt8>? {
    var cursor = start
    while end - cursor >= 8 {
      let special = special(UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self).littleEndian)
      if special == 0 {
        cursor += 8
        continue
      }
      cursor += special.trailingZeroBitCount >> 3
      if cursor.pointee == 0x22 { return cursor }
      break
    }
    return closingQuoteSlowly(cursor, end, &flags)
  }

  /// A high bit in every byte that is a quote, a backslash, a control character or beyond ASCII.
  ///
  /// The result is exact for the lowest such byte, which is the only one used: no borrow occurs below it.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    let quotes = (word ^ (ones &* 0x22)) &- ones
    let backslashes = (word ^ (ones &* 0x5C)) &- ones
    let controls = word &- (ones &* 0x20)
    return (quotes | backslashes | controls | word) & highs
  }

  /// Continues the search byte by byte, from a special byte or near the text's end.
  @inline(never)
  private static func closingQuoteSlowly(
    _ start: UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>,
    _ flags: inout UInt32
  ) -> UnsafePointer<UInt8>? {
    var cursor = start
    while cursor < end {
      let byte = cursor.pointee
      if byte == 0x22 { return cursor }
      if byte == 0x5C {
        flags |= JSONTapeEntry.escapeBit
        guard let length = escapeLength(cursor, end) else { return nil }
        cursor += length
      } else if byte >= 0x80 {
        flags |= JSONTapeEntry.nonASCIIBit
        guard let length = UTF8Sequence.length(at: cursor, end) else { return nil }
        cursor += length
      } else if byte >= 0x20 {
        cursor += 1
        while end - cursor >= 8 {
          let special = special(UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self).littleEndian)
          if special != 0 {
            cursor += special.trailingZeroBitCount >> 3
            break
          }
          cursor += 8
        }
      } else {
        return nil
      }
    }
    return nil
  }

  /// Returns the length of the escape sequence at `cursor`; a surrogate pair counts as one. Returns `nil` if it is not
  /// valid.
  private static func escapeLength(_ cursor: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int? {
    guard end - cursor >= 2 else { return nil }
    switch cursor[1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return 2
    case 0x75:
      guard let unit = unit(cursor + 2, end) else { return nil }
      switch unit {
      case 0xD800...0xDBFF:
        guard end - cursor >= 8, cursor[6] == 0x5C, cursor[7] == 0x75, let low = self.unit(cursor + 8, end),
          (0xDC00...0xDFFF).contains(low)
        else { return nil }
        return 12
      case 0xDC00...0xDFFF: return nil
      default: return 6
      }
    default: return nil
    }
  }

  private static func unit(_ cursor: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UInt16? {
    guard end - cursor >= 4 else { return nil }
    return HexDigits.unit(cursor[0], cursor[1], cursor[2], cursor[3])
  }

  /// Returns the fault that keeps the string from its closing quote, and its place.
  static func fault(
    _ start: UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>,
    _ error: (JSONError.Reason, UnsafePointer<UInt8>) -> JSONError
  ) -> JSONError {
    var cursor = start
    while cursor < end {
      let byte = cursor.pointee
      if byte == 0x5C {
        guard let length = escapeLength(cursor, end) else {
          return end - cursor < 2 ? error(.unexpectedEnd, end) : error(escapeFault(cursor, end), cursor)
        }
        cursor += length
      } else if byte < 0x20 {
        return error(.controlCharacter(byte), cursor)
      } else {
        guard let length = UTF8Sequence.length(at: cursor, end) else { return error(.invalidUTF8, cursor) }
        cursor += length
      }
    }
    return error(.unexpectedEnd, end)
  }

  private static func escapeFault(_ cursor: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> JSONError.Reason {
    guard cursor[1] == 0x75, let unit = unit(cursor + 2, end), (0xD800...0xDFFF).contains(unit) else {
      return .invalidEscape
    }
    return .loneSurrogate
  }
}
