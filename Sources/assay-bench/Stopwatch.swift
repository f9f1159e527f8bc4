/// How long a piece of work takes when nothing gets in its way.
struct Stopwatch {
  /// Seconds for one run of `work`: the best of several rounds, each long enough for the clock.
  static func seconds(rounds: Int = 7, _ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    var iterations = 1
    while true {
      let elapsed = clock.measure { for _ in 0..<iterations { work() } }
      if elapsed > .milliseconds(30) { break }
      iterations *= 2
    }
    var best = Double.infinity
    for _ in 0..<rounds {
      let elapsed = clock.measure { for _ in 0..<iterations { work() } }
      let (seconds, attoseconds) = elapsed.components
      best = min(best, (Double(seconds) + Double(attoseconds) * 1e-18) / Double(iterations))
    }
    return best
  }
}
