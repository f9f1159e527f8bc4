/// A JSON number with its exact decimal value: `1.0` equals `1`, `1e400` is not infinite, thirty digits keep all thirty.
package struct JSONNumber: Sendable {
  /// The number as written.
  package let text: String
  let isNegative: Bool
  /// Significant digits, most significant first, without zeros at either end; empty for zero.
  let digits: [UInt8]
  /// The power of ten by which the last of ``digits`` is multiplied.
  let exponent: Int

  /// Reads `text`, which must be a number by RFC 8259 section 6; `nil` if it is not one.
  package init?(_ text: String) {
    guard let document = try? JSONDocument(parsing: text), document.root.kind == .number,
      document.root.byteRange == document.bytes.indices
    else { return nil }
    self.init(validText: document.bytes[document.root.byteRange])
  }

  package init(_ integer: Int) {
    self.init(validText: ArraySlice(String(integer).utf8))
  }

  init(validText bytes: ArraySlice<UInt8>) {
    var digits: [UInt8] = []
    var exponent = 0
    var isNegative = false
    var seenPoint = false
    var cursor = bytes.startIndex
    if bytes[cursor] == 0x2D {
      isNegative = true
      cursor += 1
    }
    while cursor < bytes.endIndex, bytes[cursor] | 0x20 != 0x65 {
      if bytes[cursor] == 0x2E {
        seenPoint = true
      } else {
        if !digits.isEmpty || bytes[cursor] != 0x30 { digits.append(bytes[cursor] - 0x30) }
        if seenPoint { exponent -= 1 }
      }
      cursor += 1
    }
    if cursor < bytes.endIndex { exponent += Self.writtenExponent(bytes[(cursor + 1)...]) }
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    self.text = String(decoding: bytes, as: UTF8.self)
    self.digits = digits
    self.exponent = digits.isEmpty ? 0 : exponent
    self.isNegative = isNegative && !digits.isEmpty
  }

  /// Returns the exponent after the `e`, which has at most 18 digits, so that adding digit counts cannot overflow.
  private static func writtenExponent(_ bytes: ArraySlice<UInt8>) -> Int {
    let magnitude = bytes.reduce(0) { $1 >= 0x30 && $1 <= 0x39 ? $0 &* 10 &+ Int($1 - 0x30) : $0 }
    return bytes.first == 0x2D ? -magnitude : magnitude
  }

  /// True if the value has no fractional part, in any notation (JSON Schema 2020-12 section 6.1.1).
  package var isInteger: Bool { exponent >= 0 }

  /// The value if it is a 64-bit integer, otherwise `nil`.
  package var int: Int? {
    guard isInteger, digits.count + min(exponent, 20) <= 19 else { return nil }
    var value = 0
    for digit in digits {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (difference, second) = product.subtractingReportingOverflow(Int(digit))
      if overflow || second { return nil }
      value = difference
    }
    for _ in 0..<exponent {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// The value in a normal form, the same for every notation: `-125e-1`, and `0` for zero.
  package var normalText: String {
    if digits.isEmpty { return "0" }
    let magnitude = digits.map(String.init).joined()
    return (isNegative ? "-" : "") + magnitude + (exponent == 0 ? "" : "e\(exponent)")
  }

  /// The nearest double; infinite if the value is beyond its range.
  package var double: Double { Double(text) ?? .nan }
}

extension JSONNumber: Comparable, Hashable {
  package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.isNegative == right.isNegative && left.exponent == right.exponent && left.digits == right.digits
  }

  package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isMagnitudeLess(than: left) : left.isMagnitudeLess(than: right)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    hasher.combine(exponent)
    hasher.combine(digits)
  }

  private func isMagnitudeLess(than other: JSONNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    let leading = digits.count + exponent
    let otherLeading = other.digits.count + other.exponent
    if leading != otherLeading { return leading < otherLeading }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
