import Synchronization

/// The jobs that the scenarios and probes of a run have followed.
final class JobWatch: Sendable {
  private struct State {
    /// The longest time that a job of each scenario took.
    var times: [String: Duration] = [:]
    /// For each step that creates jobs, the check whose job did not end.
    var endless: [String: String] = [:]
    /// The first check whose job did not end.
    var firstEndless: String?
  }

  private let state = Mutex(State())

  /// Records the time that a job of `scenario` took to its end.
  func note(_ time: Duration, of scenario: String) {
    state.withLock { $0.times[scenario] = max(time, $0.times[scenario] ?? .zero) }
  }

  /// Returns the longest time that a job of `scenario` took; `nil` if none was followed to its end.
  func time(of scenario: String) -> Duration? { state.withLock { $0.times[scenario] } }

  /// Records that the job of `check`, created by the step `maker`, did not end in the time it was given.
  func noteEndless(_ maker: String, of check: String) {
    state.withLock { state in
      state.endless[maker] = state.endless[maker] ?? check
      state.firstEndless = state.firstEndless ?? check
    }
  }

  /// The first check of the run whose job did not end, so that it may still be running; `nil` if all did.
  var running: String? { state.withLock { $0.firstEndless } }

  /// Returns the first check whose job, created by the step `maker`, did not end; `nil` if all did.
  func endless(_ maker: String) -> String? { state.withLock { $0.endless[maker] } }
}
