extension RegexParser {
  /// Parses the rest of an escape after its backslash, inside or outside a character class; returns its characters: a
  /// class such as `\d`, or a single character.
  mutating func classEscape(_ start: Int) throws(ECMARegexError) -> ScalarSet {
    let scalar = try next()
    switch scalar {
    case "d": return .digits
    case "D": return ScalarSet.digits.inverted
    case "w": return .word
    case "W": return ScalarSet.word.inverted
    case "s": return .space
    case "S": return ScalarSet.space.inverted
    case "p": return try property(start, isInverted: false)
    case "P": return try property(start, isInverted: true)
    default: return try characterEscape(scalar, start)
    }
  }

  private mutating func characterEscape(_ scalar: Unicode.Scalar, _ start: Int) throws(ECMARegexError) -> ScalarSet {
    switch scalar {
    case "t": return ScalarSet(0x09)
    case "n": return ScalarSet(0x0A)
    case "v": return ScalarSet(0x0B)
    case "f": return ScalarSet(0x0C)
    case "r": return ScalarSet(0x0D)
    case "0":
      if let digit = peek?.value, digit >= 0x30, digit <= 0x39 { throw error(.invalidEscape, at: start) }
      return ScalarSet(0)
    case "c":
      let letter = try next()
      guard letter.isASCII, letter.properties.isAlphabetic else { throw error(.invalidEscape, at: start) }
      return ScalarSet(letter.value % 32)
    case "x":
      guard let value = hex(2) else { throw error(.invalidEscape, at: start) }
      return ScalarSet(value)
    case "u": return try unicodeEscape(start)
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": return ScalarSet(scalar.value)
    default:
      let isPunctuation = scalar.isASCII && !scalar.properties.isAlphabetic && !ScalarSet.digits.contains(scalar.value)
      guard isLenient, isPunctuation else { throw error(.invalidEscape, at: start) }
      return ScalarSet(scalar.value)
    }
  }

  /// Parses `\uXXXX`, a surrogate pair in this notation, or `\u{…}`.
  mutating func unicodeEscape(_ start: Int) throws(ECMARegexError) -> ScalarSet {
    if skip("{") {
      var value: UInt32 = 0
      var count = 0
      while let digit = peek?.hexValue {
        value = min(value * 16 + digit, 0x110000)
        count += 1
        position += 1
      }
      guard skip("}"), count > 0, value <= 0x10FFFF else { throw error(.invalidEscape, at: start) }
      return ScalarSet(value)
    }
    guard let unit = hex(4) else { throw error(.invalidEscape, at: start) }
    let mark = position
    if (0xD800...0xDBFF).contains(unit), skip("\\u"), let low = hex(4), (0xDC00...0xDFFF).contains(low) {
      return ScalarSet(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }
    position = (0xD800...0xDBFF).contains(unit) ? mark : position
    return ScalarSet(unit)
  }

  private mutating func hex(_ count: Int) -> UInt32? {
    guard position + count <= scalars.count else { return nil }
    var value: UInt32 = 0
    for scalar in scalars[position..<(position + count)] {
      guard let digit = scalar.hexValue else { return nil }
      value = value * 16 + digit
    }
    position += count
    return value
  }

  private mutating func property(_ start: Int, isInverted: Bool) throws(ECMARegexError) -> ScalarSet {
    guard skip("{") else { throw error(.invalidEscape, at: start) }
    var parts = [""]
    while let scalar = peek, scalar != "}" {
      if scalar == "=" { parts.append("") } else { parts[parts.count - 1].unicodeScalars.append(scalar) }
      position += 1
    }
    guard skip("}"), parts.count <= 2 else { throw error(.invalidEscape, at: start) }
    let property = UnicodeProperty(name: parts[0], value: parts.count == 2 ? parts[1] : nil)
    guard property.isKnown else { throw error(.unknownProperty(property.description), at: start) }
    // Only who matches needs the characters.
    guard isLenient else { return ScalarSet() }
    guard let set = ScalarSet.of(property, isInverted: isInverted) else {
      refuse(.unknownCharacters(property.description), at: start)
      return ScalarSet()
    }
    return set
  }

  /// Parses the contents of a character class; the opening bracket is already read.
  mutating func characterClass(_ start: Int) throws(ECMARegexError) -> ScalarSet {
    let isInverted = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    var crowd = 10_000
    while !skip("]") {
      guard position < scalars.count else { throw error(.unmatchedBracket, at: start) }
      let place = position
      let low = try classAtom()
      if ranges.count > crowd {
        // The same property again and again must not pile up.
        ranges = ScalarSet(ranges).ranges
        crowd = max(crowd, ranges.count * 2)
      }
      guard peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        ranges += low.ranges
        continue
      }
      position += 1
      let high = try classAtom()
      guard let first = low.single, let last = high.single else {
        guard isLenient else { throw error(.invalidRange, at: place) }
        ranges += low.ranges + high.ranges + [0x2D...0x2D]
        continue
      }
      guard first <= last else { throw error(.invalidRange, at: place) }
      ranges.append(first...last)
    }
    let set = ScalarSet(ranges)
    return isInverted ? set.inverted : set
  }

  private mutating func classAtom() throws(ECMARegexError) -> ScalarSet {
    let start = position
    let scalar = try next()
    guard scalar == "\\" else { return ScalarSet(scalar.value) }
    if skip("b") { return ScalarSet(0x08) }
    if skip("-") { return ScalarSet(0x2D) }
    return try classEscape(start)
  }
}

extension ScalarSet {
  /// The only scalar of the set; `nil` if the set does not have exactly one.
  var single: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}

extension Unicode.Scalar {
  fileprivate var hexValue: UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x41...0x46: value - 0x37
    case 0x61...0x66: value - 0x57
    default: nil
    }
  }
}
