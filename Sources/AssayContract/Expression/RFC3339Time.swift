/// Times as RFC 3339 section 5.6 writes them.
enum RFC3339Time {
  /// The seconds from 1970-01-01T00:00:00Z to `text`, its fraction exact; `nil` where the text is no RFC 3339 time.
  static func seconds(of text: String) -> ExactDecimal? {
    let bytes = Array(text.utf8)
    func digits(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    func has(_ character: UInt8, at offset: Int) -> Bool { offset < bytes.count && bytes[offset] == character }
    guard let year = digits(0..<4), has(UInt8(ascii: "-"), at: 4), let month = digits(5..<7),
      has(UInt8(ascii: "-"), at: 7), let day = digits(8..<10), bytes.count > 10,
      bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20, let hour = digits(11..<13),
      has(UInt8(ascii: ":"), at: 13), let minute = digits(14..<16), has(UInt8(ascii: ":"), at: 16),
      let second = digits(17..<19), (1...12).contains(month), (1...length(of: month, in: year)).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var cursor = 19
    var fraction = ExactDecimal(0)
    if has(UInt8(ascii: "."), at: cursor) {
      let start = cursor + 1
      cursor = bytes[start...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? bytes.count
      // Beyond 18 digits a fraction is noise, and would not fit.
      let kept = start..<min(cursor, start + 18)
      guard cursor > start, let value = digits(kept) else { return nil }
      fraction = ExactDecimal(Int128(value), exponent: -kept.count)
    }
    guard let offset = offset(bytes[cursor...], digits) else { return nil }
    let whole = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return ExactDecimal(Int128(whole)) + fraction
  }

  /// The offset from UTC in seconds: `Z`, or hours and minutes behind a sign.
  private static func offset(_ bytes: ArraySlice<UInt8>, _ digits: (Range<Int>) -> Int?) -> Int? {
    let start = bytes.startIndex
    guard let first = bytes.first else { return nil }
    if first | 0x20 == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
    guard bytes.count == 6, first == UInt8(ascii: "+") || first == UInt8(ascii: "-"),
      let hours = digits(start + 1..<start + 3), bytes[start + 3] == UInt8(ascii: ":"),
      let minutes = digits(start + 4..<start + 6), hours < 24, minutes < 60
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (first == UInt8(ascii: "-") ? -1 : 1)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from 1970-01-01 in the Gregorian calendar, counted in years that begin in March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return 365 * shifted + floorDivide(shifted, 4) - floorDivide(shifted, 100) + floorDivide(shifted, 400) + dayOfYear
      - 719_468
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
  }
}
