extension JSONNumber {
  /// Returns true if the value divided by `divisor` is an integer, exactly (JSON Schema 2020-12 section 6.2.1).
  ///
  /// `divisor` must be above zero. The cost depends on the number of digits, not on the exponents.
  package func isMultiple(of divisor: JSONNumber) -> Bool {
    guard !digits.isEmpty else { return true }
    guard !divisor.digits.isEmpty else { return false }
    // Neither ends in a zero, so a value with more decimal places than its divisor is not a multiple of it.
    guard exponent >= divisor.exponent else { return false }
    // Ten to the k only adds twos and fives; past this many, the divisor has none left to cancel.
    let zeros = min(exponent - divisor.exponent, divisor.digits.count * 4 + 4)
    if divisor.digits.count <= 17 { return isMultiple(ofSmall: divisor.digits, zeros: zeros) }
    var remainder = DecimalRemainder(divisor: divisor.digits)
    for digit in digits { remainder.append(digit) }
    for _ in 0..<zeros { remainder.append(0) }
    return remainder.isZero
  }

  private func isMultiple(ofSmall divisorDigits: [UInt8], zeros: Int) -> Bool {
    let divisor = divisorDigits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
    var remainder = digits.reduce(UInt64(0)) { ($0 * 10 + UInt64($1)) % divisor }
    for _ in 0..<zeros { remainder = remainder * 10 % divisor }
    return remainder == 0
  }
}

/// The remainder of a long division, fed one decimal digit at a time.
private struct DecimalRemainder {
  /// The digits of the current remainder, the most significant first. There is one more than the divisor has.
  private var digits: [UInt8]
  private let divisor: [UInt8]

  init(divisor: [UInt8]) {
    self.divisor = [0] + divisor
    digits = Array(repeating: 0, count: divisor.count + 1)
  }

  var isZero: Bool { digits.allSatisfy { $0 == 0 } }

  mutating func append(_ digit: UInt8) {
    digits.removeFirst()
    digits.append(digit)
    while !digits.lexicographicallyPrecedes(divisor) { subtract() }
  }

  private mutating func subtract() {
    var borrow: UInt8 = 0
    for position in digits.indices.reversed() {
      let subtrahend = divisor[position] + borrow
      borrow = digits[position] < subtrahend ? 1 : 0
      digits[position] = digits[position] &+ (borrow * 10) &- subtrahend
    }
  }
}
