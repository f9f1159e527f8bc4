package import AssayHTTP
import AssayText

/// A record of the exchanges of one step. Judging it again later has the same findings.
package struct Observation: Sendable {
  /// The check to which the observation belongs; a repeated step makes several observations of one check.
  package var check: String
  package var operation: String
  package var server: String
  /// The time from the beginning of the run to the start of the observation.
  package var start: Duration
  package var content: Content
  /// The number of the response among those of concurrent calls of the step, from 1, in the order received; `nil` if
  /// the calls are made one after the other.
  package var turn: Int?
  /// The number of the scenario's attempt to which the observation belongs, from 1.
  package var attempt = 1

  /// The content of an observation: a single exchange, a poll, a stream, or the reason why nothing was observed.
  package enum Content: Sendable {
    case exchange(Exchange)
    case stream(StreamObservation)
    case poll(PollObservation)
    /// No exchange was observed, for the given reason.
    case absent(Obstacle)
  }

  package init(check: String, operation: String, server: String, start: Duration = .zero, content: Content) {
    self.check = check
    self.operation = operation
    self.server = server
    self.start = start
    self.content = content
  }

  /// True if the observation is an answer after which its call was made again.
  package var isAskedAgain: Bool {
    if case .exchange(let exchange) = content { exchange.end.askedAgain != nil } else { false }
  }

  /// The number of calls in the observation; a poll has one for each answer.
  package var calls: Int {
    switch content {
    case .exchange, .stream: 1
    case .poll(let poll): poll.answers.count
    case .absent: 0
    }
  }

  /// The duration of the observed step.
  package var elapsed: Duration {
    switch content {
    case .exchange(let exchange): exchange.end.timings.total
    case .stream(let stream): stream.end.timings.total
    case .poll(let poll): poll.elapsed
    case .absent(.unreachable(let end)): end.timings.total
    case .absent: .zero
    }
  }
}

/// The reason why a step has no observation: it was not run, or no HTTP exchange took place.
package enum Obstacle: Error, Hashable, Sendable {
  /// The step was skipped, for this reason.
  case skipped(String)
  /// The step's server cannot be reached.
  case unreachable(TransferEnd)
  /// The step cannot be judged, for this reason: a file to send is missing, a recording is incomplete.
  case unjudgeable(String)
  /// The run was interrupted before the step was completed.
  case interrupted
}
