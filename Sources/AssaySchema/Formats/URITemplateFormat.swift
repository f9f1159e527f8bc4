/// `uri-template`: RFC 6570 section 2, expressions of every level.
enum URITemplateFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    while let byte = cursor.next() {
      switch byte {
      case 0x7B: if !expression(&cursor) { return false }
      case 0x25: if !percentEncoded(&cursor) { return false }
      // CTL, space, ", <, >, \, ^, `, |, } are no literals (section 2.1, with erratum 6937 on the apostrophe).
      case 0x00...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7C, 0x7D, 0x7F: return false
      default: break
      }
    }
    return true
  }

  private static func expression(_ cursor: inout ByteCursor) -> Bool {
    if let operation = cursor.peek, isOperator(operation) { _ = cursor.next() }
    while true {
      guard variable(&cursor) else { return false }
      switch cursor.next() {
      case 0x2C: continue
      case 0x7D: return true
      default: return false
      }
    }
  }

  private static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    // Those in use, and those reserved for later (section 2.2).
    case 0x2B, 0x23, 0x2E, 0x2F, 0x3B, 0x3F, 0x26, 0x3D, 0x2C, 0x21, 0x40, 0x7C: true
    default: false
    }
  }

  /// Parses a variable name with an optional `*`, or `:` and a length (sections 2.3 and 2.4); returns false if it is
  /// not valid.
  private static func variable(_ cursor: inout ByteCursor) -> Bool {
    var isStart = true
    while let byte = cursor.peek {
      if ASCII.isAlphanumeric(byte) || byte == 0x5F {
        isStart = false
        _ = cursor.next()
      } else if byte == 0x25 {
        _ = cursor.next()
        guard percentEncoded(&cursor) else { return false }
        isStart = false
      } else if byte == 0x2E, !isStart {
        isStart = true
        _ = cursor.next()
      } else {
        break
      }
    }
    guard !isStart else { return false }
    if cursor.skip(0x2A) { return true }
    guard cursor.skip(0x3A) else { return true }
    let startsWithZero = cursor.peek == 0x30
    guard let digits = cursor.digits() else { return false }
    return digits <= 4 && !startsWithZero
  }

  private static func percentEncoded(_ cursor: inout ByteCursor) -> Bool {
    guard let high = cursor.next(), let low = cursor.next() else { return false }
    return ASCII.isHexDigit(high) && ASCII.isHexDigit(low)
  }
}
