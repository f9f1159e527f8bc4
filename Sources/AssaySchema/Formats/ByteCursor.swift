/// A position in the UTF-8 bytes of a string that moves forward.
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

  /// Moves past the current byte if it is `byte`; returns true if so.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  /// Moves past the current byte if it is `letter`, given in lower case, in either case; returns true if so.
  mutating func skip(letter: UInt8) -> Bool {
    guard let byte = peek, byte | 0x20 == letter else { return false }
    position += 1
    return true
  }

  /// Moves past exactly `count` digits, at most 18; returns the number they form, or `nil` if there are fewer.
  mutating func digits(_ count: Int) -> Int? {
    guard bytes.count &- position >= count else { return nil }
    var value = 0
    for index in position..<position &+ count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    position &+= count
    return value
  }

  /// Moves past all digits; returns how many there were, or `nil` if there was none.
  mutating func digits() -> Int? {
    let start = position
    while position < bytes.count, ASCII.isDigit(bytes[position]) { position &+= 1 }
    return position > start ? position - start : nil
  }
}

/// Classes of ASCII bytes the formats share (RFC 5234 appendix B, RFC 3986 section 2).
enum ASCII {
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
  static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
  static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66) }
  /// Returns true for `unreserved` of RFC 3986 section 2.3.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }
  /// Returns true for `sub-delims` of RFC 3986 section 2.2.
  static func isSubDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
    default: false
    }
  }
}

/// A set of ASCII bytes, stored as one bit each.
struct ASCIISet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Creates a set of the bytes for which `test` is true, and the characters of `others`.
  init(where test: (UInt8) -> Bool = { _ in false }, also others: String = "") {
    for byte in UInt8(0)..<0x80 where test(byte) { insert(byte) }
    for byte in others.utf8 { insert(byte) }
  }

  init(_ bytes: String) { self.init(also: bytes) }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 0x40 ? low : high) &>> UInt64(byte) & 1 != 0
  }

  func union(_ others: String) -> ASCIISet {
    var union = self
    for byte in others.utf8 { union.insert(byte) }
    return union
  }

  private mutating func insert(_ byte: UInt8) {
    if byte < 0x40 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 0x3F) }
  }
}
