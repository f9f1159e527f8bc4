/// A date of the proleptic Gregorian calendar, which the dates of RFC 3339 and RFC 9110 use.
package struct CalendarDate: Hashable, Sendable {
  package let year: Int
  /// The month, from 1 to 12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Makes a date; `nil` for a day that the calendar does not have.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.length(ofMonth: month, year: year)).contains(day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the day that is `days` after 1970-01-01, or before it if negative.
  package init(daysSinceEpoch days: Int) {
    let shifted = days + Self.daysFromYearZero
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01. Years are counted from March, so that the leap day comes last.
  package var daysSinceEpoch: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.daysFromYearZero
  }

  /// The number of days from 0000-03-01 to 1970-01-01.
  private static let daysFromYearZero = 719_468

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The date in the form `2026-11-20`.
  package var description: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }
}

extension Int {
  /// Returns the number with leading zeros up to `width` digits; for numbers that are not negative.
  package func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
