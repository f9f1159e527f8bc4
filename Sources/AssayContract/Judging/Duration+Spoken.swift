extension Duration {
  /// The duration as a message says it: `850 ms`, `2 s`, `2.5 s`, `5 min`.
  package var spoken: String {
    let milliseconds = (self / .milliseconds(1)).rounded()
    if milliseconds < 1_000 { return "\(Int(milliseconds)) ms" }
    let seconds = (milliseconds / 100).rounded() / 10
    if seconds >= 120 { return Self.trimmed((seconds / 6).rounded() / 10) + " min" }
    return Self.trimmed(seconds) + " s"
  }

  private static func trimmed(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
