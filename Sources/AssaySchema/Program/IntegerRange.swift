/// The integers between two bounds of at most 18 digits, which are within; the outermost integers are no bounds.
struct IntegerRange {
  var lower = Int64.min
  var upper = Int64.max

  /// Narrows the range to a bound; false where the bound is no integer of so few digits.
  mutating func narrow(to bound: NumberBound) -> Bool {
    guard bound.isSmall, bound.scale == 0 else { return false }
    if bound.isUpper {
      upper = min(upper, bound.isExclusive ? bound.mantissa - 1 : bound.mantissa)
    } else {
      lower = max(lower, bound.isExclusive ? bound.mantissa + 1 : bound.mantissa)
    }
    return true
  }

  @inline(__always)
  func contains(_ value: Int64) -> Bool { lower <= value && value <= upper }

  /// The integer written as `text`; the outermost one of its sign where it has more digits than a bound.
  static func saturated(_ text: UnsafeBufferPointer<UInt8>) -> Int64 {
    var position = text[0] == 0x2D ? 1 : 0
    guard text.count &- position <= 18 else { return position == 1 ? .min : .max }
    var value: Int64 = 0
    while position < text.count {
      value = value &* 10 &+ Int64(text[position] &- 0x30)
      position &+= 1
    }
    return text[0] == 0x2D ? 0 &- value : value
  }
}
