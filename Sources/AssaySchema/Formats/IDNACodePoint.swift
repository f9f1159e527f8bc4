/// Which characters labels may hold, derived from their Unicode properties (RFC 5892 section 3).
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

  /// Conjoining Hangul letters (RFC 5892 section 2.9).
  private static func isOldHangul(_ value: UInt32) -> Bool {
    (0x1100...0x11FF).contains(value) || (0xA960...0xA97C).contains(value) || (0xD7B0...0xD7FB).contains(value)
  }
}
