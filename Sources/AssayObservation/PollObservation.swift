import AssayText

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

/// The way a poll ended.
package enum PollEnd: String, Hashable, Sendable {
  /// A final state was reached.
  case final
  /// The time allowed was over first.
  case deadline
  /// An answer could not be used: not JSON, an error status, a broken transfer.
  case broken
  /// A state on the way was reached in which the step looks no further.
  case stopped
  /// The recording ends before the job did.
  case unfinished
}

/// A whole poll, as it is recorded; live, the judge sees the same answers one by one.
package struct PollObservation: Sendable {
  package var answers: [PollAnswer]
  package var end: PollEnd
  /// The time from the first request to the end.
  package var elapsed: Duration
  /// The time it was given.
  package var allowance: TimeAllowance
  /// The number of answers before the last one that are not in ``answers``, because there were too many to keep.
  package var droppedAnswers: Int

  package init(
    answers: [PollAnswer],
    end: PollEnd,
    elapsed: Duration = .zero,
    allowance: TimeAllowance = TimeAllowance(total: .zero),
    droppedAnswers: Int = 0
  ) {
    self.answers = answers
    self.end = end
    self.elapsed = elapsed
    self.allowance = allowance
    self.droppedAnswers = droppedAnswers
  }
}

/// The time a stream or a poll was given.
package struct TimeAllowance: Hashable, Sendable {
  package var total: Duration
  /// The source of `total`, for a message, if it is not the contract: `--max-wait 3s`.
  package var cap: String?
  /// True if the client stopped waiting after `total`; recordings of other tools do not contain that time.
  package var endsWait: Bool

  package init(total: Duration, cap: String? = nil, endsWait: Bool = true) {
    self.total = total
    self.cap = cap
    self.endsWait = endsWait
  }
}
