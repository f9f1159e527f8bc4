import AssayJSON

/// A text with the escapes of one notation decoded, as its reader sees it, and the mapping back to the source bytes.
///
/// Decoding is lenient: anything that is not an escape is unchanged, so that any text can be searched. A text with many
/// escapes needs no more memory than any other: the mapping is computed again for each query.
struct DecodedText {
  /// The notations, with escapes, in which a server may write a value.
  enum Notation {
    /// Escapes in JSON strings: `\u0073`, `\/`, `\n` (RFC 8259 section 7).
    case json
    /// Percent-encoding: `%73`, with hexadecimal digits of either case (RFC 3986 section 2.1).
    case percent
    /// Percent-encoding with `+` for a space (WHATWG URL section 5.1).
    case form
    /// Character references of HTML: `&#115;`, `&#x73;`, `&amp;` (WHATWG HTML section 13.2.5.72).
    case entities
    /// Line breaks and the blanks after them, as Base64 is wrapped (RFC 2045 section 6.8).
    case lines
  }

  let bytes: [UInt8]
  private let source: [UInt8]
  private let notation: Notation

  /// Decodes `text`; `nil` if it contains no escape.
  init?(_ text: [UInt8], _ notation: Notation) {
    let decoded = text.withUnsafeBufferPointer { text -> [UInt8]? in
      // Without a plus, a form's text is read as any other that is percent-encoded.
      let mark: Notation? = notation == .form ? nil : notation
      guard EscapeWalk.next(in: text, from: 0, mark) < text.count else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count)
      EscapeWalk.walk(text, notation) { plain in
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain]))
      } escape: { escape in
        for place in 0..<escape.count { bytes.append(UInt8(truncatingIfNeeded: escape.value >> (8 * UInt32(place)))) }
      }
      return bytes
    }
    guard let decoded else { return nil }
    bytes = decoded
    source = text
    self.notation = notation
  }

  /// Returns, for each of `ranges` in the decoded text, the range of the original bytes.
  func sources(of ranges: [Range<Int>]) -> [Range<Int>] {
    guard !ranges.isEmpty else { return [] }
    // What was left out between bytes does not belong to what ends in front of it.
    let last = notation == .lines ? 1 : 0
    let places = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound - last] }).sorted()
    var shifts: [Int: Int] = [:]
    source.withUnsafeBufferPointer { text in
      var (place, shift) = (0, 0)
      var open = places[...]
      EscapeWalk.walk(text, notation) { plain in
        place += plain.count
      } escape: { escape in
        place += escape.count
        while let first = open.first, first < place {
          shifts[first] = shift
          open.removeFirst()
        }
        shift += escape.length - escape.count
      }
      for rest in open { shifts[rest] = shift }
    }
    return ranges.map { range in
      let (start, end) = (shifts[range.lowerBound] ?? 0, shifts[range.upperBound - last] ?? 0)
      return range.lowerBound + start..<range.upperBound + end
    }
  }
}

/// The escapes of a text in order; nothing is allocated, as a text may consist of escapes only.
private enum EscapeWalk {
  typealias Text = UnsafeBufferPointer<UInt8>

  /// An escape sequence: bytes that represent other bytes.
  struct Escape {
    /// The decoded bytes, the first one lowest; `count` is their number.
    var value: UInt32 = 0
    var count = 0
    /// The length of the escape sequence in bytes.
    var length: Int

    init(length: Int) { self.length = length }

    init(byte: UInt8, length: Int) {
      value = UInt32(byte)
      count = 1
      self.length = length
    }

    /// Creates the escape of the character `code`; a lone surrogate is not a character (RFC 8259 section 8.2).
    init(code: UInt32, length: Int) {
      self.length = length
      guard code >= 0x80 else {
        (value, count) = (code, 1)
        return
      }
      for byte in UTF8.encode(Unicode.Scalar(code) ?? "\u{FFFD}") ?? .init() {
        value |= UInt32(byte) << (8 * UInt32(count))
        count += 1
      }
    }
  }

  /// Calls `plain` with each range of text without escapes, and `escape` with each escape, in order.
  static func walk(
    _ text: Text,
    _ notation: DecodedText.Notation,
    plain: (Range<Int>) -> Void,
    escape: (Escape) -> Void
  ) {
    var cursor = 0
    while cursor < text.count {
      let start = next(in: text, from: cursor, notation)
      if start > cursor { plain(cursor..<start) }
      guard start < text.count else { return }
      if let found = self.escape(text, start, notation) ?? unfinished(text, start, notation) {
        escape(found)
        cursor = start + found.length
      } else {
        plain(start..<start + 1)
        cursor = start + 1
      }
    }
  }

