import AssayRegex

/// What labels written from right to left may hold, and what may stand beside them (RFC 5893 section 2).
enum BidiRule {
  /// The bidirectional classes the rule tells apart; separators, terminators and neutrals are one.
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
