extension Duration {
  /// `250 ms`, `0.21 s`, `3 s`, `5 min`: for a sentence.
  package var spoken: String {
    if self < .milliseconds(10) { return "\(tenths(of: .milliseconds(1))) ms" }
    if self < .seconds(1) { return "\(Int(self / .milliseconds(1))) ms" }
    if self < .seconds(120) { return "\(tenths(of: .seconds(1))) s" }
    return "\(tenths(of: .seconds(60))) min"
  }

  /// `250ms`, `3s`, `5m`: as a flag takes it.
  package var brief: String {
    let milliseconds = Int(self / .milliseconds(1))
    if milliseconds % 60_000 == 0, milliseconds > 0 { return "\(milliseconds / 60_000)m" }
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000)s" }
    return "\(milliseconds)ms"
  }

  private func tenths(of unit: Duration) -> String {
    let hundredths = Int(self / unit * 100 + 0.5)
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    if rest % 10 == 0 { return "\(whole).\(rest / 10)" }
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
