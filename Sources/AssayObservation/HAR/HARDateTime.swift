/// A moment as HAR writes it: ISO 8601 with a zone, here always UTC and to the millisecond where it is not whole.
package struct HARDateTime: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var millisecondsSinceEpoch: Int64

  package init(millisecondsSinceEpoch: Int64) {
    self.millisecondsSinceEpoch = millisecondsSinceEpoch
  }

  /// Reads `2026-11-20T09:30:00.123+01:00` (RFC 3339 section 5.6); `nil` for anything else.
  package init?(_ text: String) {
    var reader = DigitReader(rest: Array(text.utf8)[...])
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), reader.take("T") || reader.take("t") || reader.take(" "),
      let hour = reader.number(2), reader.take(":"), let minute = reader.number(2), reader.take(":"),
      let second = reader.number(2)
    else { return nil }
    var milliseconds = 0
    if reader.take(".") {
      guard let fraction = reader.fraction() else { return nil }
      milliseconds = fraction
    }
    guard let zone = reader.zone(), reader.rest.isEmpty else { return nil }
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60 else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    let minutes = Int64(hour * 60 + minute - zone)
    millisecondsSinceEpoch = ((days * 1440 + minutes) * 60 + Int64(second)) * 1000 + Int64(milliseconds)
  }

  /// The moment `duration` later, whole milliseconds of it.
  package func adding(_ duration: Duration) -> HARDateTime {
    HARDateTime(millisecondsSinceEpoch: millisecondsSinceEpoch + Int64(duration / .milliseconds(1)))
  }

  /// The time from `earlier` to here.
  package func since(_ earlier: HARDateTime) -> Duration {
    .milliseconds(millisecondsSinceEpoch - earlier.millisecondsSinceEpoch)
  }

  /// Days since the epoch in the proleptic Gregorian calendar, its years begun in March so that the leap day comes last.
  private static func days(year: Int, month: Int, day: Int) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return Int64(era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
  }

  /// The inverse of ``days(year:month:day:)``.
  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

extension HARDateTime: CustomStringConvertible {
  package var description: String {
    let (seconds, milliseconds) = Self.floored(millisecondsSinceEpoch, by: 1000)
    let (days, second) = Self.floored(seconds, by: 86_400)
    let date = Self.date(days)
    let day = "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))"
    let time = "\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))"
    return "\(day)T\(time)\(milliseconds == 0 ? "" : ".\(Self.padded(milliseconds, 3))")Z"
  }

  private static func floored(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}

/// Takes digits off the front of a text.
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

  /// The digits behind the point, as whole milliseconds.
  mutating func fraction() -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    let milliseconds = digits.prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return digits.count == 1 ? milliseconds * 100 : digits.count == 2 ? milliseconds * 10 : milliseconds
  }

  /// The zone's distance from UTC in minutes.
  mutating func zone() -> Int? {
    if take("Z") || take("z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hours = number(2) else { return nil }
    _ = take(":")
    guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }
}
