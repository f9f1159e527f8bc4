import AssayJSON

/// A text with the escapes of one notation undone, as its reader will see it, and the way back to where each byte stood.
///
/// Lenient where a parser is not: what is no escape stays as it is, so that any text can be looked through.
struct DecodedText {
  /// The notations a server may write a value in.
  enum Notation {
    /// `\u0073`, `\/`, `\n` (RFC 8259 section 7).
    case json
    /// `%73`, in digits of either case (RFC 3986 section 2.1).
    case percent
    /// The same with `+` for a space (WHATWG URL section 5.1).
    case form
    /// `&#115;`, `&#x73;`, `&amp;` (WHATWG HTML section 13.2.5.72).
    case entities
    /// Line breaks and the blanks behind them, as Base64 is wrapped (RFC 2045 section 6.8).
    case lines
  }

  private(set) var bytes: [UInt8] = []
  /// Where an escape ended: its place in `bytes`, and how far the source is ahead from there on.
  private var shifts: [(place: UInt32, shift: UInt32)] = []
  /// Whether what was left out stands between bytes, so that what follows a range is no part of it.
  private var leavesOut = false

  /// Decodes `text`; `nil` where no escape is in it.
  init?(_ text: [UInt8], _ notation: Notation) {
    let introducer: UInt8 =
      switch notation {
      case .json: 0x5C
      case .percent, .form: 0x25
      case .entities: 0x26
      case .lines: 0x0A
      }
    if notation == .lines {
      guard text.contains(where: Self.isLineBreak) else { return nil }
      leavesOut = true
      joinLines(of: text)
      return
    }
    let hasPlus = notation == .form
    // Without a plus, a form's text is read as any other that is percent-encoded.
    guard text.contains(hasPlus ? 0x2B : introducer) else { return nil }
    bytes.reserveCapacity(text.count)
    var cursor = 0
    while cursor < text.count {
      let byte = text[cursor]
      if byte == introducer, let (value, length) = Self.escape(text[cursor...], notation) {
        bytes += value
        cursor += length
        shifts.append((UInt32(clamping: bytes.count), UInt32(clamping: cursor - bytes.count)))
      } else if byte == introducer, let length = Self.unfinished(text[cursor...]) {
        cursor += length
        shifts.append((UInt32(clamping: bytes.count), UInt32(clamping: cursor - bytes.count)))
      } else if hasPlus || byte == introducer {
        bytes.append(hasPlus && byte == 0x2B ? 0x20 : byte)
        cursor += 1
      } else {
        let next = text[cursor...].firstIndex(of: introducer) ?? text.count
        bytes += text[cursor..<next]
        cursor = next
      }
    }
  }

  /// The bytes of the source that `range` was decoded from.
  func source(of range: Range<Int>) -> Range<Int> {
    let end = leavesOut ? shift(at: range.upperBound - 1) : shift(at: range.upperBound)
    return range.lowerBound + shift(at: range.lowerBound)..<range.upperBound + end
  }

  private func shift(at place: Int) -> Int {
    var (low, high) = (0, shifts.count)
    while low < high {
      let middle = (low + high) / 2
      if shifts[middle].place <= place { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? 0 : Int(shifts[low - 1].shift)
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func joinLines(of text: [UInt8]) {
    bytes.reserveCapacity(text.count)
    var cursor = 0
    while cursor < text.count {
      let next = text[cursor...].firstIndex(where: Self.isLineBreak) ?? text.count
      bytes += text[cursor..<next]
      cursor = next
      while cursor < text.count, Self.isLineBreak(text[cursor]) || text[cursor] == 0x20 || text[cursor] == 0x09 {
        cursor += 1
      }
      shifts.append((UInt32(clamping: bytes.count), UInt32(clamping: cursor - bytes.count)))
    }
  }

  // MARK: Escapes

  /// What the escape at the beginning of `text` stands for, and its length; `nil` where there is none.
  private static func escape(_ text: ArraySlice<UInt8>, _ notation: Notation) -> ([UInt8], Int)? {
    switch notation {
    case .json: json(text)
    case .percent, .form: number(text.dropFirst().prefix(2), 2, radix: 16).map { ([UInt8($0)], 3) }
    case .entities: entity(text)
    case .lines: nil
    }
  }

  /// The length of an escape at the beginning of `text` that an ellipsis has cut off.
  private static func unfinished(_ text: ArraySlice<UInt8>) -> Int? {
    let length = text.prefix(9).firstIndex(of: SecretAutomaton.ellipsis[0]).map { $0 - text.startIndex }
    guard let length, text.dropFirst(length).starts(with: SecretAutomaton.ellipsis),
      text.dropFirst().prefix(length - 1).allSatisfy({ HexDigits.value($0) != nil || "ux#".utf8.contains($0) })
    else { return nil }
    return length
  }

  private static func json(_ text: ArraySlice<UInt8>) -> ([UInt8], Int)? {
    guard let escaped = text.dropFirst().first else { return nil }
    switch escaped {
    case 0x22, 0x2F, 0x5C: return ([escaped], 2)
    case 0x62: return ([0x08], 2)
    case 0x66: return ([0x0C], 2)
    case 0x6E: return ([0x0A], 2)
    case 0x72: return ([0x0D], 2)
    case 0x74: return ([0x09], 2)
    case 0x75:
      guard let unit = number(text.dropFirst(2).prefix(4), 4, radix: 16) else { return nil }
      let rest = text.dropFirst(6)
      if (0xD800...0xDBFF).contains(unit), rest.starts(with: [0x5C, 0x75]),
        let low = number(rest.dropFirst(2).prefix(4), 4, radix: 16), (0xDC00...0xDFFF).contains(low)
      {
        return (utf8(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)), 12)
      }
      return (utf8(unit), 6)
    default: return nil
    }
  }

  private static let named: [(name: [UInt8], value: UInt8)] = [
    (Array("&lt;".utf8), 0x3C), (Array("&gt;".utf8), 0x3E), (Array("&amp;".utf8), 0x26), (Array("&quot;".utf8), 0x22),
    (Array("&apos;".utf8), 0x27),
  ]

  private static func entity(_ text: ArraySlice<UInt8>) -> ([UInt8], Int)? {
    guard text.dropFirst().first == 0x23 else {
      return named.first { text.starts(with: $0.name) }.map { ([$0.value], $0.name.count) }
    }
    let isHex = text.dropFirst(2).first.map { $0 | 0x20 } == 0x78
    let lead = isHex ? 3 : 2
    let digits = text.dropFirst(lead).prefix(8).prefix { $0 != 0x3B }
    let end = text.startIndex + lead + digits.count
    guard end < text.endIndex, text[end] == 0x3B, let code = number(digits, digits.count, radix: isHex ? 16 : 10) else {
      return nil
    }
    return (utf8(code), lead + digits.count + 1)
  }

  private static func number(_ digits: ArraySlice<UInt8>, _ count: Int, radix: UInt32) -> UInt32? {
    guard digits.count == count, count > 0 else { return nil }
    var number: UInt32 = 0
    for digit in digits {
      guard let value = HexDigits.value(digit), value < radix else { return nil }
      number = number &* radix &+ UInt32(value)
    }
    return number
  }

  /// A surrogate that stands alone is no character (RFC 8259 section 8.2).
  private static func utf8(_ code: UInt32) -> [UInt8] {
    Array(String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
  }
}
