import AssayJSON

/// The conversion of durations to and from exact decimal numbers of a unit, as in the times of HAR and its custom
/// fields.
enum DecimalDuration {
  enum Unit {
    case seconds, milliseconds, microseconds

    /// The number of decimal places that an attosecond needs when written in this unit.
    var places: Int {
      switch self {
      case .seconds: 18
      case .milliseconds: 15
      case .microseconds: 12
      }
    }
  }

  /// Returns `duration` in `unit` with all digits: `1234.567`.
  static func text(_ duration: Duration, in unit: Unit) -> String {
    let (seconds, attoseconds) = duration.components
    let total = Int128(seconds) * attosecondsPerSecond + Int128(attoseconds)
    let (whole, rest) = total.magnitude.quotientAndRemainder(dividingBy: UInt128(power(unit.places)))
    let sign = total < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: unit.places - fraction.utf8.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return "\(sign)\(whole).\(fraction)"
  }

  /// Returns the duration of `number` in `unit`; `nil` if it is negative, which means unknown, or longer than a
  /// century.
  static func duration(_ number: JSONNumber, in unit: Unit) -> Duration? {
    var total: Int128 = 0
    var places: Int?
    for byte in number.text.utf8 {
      switch byte {
      case 0x30...0x39:
        guard places != unit.places else { continue }
        total = total * 10 + Int128(byte - 0x30)
        places = places.map { $0 + 1 }
        guard total < longest * Int128(power(places ?? 0)) else { return nil }
      case 0x2E: places = 0
      default: return approximate(number, in: unit)
      }
    }
    let attoseconds = total * Int128(power(unit.places - (places ?? 0)))
    let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: attosecondsPerSecond)
    guard seconds < 100 * 366 * 86_400 else { return nil }
    return Duration(secondsComponent: Int64(seconds), attosecondsComponent: Int64(rest))
  }

  /// Returns the duration of a number with a sign or an exponent. Assay does not write such numbers, so that the
  /// precision of a double is enough.
  private static func approximate(_ number: JSONNumber, in unit: Unit) -> Duration? {
    let value = number.double
    guard value >= 0, value < 1e15 else { return nil }
    let seconds =
      switch unit {
      case .seconds: value
      case .milliseconds: value / 1e3
      case .microseconds: value / 1e6
      }
    return seconds < 100 * 366 * 86_400 ? .seconds(seconds) : nil
  }

  private static let attosecondsPerSecond = Int128(1_000_000_000_000_000_000)
  /// A limit beyond all realistic values of any unit, which prevents an overflow of 128 bits.
  private static let longest: Int128 = 1_000_000_000_000_000_000

  private static func power(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(into: Int128(1)) { power, _ in power *= 10 }
  }
}
