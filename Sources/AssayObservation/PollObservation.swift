/// One answer of a poll, and when it came.
package struct PollAnswer: Sendable {
  /// The answer's number, from 1.
  package var index: Int
  /// The time since the first request of the poll began at which the answer was complete.
  package var time: Duration
  package var exchange: Exchange

  package init(index: Int, time: Duration, exchange: Exchange) {
    self.index = index
    self.time = time
    self.exchange = exchange
  }
}

/// How a poll came to its end.
package enum PollEnd: String, Hashable, Sendable {
  /// A final state was reached.
  case final
  /// The time allowed was over first.
  case deadline
  /// An answer could not be used: not JSON, an error status, a broken transfer.
  case broken
  case cancelled
}

/// A whole poll, as it is recorded; live, the judge sees the same answers one by one.
package struct PollObservation: Sendable {
  package var answers: [PollAnswer]
  package var end: PollEnd

  package init(answers: [PollAnswer], end: PollEnd) {
    self.answers = answers
    self.end = end
  }
}
