/// A moment as HTTP fields name it, to the second (RFC 9110 section 5.6.7).
package struct HTTPDate: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
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
