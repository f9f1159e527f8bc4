import AssayText

/// The formats `date-time`, `date` and `time` (RFC 3339 section 5.6); leap seconds are accepted only where one is
/// possible.
enum DateTimeFormat {
  static func acceptsDateTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    return date(&cursor) && cursor.skip(letter: 0x74) && time(&cursor) && cursor.isAtEnd
  }

  static func acceptsDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    return date(&cursor) && cursor.isAtEnd
  }

  static func acceptsTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    return time(&cursor) && cursor.isAtEnd
  }

  private static func date(_ cursor: inout ByteCursor) -> Bool {
    guard let year = cursor.digits(4), cursor.skip(0x2D), let month = cursor.digits(2), cursor.skip(0x2D),
      let day = cursor.digits(2), day >= 1
    else { return false }
    switch month {
    case 1, 3, 5, 7, 8, 10, 12: return day <= 31
    case 4, 6, 9, 11: return day <= 30
    case 2:
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      return day <= (isLeap ? 29 : 28)
    default: return false
    }
  }

  private static func time(_ cursor: inout ByteCursor) -> Bool {
    guard let hour = cursor.digits(2), hour < 24, cursor.skip(0x3A), let minute = cursor.digits(2), minute < 60,
      cursor.skip(0x3A), let second = cursor.digits(2), second <= 60
    else { return false }
    if cursor.skip(0x2E), cursor.digits() == nil { return false }
    guard let offset = offset(&cursor) else { return false }
    // A leap second is the last of a day in UTC (RFC 3339 section 5.7).
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
  }

  /// Parses the offset from UTC at the cursor; returns it in minutes, or `nil` if it is not valid.
  private static func offset(_ cursor: inout ByteCursor) -> Int? {
    if cursor.skip(letter: 0x7A) { return 0 }
    let isNegative = cursor.skip(0x2D)
    guard isNegative || cursor.skip(0x2B), let hour = cursor.digits(2), hour < 24, cursor.skip(0x3A),
      let minute = cursor.digits(2), minute < 60
    else { return nil }
    return (hour * 60 + minute) * (isNegative ? -1 : 1)
  }
}

/// The format `duration` (RFC 3339 appendix A).
enum DurationFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    guard cursor.skip(0x50), !cursor.isAtEnd else { return false }
    guard let date = units(&cursor, "YMWD") else { return false }
    guard !cursor.isAtEnd else { return isConsecutive(date, in: "YMD") || date == "W" }
    guard cursor.skip(0x54), let time = units(&cursor, "HMS"), cursor.isAtEnd, !date.contains("W") else { return false }
    return isConsecutive(time, in: "HMS") && (date.isEmpty || isConsecutive(date, in: "YMD"))
  }

  /// Parses numbers, each followed by one of the units `known`; returns their units in order, or `nil` if a unit is
  /// missing or unknown.
  private static func units(_ cursor: inout ByteCursor, _ known: String) -> String? {
    var found = ""
    while cursor.digits() != nil {
      guard let byte = cursor.next() else { return nil }
      let unit = Character(Unicode.Scalar(byte))
      guard known.contains(unit) else { return nil }
      found.append(unit)
    }
    return found
  }

  /// Returns true if units follow each other without a gap; the units of `P1Y2D` do not.
  private static func isConsecutive(_ units: String, in order: String) -> Bool {
    !units.isEmpty && order.contains(units)
  }
}
