import AssayRegex

/// Host names as IDNA 2008 defines them (RFC 5890 to 5893).
enum InternationalHostname {
  static func accepts(_ name: String) -> Bool {
    let separators: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    let labels = name.unicodeScalars.split(omittingEmptySubsequences: false) { separators.contains($0) }
    var decoded: [[Unicode.Scalar]] = []
    var length = labels.count - 1
    for label in labels {
      guard let (scalars, encodedLength) = decode(Array(label)), encodedLength <= 63 else { return false }
      decoded.append(scalars)
      length += encodedLength
    }
    return length <= 253 && BidiRule.accepts(decoded)
  }

  /// Returns a label in Unicode and its length in ASCII; `nil` if it is not a valid label.
  private static func decode(_ label: [Unicode.Scalar]) -> ([Unicode.Scalar], Int)? {
    guard !label.isEmpty else { return nil }
    guard label.allSatisfy(\.isASCII) else {
      guard isUnicodeLabel(label), let encoded = Punycode.encode(label) else { return nil }
      return (label, encoded.count + 4)
    }
    let lower = label.map { Unicode.Scalar($0.properties.lowercaseMapping) ?? $0 }
    guard lower.allSatisfy({ ScalarSet.word.contains($0.value) && $0 != "_" || $0 == "-" }), lower.first != "-",
      lower.last != "-"
    else { return nil }
    guard lower.count > 3, lower[2] == "-", lower[3] == "-" else { return (label, label.count) }
    guard lower[0] == "x", lower[1] == "n", let inner = Punycode.decode(Array(lower.dropFirst(4))),
      inner.contains(where: { !$0.isASCII }), isUnicodeLabel(inner), Punycode.encode(inner) == Array(lower.dropFirst(4))
    else { return nil }
    return (inner, label.count)
  }

  /// Returns true for a valid Unicode label (RFC 5891 section 4.2.3).
  private static func isUnicodeLabel(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first, first != "-", label.last != "-" else { return false }
    if label.count > 3, label[2] == "-", label[3] == "-" { return false }
    switch first.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    return label.indices.allSatisfy { position in
      switch IDNACodePoint.status(of: label[position]) {
      case .valid: true
      case .disallowed: false
      case .contextual: IDNAContext.accepts(label, at: position)
      }
    }
  }
}

/// The characters that labels may contain, derived from their Unicode properties (RFC 5892 section 3).
enum IDNACodePoint {
  enum Status {
    case valid, contextual, disallowed
  }

  static func status(of scalar: Unicode.Scalar) -> Status {
    switch scalar.value {
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return .valid
    case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9, 0x200C, 0x200D: return .contextual
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return .disallowed
    // Lower case only: a U-label is what its A-label decodes to.
    case 0x2D, 0x30...0x39, 0x61...0x7A: return .valid
    default: break
    }
    let properties = scalar.properties
    if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint || properties.isWhitespace
      || properties.isNoncharacterCodePoint || isOldHangul(scalar.value)
    {
      return .disallowed
    }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter, .nonspacingMark,
      .spacingMark:
      return .valid
    default: return .disallowed
    }
  }

  /// Returns true for conjoining Hangul letters, which labels must not contain (RFC 5892 section 2.9).
  private static func isOldHangul(_ value: UInt32) -> Bool {
    (0x1100...0x11FF).contains(value) || (0xA960...0xA97C).contains(value) || (0xD7B0...0xD7FB).contains(value)
  }
}

