package import AssayHTTP
import AssayText

/// A record of one step as seen on the wire, inert: judged now or later, it results in the same findings.
package struct Observation: Sendable {
  /// The check it belongs to; a step that is repeated makes several observations of one check.
  package var check: String
  package var operation: String
  package var server: String
  /// When it began, from the beginning of the run.
  package var start: Duration
  package var content: Content
  /// Its number among the answers of calls made at once, from 1, in the order they came; `nil` where calls are made one
  /// after the other.
  package var turn: Int?
  /// The attempt at its scenario that it belongs to, from 1.
  package var attempt = 1

  /// The shapes an observation can have.
  package enum Content: Sendable {
    case exchange(Exchange)
    case stream(StreamObservation)
    case poll(PollObservation)
    /// Nothing was seen.
    case absent(Obstacle)
  }

  package init(check: String, operation: String, server: String, start: Duration = .zero, content: Content) {
    self.check = check
    self.operation = operation
    self.server = server
    self.start = start
    self.content = content
  }

  /// The number of calls it shows: a poll has one for each answer.
  package var calls: Int {
    switch content {
    case .exchange, .stream: 1
    case .poll(let poll): poll.answers.count
    case .absent: 0
    }
  }

  /// The time it took.
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

/// Why a step has nothing to show: it was not made, or no HTTP was spoken.
package enum Obstacle: Error, Hashable, Sendable {
  /// It was left out, for this reason.
  case skipped(String)
  /// Its server cannot be spoken to.
  case unreachable(TransferEnd)
  /// It cannot be judged, for this reason: a file to send is missing, a recording is not whole.
  case unjudgeable(String)
  /// The run was interrupted before it was done.
  case interrupted
}
