extension JSONValue {
  /// The nearest double of a number, read off its text; infinite where the value is beyond a double's range. `nil` for
  /// what is no number.
  package var double: Double? {
    guard kind == .number else { return nil }
    if let smallInteger { return Double(smallInteger) }
    let bytes = document.bytes[byteRange]
    return bytes.withUnsafeBufferPointer(ExactDouble.value) ?? Double(String(decoding: bytes, as: UTF8.self))
  }
}

/// Decimals that one division or multiplication makes a double of, rounded once and therefore rightly: those of 53 bits
/// and a power of ten of at most 22 (Clinger, *How to Read Floating Point Numbers Accurately*, PLDI 1990).
private enum ExactDouble {
  /// The value of a number as RFC 8259 writes it; `nil` where it takes more to find it.
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
        guard mantissa < largest / 10 else { return nil }
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
    guard abs(exponent) < powers.count else { return nil }
    let magnitude = Double(mantissa)
    let value = exponent < 0 ? magnitude / powers[-exponent] : magnitude * powers[exponent]
    return text.first == 0x2D ? -value : value
  }

  private static let largest: UInt64 = 1 << 53
  private static let powers: [Double] = (0...22).map { power in (0..<power).reduce(1) { value, _ in value * 10 } }
}
