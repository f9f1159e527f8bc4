import Foundation

/// A measurement of the time that work takes without interference.
struct Stopwatch {
  /// The number of rounds without a clock, each of one run, for tools that count instructions: `ASSAY_BENCH_ROUNDS`.
  private static let rounds = ProcessInfo.processInfo.environment["ASSAY_BENCH_ROUNDS"].flatMap { Int($0) }

  /// The only part to run while instructions are counted, so that it is not mixed with others: `ASSAY_BENCH_PART`.
  private static let countedPart = ProcessInfo.processInfo.environment["ASSAY_BENCH_PART"]

  /// Runs `work` without a clock if instructions are counted; returns false otherwise.
  private static func isCounted(_ part: String, _ work: () -> Void) -> Bool {
    guard let rounds else { return false }
    if countedPart == nil || countedPart == part { for _ in 0..<rounds { work() } }
    return true
  }

  /// Seconds for one run of `work`: the best of many rounds, each just long enough for the clock, so that some of them
  /// go undisturbed on a busy machine.
  static func seconds(_ part: String = "", _ work: () -> Void) -> Double {
    if isCounted(part, work) { return 0 }
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
    return seconds(best) / Double(iterations)
  }

  /// Returns the mean seconds of a run of `work`, over `runs` runs.
  static func mean(_ part: String, of runs: Int, _ work: () -> Void) -> Double {
    if isCounted(part, work) { return 0 }
    work()
    return seconds(ContinuousClock().measure { for _ in 0..<runs { work() } }) / Double(runs)
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