/// The rules for characters that are valid only next to certain others (RFC 5892 appendix A).
enum IDNAContext {
  static func accepts(_ label: [Unicode.Scalar], at position: Int) -> Bool {
    let before = position > 0 ? label[position - 1] : nil
    let after = position + 1 < label.count ? label[position + 1] : nil
    switch label[position].value {
    case 0x200C: return isVirama(before) || joins(label, around: position)
    case 0x200D: return isVirama(before)
    case 0xB7: return before == "l" && after == "l"
    case 0x375: return isOf("Greek", after)
    case 0x5F3, 0x5F4: return isOf("Hebrew", before)
    case 0x30FB: return label.contains { isOf("Hiragana", $0) || isOf("Katakana", $0) || isOf("Han", $0) }
    case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0.value) }
    case 0x6F0...0x6F9: return !label.contains { (0x660...0x669).contains($0.value) }
    default: return false
    }
  }

  private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.canonicalCombiningClass == .virama
  }

  private static func isOf(_ script: String, _ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, let set = UnicodeScripts.set(script) else { return false }
    return set.contains(scalar.value)
  }

  /// Returns true if the letters before and after the character at `position` would join without it (appendix A.1).
  private static func joins(_ label: [Unicode.Scalar], around position: Int) -> Bool {
    let before = label[..<position].last { !isTransparent($0) }
    let after = label[(position + 1)...].first { !isTransparent($0) }
    return joinsForward(before) && joinsBackward(after)
  }

  private static func isTransparent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Returns true for joining type D: letters of the joining scripts that join on both sides.
  private static func joinsForward(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, joining.contains(scalar.value) else { return false }
    return scalar.properties.isAlphabetic && !backwardOnly.contains(scalar.value)
  }

  private static func joinsBackward(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return joinsForward(scalar) || backwardOnly.contains(scalar.value)
  }

  /// The letters of the scripts that join (ArabicShaping.txt).
  private static let joining = ScalarSet([
    0x620...0x620, 0x626...0x673, 0x678...0x6D3, 0x6D5...0x6D5, 0x6EE...0x6EF, 0x6FA...0x6FF, 0x710...0x74F,
    0x750...0x77F, 0x7CA...0x7EA, 0x840...0x858, 0x860...0x86A, 0x886...0x886, 0x889...0x88D, 0x8A0...0x8C8,
    0x1807...0x1807, 0x1820...0x1878, 0x1887...0x18A8, 0x18AA...0x18AA, 0xA840...0xA871, 0x1E900...0x1E943,
  ])

  /// The letters of joining type R, which join only to the letter before them.
  private static let backwardOnly = ScalarSet([
    0x622...0x625, 0x627...0x627, 0x629...0x629, 0x62F...0x632, 0x648...0x648, 0x671...0x673, 0x675...0x677,
    0x688...0x699, 0x6C0...0x6C0, 0x6C3...0x6CB, 0x6CD...0x6CD, 0x6CF...0x6CF, 0x6D2...0x6D3, 0x6D5...0x6D5,
    0x6EE...0x6EF, 0x710...0x710, 0x715...0x719, 0x71E...0x71E, 0x728...0x728, 0x72A...0x72A, 0x72C...0x72C,
    0x72F...0x72F, 0x74D...0x74D, 0x759...0x75B, 0x76B...0x76C, 0x771...0x771, 0x773...0x774, 0x778...0x779,
    0x840...0x840, 0x846...0x847, 0x849...0x849, 0x854...0x854, 0x856...0x858, 0x867...0x867, 0x869...0x86A,
    0x870...0x882, 0x88E...0x88E, 0x8AA...0x8AC, 0x8AE...0x8AE, 0x8B1...0x8B2, 0x8B9...0x8B9,
  ])
}

/// The characters allowed in labels written from right to left and in the labels next to them (RFC 5893 section 2).
enum BidiRule {
  /// The bidirectional classes that the rule distinguishes; separators, terminators and neutrals are one class.
  private enum Direction {
    case left, right, arabicNumber, europeanNumber, mark, neutral
  }

  static func accepts(_ labels: [[Unicode.Scalar]]) -> Bool {
    let directions = labels.map { $0.map(direction) }
    guard directions.joined().contains(where: { $0 == .right || $0 == .arabicNumber }) else { return true }
    return directions.allSatisfy(accepts)
  }

  private static func accepts(_ label: [Direction]) -> Bool {
    let last = label.last { $0 != .mark }
    switch label.first {
    case .right:
      return !label.contains(.left) && (last == .right || last == .europeanNumber || last == .arabicNumber)
        && !(label.contains(.europeanNumber) && label.contains(.arabicNumber))
    case .left:
      return !label.contains(.right) && !label.contains(.arabicNumber) && (last == .left || last == .europeanNumber)
    default: return false
    }
  }

  private static func direction(of scalar: Unicode.Scalar) -> Direction {
    let category = scalar.properties.generalCategory
    if category == .nonspacingMark || category == .enclosingMark { return .mark }
    if arabicNumbers.contains(scalar.value) { return .arabicNumber }
    if europeanNumbers.contains(scalar.value) { return .europeanNumber }
    if rightToLeft.contains(scalar.value) { return .right }
    switch category {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
      .decimalNumber, .letterNumber:
      return .left
    default: return .neutral
    }
  }

  private static let europeanNumbers = ScalarSet([0x30...0x39, 0x6F0...0x6F9, 0x1D7CE...0x1D7FF])
  private static let arabicNumbers = ScalarSet([0x660...0x669, 0x66B...0x66C, 0x10D30...0x10D39, 0x10E60...0x10E7E])
  /// The blocks whose characters are of class R or AL (DerivedBidiClass.txt).
  private static let rightToLeft = ScalarSet([
    0x590...0x8FF, 0x200F...0x200F, 0xFB1D...0xFDCF, 0xFDF0...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF,
    0x1E800...0x1EFFF,
  ])
}
