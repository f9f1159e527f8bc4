/// How long a piece of work takes when nothing gets in its way.
struct Stopwatch {
  /// Seconds for one run of `work`: the best of many rounds, each just long enough for the clock, so that some of them
  /// go undisturbed on a busy machine.
  static func seconds(_ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    var iterations = 1
    while clock.measure({ for _ in 0..<iterations { work() } }) < .milliseconds(1) { iterations *= 2 }
    var best = Duration.seconds(1_000)
    let start = clock.now
    var rounds = 0
    while rounds < 50 || (rounds < 300 && clock.now - start < .milliseconds(500)) {
      best = min(best, clock.measure { for _ in 0..<iterations { work() } })
      rounds += 1
    }
    let (seconds, attoseconds) = best.components
    return (Double(seconds) + Double(attoseconds) * 1e-18) / Double(iterations)
  }
}
