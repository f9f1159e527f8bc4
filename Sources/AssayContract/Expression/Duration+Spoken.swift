extension Duration {
  /// The duration as a sentence says it: `0.21 ms`, `850 ms`, `2.5 s`, `5 min`.
  package var spoken: String {
    if self < .milliseconds(10) { return "\(hundredths(of: .milliseconds(1))) ms" }
    if self < .seconds(1) { return "\(Int(self / .milliseconds(1))) ms" }
    if self < .seconds(120) { return "\(hundredths(of: .seconds(1))) s" }
    return "\(hundredths(of: .seconds(60))) min"
  }

  /// In units of `unit`, rounded to two decimals, without zeros at the end.
  private func hundredths(of unit: Duration) -> String {
    let count = Int(self / unit * 100 + 0.5)
    let (whole, rest) = (count / 100, count % 100)
    if rest == 0 { return "\(whole)" }
    if rest % 10 == 0 { return "\(whole).\(rest / 10)" }
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
