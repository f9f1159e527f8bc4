/// A place in a string's UTF-8 that moves forward.
struct ByteCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }
  /// The byte here, or `nil` at the end.
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Moves over `byte` where it stands here.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  /// Moves over a letter of either case; `letter` is given in lower case.
  mutating func skip(letter: UInt8) -> Bool {
    guard let byte = peek, byte | 0x20 == letter else { return false }
    position += 1
    return true
  }

  /// Moves over exactly `count` digits; their number.
  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Moves over as many digits as there are; how many, at least one.
  mutating func digits() -> Int? {
    let start = position
    while digit() != nil {}
    return position > start ? position - start : nil
  }

  private mutating func digit() -> Int? {
    guard let byte = peek, byte >= 0x30, byte <= 0x39 else { return nil }
    position += 1
    return Int(byte - 0x30)
  }
}

/// Classes of ASCII bytes the formats share (RFC 5234 appendix B, RFC 3986 section 2).
enum ASCII {
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
  static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
  static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66) }
  /// `unreserved` of RFC 3986 section 2.3.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }
  /// `sub-delims` of RFC 3986 section 2.2.
  static func isSubDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
    default: false
    }
  }
}
