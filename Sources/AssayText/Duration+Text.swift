/// The notations of durations in sentences, reports, flags and contracts.
extension Duration {
  /// The duration in a sentence: `0.21 ms`, `850 ms`, `2.5 s`, `5 min`.
  package var spoken: String {
    if self < .milliseconds(10) { return "\(hundredths(of: .milliseconds(1))) ms" }
    if self < .seconds(1) { return "\(Int(self / .milliseconds(1))) ms" }
    if self < .seconds(120) { return "\(hundredths(of: .seconds(1))) s" }
    return "\(hundredths(of: .seconds(60))) min"
  }

  /// The elapsed time in a report: `12 ms`, `1.24 s`, `2 min 5 s`.
  package var elapsed: String {
    let milliseconds = rounded(perSecond: 1000)
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    if milliseconds < 60_000 {
      let hundredths = rounded(perSecond: 100)
      return "\(hundredths / 100).\((hundredths % 100).padded(to: 2)) s"
    }
    let seconds = milliseconds / 1000
    return "\(seconds / 60) min \(seconds % 60) s"
  }

  /// The duration in milliseconds with at most one decimal, as a JSON number: `61.2`, `12`.
  package var milliseconds: String {
    let tenths = rounded(perSecond: 10_000)
    return tenths.isMultiple(of: 10) ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }

  /// The duration in seconds with three decimals, as in JUnit reports: `0.061`.
  package var secondsToTheMillisecond: String {
    let milliseconds = rounded(perSecond: 1000)
    return "\(milliseconds / 1000).\((milliseconds % 1000).padded(to: 3))"
  }

  /// The duration in whole parts of a second, rounded to the nearest; 0 for negative durations and those of 30 years and more.
  package func rounded(perSecond parts: Int) -> Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0, seconds < 1_000_000_000 else { return 0 }
    let part = 1_000_000_000_000_000_000 / Int64(parts)
    return Int(seconds) * parts + Int((attoseconds + part / 2) / part)
  }

  /// The duration as written in a flag or a contract, in whole milliseconds: `250ms`, `3s`, `5m`.
  package var written: String {
    let milliseconds = Int(self / .milliseconds(1))
    if milliseconds % 60_000 == 0, milliseconds > 0 { return "\(milliseconds / 60_000)m" }
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000)s" }
    return "\(milliseconds)ms"
  }

  /// Reads a whole number of milliseconds, seconds or minutes: `250ms`, `3s`, `5m`; `nil` for anything else, and for more
  /// than a day.
  package init?(written text: String) {
    let units = [("ms", 1), ("s", 1_000), ("m", 60_000)]
    guard let (suffix, milliseconds) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let digits = text.dropLast(suffix.count)
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
      number <= Self.longestInMilliseconds / milliseconds
    else { return nil }
    self = .milliseconds(number * milliseconds)
  }

  private static let longestInMilliseconds = 86_400_000

  /// Returns the duration in units of `unit`, rounded to two decimals, without trailing zeros.
  private func hundredths(of unit: Duration) -> String {
    let count = Int(self / unit * 100 + 0.5)
    let (whole, rest) = (count / 100, count % 100)
    if rest == 0 { return "\(whole)" }
    if rest % 10 == 0 { return "\(whole).\(rest / 10)" }
    return "\(whole).\(rest.padded(to: 2))"
  }
}
