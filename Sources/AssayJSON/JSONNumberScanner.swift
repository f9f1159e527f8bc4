/// The scanner that finds the end of a number in JSON text (RFC 8259 section 6).
enum JSONNumberScanner {
  /// The most digits of an exponent, so that numbers can be compared exactly in 64 bits (RFC 8259 section 9 allows this
  /// limit).
  static let exponentLimit = 18

  /// Returns the position after the number at `start`; `nil` if the number is invalid.
  ///
  /// Sets `word` to the first field of the number's entry on the tape (see ``JSONTapeEntry``).
  @inline(__always)
  static func end(
    of start: UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>,
    _ word: inout UInt32
  ) -> UnsafePointer<UInt8>? {
    var cursor = start
    var value: UInt32 = 0
    if cursor.pointee == 0x2D { cursor += 1 }
    guard cursor < end, isDigit(cursor.pointee) else { return nil }
    if cursor.pointee == 0x30 {
      cursor += 1
      if cursor < end, isDigit(cursor.pointee) { return nil }
    } else {
      while cursor < end, isDigit(cursor.pointee) {
        value = value &* 10 &+ UInt32(cursor.pointee &- 0x30)
        cursor += 1
      }
    }
    // Six digits fit; a minus sign is not a digit.
    let isSmall = cursor - start <= 6 && start.pointee != 0x2D
    word = JSONTapeEntry.integerCode | (isSmall ? value : UInt32(JSONTapeEntry.countLimit)) << JSONTapeEntry.countShift
    guard cursor < end else { return cursor }
    if cursor.pointee == 0x2E {
      word = UInt32(JSONKind.number.rawValue)
      cursor += 1
      guard cursor < end, isDigit(cursor.pointee) else { return nil }
      cursor = skipDigits(cursor + 1, end)
    }
    if cursor < end, cursor.pointee | 0x20 == 0x65 {
      word = UInt32(JSONKind.number.rawValue)
      cursor += 1
      if cursor < end, cursor.pointee == 0x2B || cursor.pointee == 0x2D { cursor += 1 }
      guard cursor < end, isDigit(cursor.pointee) else { return nil }
      while cursor < end, cursor.pointee == 0x30 { cursor += 1 }
      let exponent = cursor
      cursor = skipDigits(cursor, end)
      if cursor - exponent > exponentLimit { return nil }
    }
    return cursor
  }

  /// Returns the reason why the text at `start` is not a valid number.
  static func error(at start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> JSONError.Reason {
    var cursor = start
    while cursor < end, isDigit(cursor.pointee) || cursor.pointee == 0x2D || cursor.pointee == 0x2E { cursor += 1 }
    guard cursor < end, cursor.pointee | 0x20 == 0x65 else { return .invalidNumber }
    cursor += 1
    if cursor < end, cursor.pointee == 0x2B || cursor.pointee == 0x2D { cursor += 1 }
    return skipDigits(cursor, end) - cursor > exponentLimit ? .exponentTooLong(limit: exponentLimit) : .invalidNumber
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  private static func skipDigits(
    _ start: UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var cursor = start
    while cursor < end, isDigit(cursor.pointee) { cursor += 1 }
    return cursor
  }
}
