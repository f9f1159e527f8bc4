extension JSONValue {
  /// The nearest double of a number, parsed from its text; infinite if the value is beyond a double's range. `nil` for
  /// any other value.
  package var double: Double? {
    guard kind == .number else { return nil }
    if let smallInteger { return Double(smallInteger) }
    let bytes = document.bytes[byteRange]
    return bytes.withUnsafeBufferPointer(ExactDouble.value) ?? Double(String(decoding: bytes, as: UTF8.self))
  }
}

/// A fast conversion of decimal numbers to the nearest double, for numbers with at most 64 bits of digits and a power
/// of ten up to 19.
private enum ExactDouble {
  /// Returns the nearest double for a number in the notation of RFC 8259; `nil` if the fast conversion does not support
  /// it.
  static func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    var (mantissa, exponent): (UInt64, Int) = (0, 0)
    var cursor = text.first == 0x2D ? 1 : 0
    var hasPoint = false
    while cursor < text.count {
      let byte = text[cursor]
      if byte == 0x2E {
        hasPoint = true
      } else if byte | 0x20 == 0x65 {
        break
      } else {
        guard mantissa < UInt64.max / 10 else { return nil }
        mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
        if hasPoint { exponent -= 1 }
      }
      cursor += 1
    }
    if cursor < text.count {
      // An exponent of three digits is beyond every power that is exact.
      guard text.count - cursor <= 4 else { return nil }
      var written = 0
      for byte in text[(cursor + 1)...] where byte >= 0x30 { written = written * 10 + Int(byte - 0x30) }
      exponent += text[cursor + 1] == 0x2D ? -written : written
    }
    guard let magnitude = magnitude(mantissa, exponent) else { return nil }
    return text.first == 0x2D ? -magnitude : magnitude
  }

  private static func magnitude(_ mantissa: UInt64, _ exponent: Int) -> Double? {
    if mantissa <= largest, abs(exponent) < powers.count {
      // One operation on two exact doubles, rounded once (Clinger, *How to Read Floating Point Numbers Accurately*, 1990).
      return exponent < 0 ? Double(mantissa) / powers[-exponent] : Double(mantissa) * powers[exponent]
    }
    guard abs(exponent) < integerPowers.count, mantissa > 0 else { return nil }
    let power = integerPowers[abs(exponent)]
    return exponent < 0 ? quotient(mantissa, power) : product(mantissa, power)
  }

  /// Returns the quotient rounded to the nearest double. It is computed from the first 63 or more bits and a last bit
  /// that is set if any others follow, which round like the exact quotient.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    let (up, down) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let shifted = dividend << UInt64(up)
    let (quotient, remainder) = (divisor << UInt64(down)).dividingFullWidth((shifted >> 1, shifted << 63))
    return scaled(quotient | (remainder == 0 ? 0 : 1), by: down - up - 63)
  }

  /// Returns the product rounded to the nearest double.
  private static func product(_ left: UInt64, _ right: UInt64) -> Double {
    let (high, low) = left.multipliedFullWidth(by: right)
    guard high > 0 else { return Double(low) }
    let up = UInt64(high.leadingZeroBitCount)
    let first = up == 0 ? high : high << up | low >> (64 - up)
    return scaled(first | (low << up == 0 ? 0 : 1), by: 64 - Int(up))
  }

  private static func scaled(_ significand: UInt64, by exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: Double(significand))
  }

  private static let largest: UInt64 = 1 << 53
  private static let powers: [Double] = powersOfTen(23)
  private static let integerPowers: [UInt64] = powersOfTen(20)

  private static func powersOfTen<Number: Numeric>(_ count: Int) -> [Number] {
    (0..<count).map { power in (0..<power).reduce(1) { value, _ in value * 10 } }
  }
}
