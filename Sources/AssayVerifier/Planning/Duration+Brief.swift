extension Duration {
  /// `250ms`, `3s`, `5m`: as a flag takes it.
  package var brief: String {
    let milliseconds = Int(self / .milliseconds(1))
    if milliseconds % 60_000 == 0, milliseconds > 0 { return "\(milliseconds / 60_000)m" }
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000)s" }
    return "\(milliseconds)ms"
  }
}
