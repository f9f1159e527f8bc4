import Synchronization

/// The jobs that the scenarios and probes of a run have followed.
final class JobWatch: Sendable {
  /// Jobs that end alike: those that one step of a scenario creates, by valid calls or by invalid ones.
  struct Kind: Hashable {
    var scenario: String
    /// The id of the step that creates them.
    var maker: String
    var isOfValidCalls: Bool
  }

  private struct State {
    /// The longest time that a job of each scenario took.
    var times: [String: Duration] = [:]
    /// For each kind of job, the check whose job did not end.
    var endless: [Kind: String] = [:]
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

  /// Records that the job of `check` did not end in the time it was given.
  func noteEndless(_ jobs: Kind, of check: String) {
    state.withLock { state in
      state.endless[jobs] = state.endless[jobs] ?? check
      state.firstEndless = state.firstEndless ?? check
    }
  }

  /// The first check of the run whose job did not end, so that it may still be running; `nil` if all did.
  var running: String? { state.withLock { $0.firstEndless } }

  /// Returns the first check whose job of this kind did not end; `nil` if all did.
  func endless(_ jobs: Kind) -> String? { state.withLock { $0.endless[jobs] } }
}
