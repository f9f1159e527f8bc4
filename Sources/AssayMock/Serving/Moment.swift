#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A moment to the millisecond, in UTC.
struct Moment: Hashable, Sendable {
  var millisecondsSinceEpoch: Int

  static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Moment(millisecondsSinceEpoch: Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000)
  }

  /// The moment in RFC 3339: `2024-01-15T10:30:00.250Z`.
  var text: String {
    let (seconds, milliseconds) = millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 1_000)
    let (days, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = Self.date(days)
    let clock = "\(Self.padded(time / 3_600)):\(Self.padded(time / 60 % 60)):\(Self.padded(time % 60))"
    return "\(date)T\(clock).\(Self.padded(milliseconds, to: 3))Z"
  }

  /// The Gregorian date, counted in years that begin in March so that the leap day comes last.
  private static func date(_ daysSinceEpoch: Int) -> String {
    let days = daysSinceEpoch + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return "\(padded(year, to: 4))-\(padded(month))-\(padded(dayOfYear - (153 * shifted + 2) / 5 + 1))"
  }

  private static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
