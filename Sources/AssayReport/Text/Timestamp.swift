/// A time of day as RFC 3339 writes it, to the number of milliseconds some formats want.
enum Timestamp {
  /// Milliseconds since 1970 of `2024-01-15T10:30:00.250Z`; `nil` where the text is no such time in UTC.
  static func milliseconds(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[10] == UInt8(ascii: "T") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      guard bytes[range].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var fraction = 0
    if bytes.count > 21, bytes[19] == UInt8(ascii: ".") {
      let digits = bytes[20..<bytes.count - 1].prefix(3)
      guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      fraction = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } * [1000, 100, 10, 1][digits.count]
    }
    let seconds = ((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    return seconds * 1000 + fraction
  }

  /// `15 January 2024, 10:30 UTC`; `nil` where the text is no such time in UTC.
  static func text(_ text: String) -> String? {
    guard milliseconds(text) != nil else { return nil }
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return nil }
    return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0]), \(text.dropFirst(11).prefix(5)) UTC"
  }

  /// Days of the proleptic Gregorian calendar, counted in years that begin in March so that leap days come last.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
