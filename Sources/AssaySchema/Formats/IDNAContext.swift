import AssayRegex

/// Where characters may stand that are fine in some company only (RFC 5892 appendix A).
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

  /// Whether letters on both sides would join but for the character between them (appendix A.1).
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

  /// Joining type D: letters of the joining scripts that are neither of type R nor without joining.
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

  /// Joining type R: letters that join to what stands before them only.
  private static let backwardOnly = ScalarSet([
    0x622...0x625, 0x627...0x627, 0x629...0x629, 0x62F...0x632, 0x648...0x648, 0x671...0x673, 0x675...0x677,
    0x688...0x699, 0x6C0...0x6C0, 0x6C3...0x6CB, 0x6CD...0x6CD, 0x6CF...0x6CF, 0x6D2...0x6D3, 0x6D5...0x6D5,
    0x6EE...0x6EF, 0x710...0x710, 0x715...0x719, 0x71E...0x71E, 0x728...0x728, 0x72A...0x72A, 0x72C...0x72C,
    0x72F...0x72F, 0x74D...0x74D, 0x759...0x75B, 0x76B...0x76C, 0x771...0x771, 0x773...0x774, 0x778...0x779,
    0x840...0x840, 0x846...0x847, 0x849...0x849, 0x854...0x854, 0x856...0x858, 0x867...0x867, 0x869...0x86A,
    0x870...0x882, 0x88E...0x88E, 0x8AA...0x8AC, 0x8AE...0x8AE, 0x8B1...0x8B2, 0x8B9...0x8B9,
  ])
}
