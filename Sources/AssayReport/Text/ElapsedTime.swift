/// A duration as reports write it.
enum ElapsedTime {
  /// Milliseconds with one decimal, as a JSON number: `61.2`, `12`.
  static func milliseconds(_ duration: Duration) -> String {
    let tenths = rounded(duration, perSecond: 10_000)
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }

  /// Seconds with three decimals, as JUnit writes times.
  static func seconds(_ duration: Duration) -> String {
    let milliseconds = rounded(duration, perSecond: 1000)
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  /// For people: `12 ms`, `1.24 s`, `2 min 5 s`.
  static func text(_ duration: Duration) -> String {
    let milliseconds = rounded(duration, perSecond: 1000)
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    if milliseconds < 60_000 {
      let hundredths = rounded(duration, perSecond: 100)
      let fraction = String(hundredths % 100)
      return "\(hundredths / 100)." + (fraction.count == 1 ? "0" : "") + fraction + " s"
    }
    let seconds = milliseconds / 1000
    return "\(seconds / 60) min \(seconds % 60) s"
  }

  /// The duration in whole parts of a second, rounded to the nearest; never negative.
  static func rounded(_ duration: Duration, perSecond parts: Int64) -> Int64 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0, seconds < 1_000_000_000 else { return 0 }
    let part = 1_000_000_000_000_000_000 / parts
    return seconds * parts + (attoseconds + part / 2) / part
  }
}
