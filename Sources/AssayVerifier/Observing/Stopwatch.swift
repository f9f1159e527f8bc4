/// The time of one poll, from its first request on: measured, or, over a transport that takes none, reckoned.
struct Stopwatch {
  private let start: ContinuousClock.Instant?
  private var reckoned = Duration.zero

  /// Starts now; `isInstant` where no time passes while requests are sent.
  init(isInstant: Bool) {
    start = isInstant ? nil : .now
  }

  var elapsed: Duration { start.map { .now - $0 } ?? reckoned }

  /// Notes that a request took `duration` by its own account.
  mutating func note(_ duration: Duration) { reckoned += duration }

  /// Lets `duration` pass; less where the task is cancelled.
  mutating func wait(for duration: Duration) async {
    if start != nil { try? await Task.sleep(for: duration) } else { reckoned += duration }
  }
}
