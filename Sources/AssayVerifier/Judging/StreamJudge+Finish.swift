import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJSON
package import AssayObservation

/// How a stream came to its end, beside what the transport says.
package struct StreamEnd: Sendable {
  package var end: TransferEnd
  package var notices: [StreamNotice]
  /// What set the time that ran out, where it was not the contract: `--max-wait 3s`.
  package var cap: String?
  /// The time all of it was given.
  package var allowed: Duration

  package init(end: TransferEnd, notices: [StreamNotice] = [], cap: String? = nil, allowed: Duration) {
    self.end = end
    self.notices = notices
    self.cap = cap
    self.allowed = allowed
  }
}

extension StreamJudge {
  /// Judges the end, and gives all findings of the stream.
  ///
  /// `needsSuccess` says that the scenario cannot go on from a documented failure.
  package mutating func finish(_ end: StreamEnd, needsSuccess: Bool) -> [Finding] {
    judgeNotices(end)
    if !isFinished && failure == nil {
      judgeUnfinished(end)
    } else if let failure, needsSuccess {
      add(
        Finding(
          level: .must,
          rule: "stream.failed",
          location: failure,
          message: "the job failed, as the documents allow, in \(failure); this scenario needs one that succeeds",
          expected: "a job that succeeds",
          actual: "a documented failure",
          sources: promise.promise.sources,
          promise: contract.place(of: promise.promise)
        )
      )
    }
    if isFinished && failure == nil {
      let found = invariantFindings(
        promise.invariants,
        in: scope,
        contract: contract,
        locationPrefix: "",
        coveredBy: collector.findings
      )
      for finding in found { add(finding) }
    }
    return collector.findings
  }

  private mutating func judgeNotices(_ end: StreamEnd) {
    for notice in end.notices {
      switch notice {
      case .invalidUTF8(let offset):
        add(
          whole(
            "stream.utf8",
            .should,
            "byte \(offset) of the stream is not UTF-8; clients show U+FFFD in its place",
            expected: "UTF-8 (WHATWG HTML section 9.2.5)",
            actual: "other bytes"
          )
        )
      // Where the stream was ended from this side, it was this side that cut the event.
      case .partialEvent(let lines) where isFinished && end.end.reason.isEndOfServer:
        add(
          whole(
            "stream.partial",
            .should,
            "the stream ended inside an event after its final one; clients discard what came of it",
            expected: "a blank line behind each event",
            actual: lines.cut
          )
        )
      case .partialEvent, .eventTooLarge: break
      }
    }
  }

  /// The one finding about a stream that never reached its final event: the reason it did not.
  private mutating func judgeUnfinished(_ end: StreamEnd) {
    let time = end.end.timings.total
    let before = count == 0 ? "before any event" : "after `\(lastName)` (event \(count))"
    let wanted = expectedNext.joined(separator: " or ")
    let partial = end.notices.lazy.compactMap { if case .partialEvent(let lines) = $0 { lines } else { nil } }.first
    for case .eventTooLarge(let limit) in end.notices {
      return add(
        whole(
          "transport.tooLarge",
          promise.promise.level,
          "an event of more than \(limit) bytes came \(before)",
          expected: "events of at most \(limit) bytes",
          actual: "a larger one"
        )
      )
    }
    switch end.end.reason {
    case .complete where partial != nil:
      add(
        whole(
          "stream.truncated",
          promise.promise.level,
          "the stream was cut inside an event, \(before), at \(time.spoken); clients discard what came of it",
          expected: wanted,
          actual: (partial ?? "").cut
        )
      )
    case .complete where count == 0:
      add(
        whole(
          "stream.empty",
          promise.promise.level,
          "the stream ended at \(time.spoken) without a single event",
          expected: wanted,
          actual: "no event"
        )
      )
    case .complete:
      add(
        whole(
          "stream.ended",
          promise.promise.level,
          "the stream ended at \(time.spoken) \(before); its final event never came",
          expected: wanted,
          actual: "the end of the stream"
        )
      )
    case .truncated, .reset, .protocol:
      add(
        whole(
          "stream.truncated",
          promise.promise.level,
          "the connection was cut at \(time.spoken) \(before), before the stream was complete",
          expected: wanted,
          actual: end.end.reason == .reset ? "a reset connection" : "a connection closed early"
        )
      )
    case .silenceTimeout:
      judgeSilence(before: time, open: true)
    case .firstByteTimeout, .totalTimeout, .stopped:
      judgeOverdue(end, wanted: wanted, before: before)
    default:
      add(
        whole(
          "transport.\(end.end.reason.rawValue)",
          promise.promise.level,
          "the stream broke off \(before): \(end.end.detail)",
          expected: wanted,
          actual: end.end.detail
        )
      )
    }
  }

  private mutating func judgeOverdue(_ end: StreamEnd, wanted: String, before: String) {
    let time = end.end.timings.total
    if count == 0, let first = promise.first, time >= first.duration {
      return add(timing("stream.first", first, "no event came within", time, location: "event 1"))
    }
    let limit = promise.within
    let words =
      end.cap.map { "\($0) ended the wait" } ?? "the time the documents allow was over"
    add(
      Finding(
        level: .must,
        rule: "stream.within",
        location: count == 0 ? "" : "after event \(count)",
        message: "no final event after \(time.spoken), \(before): \(words)",
        expected: "\(wanted) within \(end.allowed.spoken)",
        actual: "\(count) events, none of them final",
        sources: limit?.promise.sources ?? promise.promise.sources,
        promise: contract.place(of: limit?.promise ?? promise.promise)
      )
    )
  }

  private func whole(_ rule: String, _ level: Level, _ message: String, expected: String, actual: String) -> Finding {
    Finding(
      level: level,
      rule: rule,
      location: count == 0 ? "" : "after event \(count)",
      message: message,
      expected: expected,
      actual: actual,
      sources: promise.promise.sources,
      promise: contract.place(of: promise.promise)
    )
  }
}

extension TransferEnd.Reason {
  /// Whether it was the server that ended the answer, rightly or not.
  fileprivate var isEndOfServer: Bool {
    switch self {
    case .complete, .truncated, .reset: true
    default: false
    }
  }
}
