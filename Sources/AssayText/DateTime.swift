/// A date and time in the notation of RFC 3339 section 5.6, `2026-11-20T09:30:00.123+01:00`, stored as a moment in UTC.
package struct DateTime: Hashable, Sendable {
  /// The whole seconds since 1970-01-01T00:00:00Z, in UTC.
  package let secondsSinceEpoch: Int
  /// The remaining fraction of a second, in 10^-18 seconds.
  package let attoseconds: Int

  /// The moment `milliseconds` after 1970-01-01T00:00:00Z.
  package init(millisecondsSinceEpoch milliseconds: Int) {
    let (seconds, rest) = Self.floored(milliseconds, by: 1000)
    secondsSinceEpoch = seconds
    attoseconds = rest * 1_000_000_000_000_000
  }

  /// Reads a date-time; `nil` for anything else, and for days that the calendar does not have.
  ///
  /// A space is accepted for the `T`, and letters in either case. `isOffsetColonOptional` also accepts `+0100`, as some
  /// browsers write it.
  package init?(_ text: String, isOffsetColonOptional: Bool = false) {
    var reader = DigitReader(rest: Array(text.utf8)[...])
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.number(2),
      reader.take(":"), let minute = reader.number(2), reader.take(":"), let second = reader.number(2), hour < 24,
      minute < 60, second <= 60, let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    guard let fraction = reader.take(".") ? reader.fraction() : 0, let offset = reader.offset(isOffsetColonOptional),
      reader.rest.isEmpty
    else { return nil }
    secondsSinceEpoch = ((date.daysSinceEpoch * 24 + hour) * 60 + minute - offset) * 60 + second
    attoseconds = fraction
  }

  /// The whole milliseconds since 1970-01-01T00:00:00Z; finer parts are cut off.
  package var millisecondsSinceEpoch: Int { secondsSinceEpoch * 1000 + milliseconds }

  /// Returns the moment `duration` later, in whole milliseconds.
  package func adding(_ duration: Duration) -> DateTime {
    DateTime(millisecondsSinceEpoch: millisecondsSinceEpoch + Int(duration / .milliseconds(1)))
  }

  /// Returns the time since `earlier`, in whole milliseconds.
  package func since(_ earlier: DateTime) -> Duration {
    .milliseconds(millisecondsSinceEpoch - earlier.millisecondsSinceEpoch)
  }

  /// The moment in RFC 3339 notation in UTC, always with milliseconds: `2026-11-20T09:30:00.000Z`.
  package var withMilliseconds: String { "\(toTheSecond).\(milliseconds.padded(to: 3))Z" }

  /// The moment for a sentence, in UTC: `20 November 2026, 09:30 UTC`.
  package var spoken: String {
    let (days, second) = Self.floored(secondsSinceEpoch, by: 86_400)
    let date = CalendarDate(daysSinceEpoch: days)
    let time = "\((second / 3600).padded(to: 2)):\((second / 60 % 60).padded(to: 2))"
    return "\(date.day) \(Self.months[date.month - 1]) \(date.year), \(time) UTC"
  }

  fileprivate var milliseconds: Int { attoseconds / 1_000_000_000_000_000 }

  fileprivate var toTheSecond: String {
    let (days, second) = Self.floored(secondsSinceEpoch, by: 86_400)
    let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    return "\(CalendarDate(daysSinceEpoch: days))T\(time)"
  }

  private static func floored(_ value: Int, by divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}

extension DateTime: CustomStringConvertible {
  /// The moment in RFC 3339 notation in UTC, with milliseconds only if they are not zero: `2026-11-20T09:30:00Z`.
  package var description: String { milliseconds == 0 ? "\(toTheSecond)Z" : withMilliseconds }
}

/// A reader that removes digits and separators from the beginning of a text.
private struct DigitReader {
  var rest: ArraySlice<UInt8>

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ width: Int) -> Int? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(width)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Reads the digits after the point, in 10^-18. Further digits are dropped, since they would not fit.
  mutating func fraction() -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    return (0..<18).reduce(0) { $0 * 10 + ($1 < digits.count ? Int(digits[digits.startIndex + $1] - 0x30) : 0) }
  }

  /// Reads an offset from UTC, such as `Z` or `+01:00`; returns it in minutes, or `nil` if absent.
  mutating func offset(_ isColonOptional: Bool) -> Int? {
    if take("Z") || take("z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hours = number(2), take(":") || isColonOptional, let minutes = number(2), hours < 24,
      minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }
}

/// A moment in the notation of HTTP fields, to the second (RFC 9110 section 5.6.7).
package struct HTTPDate: Hashable, Comparable, Sendable {
  /// The seconds since 1970-01-01T00:00:00Z.
  package var secondsSinceEpoch: Int64

  package init(secondsSinceEpoch: Int64) { self.secondsSinceEpoch = secondsSinceEpoch }

  /// Reads an IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT`; `nil` for anything else or a date that never was.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 29, Self.days.contains(String(decoding: bytes[0..<3], as: UTF8.self)) else { return nil }
    guard bytes[3...4].elementsEqual(", ".utf8), bytes[25...].elementsEqual(" GMT".utf8) else { return nil }
    guard bytes[7] == 0x20, bytes[11] == 0x20, bytes[16] == 0x20 else { return nil }
    guard bytes[19] == 0x3A, bytes[22] == 0x3A else { return nil }
    guard let month = Self.months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)) else { return nil }
    guard let day = Self.number(bytes[5..<7]), let year = Self.number(bytes[12..<16]) else { return nil }
    guard let hour = Self.number(bytes[17..<19]), let minute = Self.number(bytes[20..<22]) else { return nil }
    guard let second = Self.number(bytes[23..<25]), hour < 24, minute < 60, second <= 60 else { return nil }
    guard let date = CalendarDate(year: year, month: month + 1, day: day) else { return nil }
    secondsSinceEpoch = Int64(date.daysSinceEpoch) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
  }

  package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.secondsSinceEpoch < right.secondsSinceEpoch }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }
}
