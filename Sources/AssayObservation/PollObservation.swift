import AssayText

/// An answer of a poll, with its time.
package struct PollAnswer: Sendable {
  /// The answer's number, from 1.
  package var index: Int
  /// The time from the start of the poll's first request to the complete answer.
  package var time: Duration
  package var exchange: Exchange

  package init(index: Int, time: Duration, exchange: Exchange) {
    self.index = index
    self.time = time
    self.exchange = exchange
  }
}

/// The reason why a poll ended.
package enum PollEnd: String, Hashable, Sendable {
  /// A final state was reached.
  case final
  /// The allowed time ended before a final state was reached.
  case deadline
  /// An answer could not be used: not JSON, an error status, a broken transfer.
  case broken
  /// An intermediate state was reached in which the step stops polling.
  case stopped
  /// The recording ends before the job did.
  case unfinished
}

/// A whole poll, as recorded. In a live run, the judge receives the same answers one by one.
package struct PollObservation: Sendable {
  package var answers: [PollAnswer]
  package var end: PollEnd
  /// The time from the poll's first request to its end.
  package var elapsed: Duration
  /// The maximum time that was allowed for the poll.
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

/// The maximum time allowed for a stream or a poll, and its source.
package struct TimeAllowance: Hashable, Sendable {
  package var total: Duration
  /// The option that set `total`, for a message: `--max-wait 3s`; `nil` if the contract set it.
  package var cap: String?
  /// True if the client stopped waiting after `total`; false for recordings of other tools, which do not contain that
  /// time.
  package var endsWait: Bool

  package init(total: Duration, cap: String? = nil, endsWait: Bool = true) {
    self.total = total
    self.cap = cap
    self.endsWait = endsWait
  }
}