  /// Returns the next position, from `start` on, of a byte with which an escape of `notation` may begin; if `notation`
  /// is `nil`, of a plus sign.
  static func next(in text: Text, from start: Int, _ notation: DecodedText.Notation?) -> Int {
    let (first, second): (UInt8, UInt8) =
      switch notation {
      case .json: (0x5C, 0x5C)
      case .percent: (0x25, 0x25)
      case .form: (0x25, 0x2B)
      case .entities: (0x26, 0x26)
      case .lines: (0x0A, 0x0D)
      case nil: (0x2B, 0x2B)
      }
    var cursor = start
    while cursor < text.count, text[cursor] != first, text[cursor] != second { cursor += 1 }
    return cursor
  }

  private static func escape(_ text: Text, _ start: Int, _ notation: DecodedText.Notation) -> Escape? {
    switch notation {
    case .json: return json(text, start)
    case .percent, .form:
      if text[start] == 0x2B { return Escape(byte: 0x20, length: 1) }
      return number(text, start + 1, 2, radix: 16).map { Escape(byte: UInt8($0), length: 3) }
    case .entities: return entity(text, start)
    case .lines:
      var end = start
      while end < text.count, text[end] == 0x0A || text[end] == 0x0D || (end > start && isBlank(text[end])) { end += 1 }
      return Escape(length: end - start)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns the beginning of an escape that was cut off by an ellipsis; `nil` if no ellipsis follows it.
  private static func unfinished(_ text: Text, _ start: Int, _ notation: DecodedText.Notation) -> Escape? {
    var end = start + 1
    while end < min(text.count, start + 9), HexDigits.value(text[end]) != nil || isOfNotation(text[end]) { end += 1 }
    let isCut = end + 2 < text.count && text[end] == 0xE2 && text[end + 1] == 0x80 && text[end + 2] == 0xA6
    return isCut ? Escape(length: end - start) : nil
  }

  /// Returns true for `u` of JSON, and for `x` and `#` of HTML.
  private static func isOfNotation(_ byte: UInt8) -> Bool { byte == 0x75 || byte == 0x78 || byte == 0x23 }

  private static func json(_ text: Text, _ start: Int) -> Escape? {
    guard start + 1 < text.count else { return nil }
    switch text[start + 1] {
    case 0x22, 0x2F, 0x5C: return Escape(byte: text[start + 1], length: 2)
    case 0x62: return Escape(byte: 0x08, length: 2)
    case 0x66: return Escape(byte: 0x0C, length: 2)
    case 0x6E: return Escape(byte: 0x0A, length: 2)
    case 0x72: return Escape(byte: 0x0D, length: 2)
    case 0x74: return Escape(byte: 0x09, length: 2)
    case 0x75:
      guard let unit = number(text, start + 2, 4, radix: 16) else { return nil }
      if (0xD800...0xDBFF).contains(unit), start + 7 < text.count, text[start + 6] == 0x5C, text[start + 7] == 0x75,
        let low = number(text, start + 8, 4, radix: 16), (0xDC00...0xDFFF).contains(low)
      {
        return Escape(code: 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), length: 12)
      }
      return Escape(code: unit, length: 6)
    default: return nil
    }
  }

  private static let named: [(name: [UInt8], value: UInt8)] = [
    (Array("&lt;".utf8), 0x3C), (Array("&gt;".utf8), 0x3E), (Array("&amp;".utf8), 0x26), (Array("&quot;".utf8), 0x22),
    (Array("&apos;".utf8), 0x27),
  ]

  private static func entity(_ text: Text, _ start: Int) -> Escape? {
    guard start + 1 < text.count, text[start + 1] == 0x23 else {
      let rest = text[start...].prefix(6)
      return named.first { rest.starts(with: $0.name) }.map { Escape(byte: $0.value, length: $0.name.count) }
    }
    let isHex = start + 2 < text.count && text[start + 2] | 0x20 == 0x78
    let digits = start + (isHex ? 3 : 2)
    var end = digits
    while end < min(text.count, digits + 8), text[end] != 0x3B { end += 1 }
    guard end < text.count, text[end] == 0x3B, let code = number(text, digits, end - digits, radix: isHex ? 16 : 10)
    else { return nil }
    return Escape(code: code, length: end + 1 - start)
  }

  /// Returns the number with exactly `count` digits at `start`; `nil` if there are fewer.
  private static func number(_ text: Text, _ start: Int, _ count: Int, radix: UInt32) -> UInt32? {
    guard count > 0, start + count <= text.count else { return nil }
    var number: UInt32 = 0
    for place in start..<start + count {
      guard let value = HexDigits.value(text[place]), value < radix else { return nil }
      number = number &* radix &+ UInt32(value)
    }
    return number
  }
}
