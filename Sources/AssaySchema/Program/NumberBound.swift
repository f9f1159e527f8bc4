import AssayJSON

/// A bound for numbers: its exact number and, if small enough, a decimal that can be compared without allocation.
struct NumberBound {
  /// The numerator of the bound, if `isSmall`; the bound is `mantissa` / 10^`scale`.
  var mantissa: Int64 = 0
  var scale: Int = 0
  var isSmall = false
  var isUpper: Bool
  var isExclusive: Bool

  init(_ number: JSONNumber, isUpper: Bool, isExclusive: Bool) {
    self.isUpper = isUpper
    self.isExclusive = isExclusive
    let text = Array(number.text.utf8)
    let small = text.withUnsafeBufferPointer { SmallDecimal($0) }
    if let small {
      (mantissa, scale) = (small.mantissa, small.scale)
      isSmall = true
    }
  }

  /// Returns true if the number written as `text` is within the bound; `nil` if the fast comparison cannot decide,
  /// which needs no allocation.
  @inline(__always)
  func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard isSmall else { return nil }
    // No minus sign is all it takes to be at least zero.
    if mantissa == 0, !isUpper, !isExclusive, text[0] != 0x2D { return true }
    guard let value = SmallDecimal(text), let order = value.order(mantissa, scale) else { return nil }
    if order == 0 { return !isExclusive }
    return isUpper ? order < 0 : order > 0
  }

  /// Returns true if `number` is within the exact `bound`; used if one of them is too large for the fast comparison.
  func accepts(_ number: JSONNumber, exact bound: JSONNumber) -> Bool {
    if isExclusive { return isUpper ? number < bound : bound < number }
    return isUpper ? !(bound < number) : !(number < bound)
  }
}

/// A decimal of at most 18 digits, without exponent.
struct SmallDecimal: Equatable {
  var mantissa: Int64
  var scale: Int

  init(mantissa: Int64, scale: Int) {
    self.mantissa = mantissa
    self.scale = scale
  }

  @inline(__always)
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= 19 else { return nil }
    var value: Int64 = 0
    var places = -1
    var position = text[0] == 0x2D ? 1 : 0
    while position < text.count {
      let byte = text[position]
      if byte == 0x2E {
        places = 0
      } else {
        guard byte &- 0x30 < 10, position < 18 || places >= 0 else { return nil }
        value = value &* 10 &+ Int64(byte &- 0x30)
        if places >= 0 { places &+= 1 }
      }
      position &+= 1
    }
    mantissa = text[0] == 0x2D ? -value : value
    scale = places < 0 ? 0 : places
  }

  /// Compares the decimal with `other` / 10^`otherScale`: returns a negative number if it is less, zero if equal, a
  /// positive one if greater; `nil` if the comparison exceeds 64 bits.
  @inline(__always)
  func order(_ other: Int64, _ otherScale: Int) -> Int? {
    if scale == otherScale { return mantissa < other ? -1 : mantissa > other ? 1 : 0 }
    let isFiner = scale > otherScale
    var power: Int64 = 1
    // At most 18 places apart, so ten to that fits.
    for _ in 0..<(isFiner ? scale &- otherScale : otherScale &- scale) { power &*= 10 }
    let (product, overflow) = (isFiner ? other : mantissa).multipliedReportingOverflow(by: power)
    if overflow { return nil }
    let (left, right) = isFiner ? (mantissa, product) : (product, other)
    return left < right ? -1 : left > right ? 1 : 0
  }

  /// The same decimal without trailing zeros in its fraction, so that equal decimals compare as equal.
  var reduced: SmallDecimal {
    var decimal = self
    while decimal.scale > 0, decimal.mantissa % 10 == 0 {
      decimal.mantissa /= 10
      decimal.scale -= 1
    }
    return decimal
  }

  /// Returns true if the decimal is a multiple of `other` / 10^`otherScale`; `nil` if the calculation exceeds 64 bits.
  func isMultiple(of other: Int64, _ otherScale: Int) -> Bool? {
    var (dividend, divisor) = (mantissa, other)
    for _ in 0..<abs(scale - otherScale) {
      let (product, overflow) = (scale < otherScale ? dividend : divisor).multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      if scale < otherScale { dividend = product } else { divisor = product }
    }
    return divisor == 0 ? nil : dividend % divisor == 0
  }
}

/// The integers from a lower to an upper bound, inclusive, of at most 18 digits each; `Int64.min` and `Int64.max` stand
/// for no bound.
struct IntegerRange {
  var lower = Int64.min
  var upper = Int64.max

  /// Narrows the range to a bound; returns false if the bound is not an integer of at most 18 digits.
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

  /// Returns the integer written as `text`; if it has more than 18 digits, `Int64.min` or `Int64.max` by its sign.
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
