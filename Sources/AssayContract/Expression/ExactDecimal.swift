import AssayJSON
import AssayText

/// A decimal number of up to 38 digits. Sums are exact: 0.1 + 0.2 is 0.3, and fractions whose sum is 1 add up to 1.
struct ExactDecimal {
  private var mantissa: Int128
  /// The power of ten the mantissa is multiplied by.
  private var exponent: Int

  init(_ mantissa: Int128, exponent: Int = 0) {
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// Makes the number of seconds from 1970-01-01T00:00:00Z to `moment`, with the exact fraction.
  init(_ moment: DateTime) {
    let attosecondsPerSecond = Int128(1_000_000_000_000_000_000)
    self.init(Int128(moment.secondsSinceEpoch) * attosecondsPerSecond + Int128(moment.attoseconds), exponent: -18)
  }

  /// Reads the exact value of `number`; returns `nil` if the number has too many digits or too large an exponent.
  init?(_ number: JSONNumber) {
    var mantissa: Int128 = 0
    var exponent = 0
    var seenPoint = false
    let parts = number.text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    guard let digits = parts.first else { return nil }
    for byte in digits where byte != UInt8(ascii: "-") {
      if byte == UInt8(ascii: ".") {
        seenPoint = true
        continue
      }
      let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.addingReportingOverflow(Int128(byte - UInt8(ascii: "0")))
      if overflow || second { return nil }
      mantissa = sum
      if seenPoint { exponent -= 1 }
    }
    if parts.count == 2 {
      guard let written = Int(String(decoding: parts[1], as: UTF8.self)), abs(written) < 1_000 else { return nil }
      exponent += written
    }
    self.mantissa = digits.first == UInt8(ascii: "-") ? -mantissa : mantissa
    self.exponent = exponent
  }

  static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal? {
    let exponent = min(left.exponent, right.exponent)
    guard let first = left.mantissa(at: exponent), let second = right.mantissa(at: exponent) else { return nil }
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? nil : ExactDecimal(sum, exponent: exponent)
  }

  static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal? {
    let (product, overflow) = left.mantissa.multipliedReportingOverflow(by: right.mantissa)
    return overflow ? nil : ExactDecimal(product, exponent: left.exponent + right.exponent)
  }

  static prefix func - (value: ExactDecimal) -> ExactDecimal? {
    let (negated, overflow) = Int128(0).subtractingReportingOverflow(value.mantissa)
    return overflow ? nil : ExactDecimal(negated, exponent: value.exponent)
  }

  /// Returns the nearest number with `digits` digits after the point; a tie is rounded away from 0.
  func rounded(to digits: Int) -> ExactDecimal {
    let dropped = -digits - exponent
    guard dropped > 0 else { return self }
    guard dropped <= 38 else { return ExactDecimal(0) }
    let divisor = (0..<dropped).reduce(Int128(1)) { power, _ in power * 10 }
    let (quotient, rest) = mantissa.quotientAndRemainder(dividingBy: divisor)
    let isUp = rest.magnitude >= divisor.magnitude - rest.magnitude
    return ExactDecimal(isUp ? quotient + (mantissa < 0 ? -1 : 1) : quotient, exponent: -digits)
  }

  private func mantissa(at lower: Int) -> Int128? {
    guard mantissa != 0 else { return 0 }
    var scaled = mantissa
    guard exponent - lower <= 38 else { return nil }
    for _ in lower..<exponent {
      let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      scaled = product
    }
    return scaled
  }

  /// The value as a JSON number, written without an exponent if that is short.
  var number: JSONNumber? {
    var mantissa = mantissa
    var exponent = exponent
    while mantissa != 0, exponent < 0, mantissa % 10 == 0 {
      mantissa /= 10
      exponent += 1
    }
    if mantissa == 0 { exponent = 0 }
    let digits = String(mantissa.magnitude)
    let sign = mantissa < 0 ? "-" : ""
    if exponent == 0 { return JSONNumber(sign + digits) }
    if (1...20).contains(exponent) { return JSONNumber(sign + digits + String(repeating: "0", count: exponent)) }
    guard (-38..<0).contains(exponent) else { return JSONNumber("\(sign)\(digits)e\(exponent)") }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    return JSONNumber("\(sign)\(padded.dropLast(-exponent)).\(padded.suffix(-exponent))")
  }
}

extension JSONNumber {
  /// Makes the nearest decimal to `double`; returns `nil` for infinities and NaN, which JSON cannot express.
  init?(_ double: Double) {
    guard double.isFinite else { return nil }
    self.init("\(double)")
  }
}
