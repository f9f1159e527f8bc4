import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// The sentences about a stream's end.
extension StreamJudge {
  /// Judges the end, and gives all findings of the stream.
  ///
  /// `needsSuccess` says that the scenario cannot go on from a documented failure.
  package mutating func finish(_ end: StreamEnd, needsSuccess: Bool) -> [Finding] {
    judgeNotices(end)
    judgeLooseEnd(end)
    if let failure {
      if needsSuccess { add(failed(failure)) }
    } else if isFinished || endsOpen(end) {
      let found = invariantFindings(
        promise.invariants,
        in: scope,
        contract: contract,
        locationPrefix: "",
        coveredBy: collector.findings
      )
      for finding in found { add(finding) }
    } else {
      judgeUnfinished(end)
    }
    return collector.findings
  }

  /// Whether the stream ended well without a final event, because the contract names none.
  private func endsOpen(_ end: StreamEnd) -> Bool {
    end.end.reason == .complete && end.partialEvent == nil && order?.isComplete != false
      && !promise.events.contains { $0.isFinal || $0.finalWhen != nil }
  }

  private mutating func judgeNotices(_ end: StreamEnd) {
    if let offset = end.invalidUTF8Offset {
      add(
        whole(
          "stream.utf8",
          level: min(promise.promise.level, .should),
          at: "",
          "byte \(offset) of the stream is not UTF-8; clients show U+FFFD in its place",
          expected: "UTF-8 (WHATWG HTML section 9.2.5)",
          actual: "another byte at \(offset)"
        )
      )
    }
    // Where the stream was ended from this side, it was this side that cut the event.
    if isOver, end.end.reason.isEndOfServer, let lines = end.partialEvent {
      add(
        whole(
          "stream.partial",
          level: min(promise.promise.level, .should),
          "after its last event the stream ended inside another one; clients discard what came of it",
          expected: "a blank line behind each event",
          actual: lines.cut
        )
      )
    }
  }

  /// A stream that was cut once all of it had come: no client waits for more, but what stands between may call it failed.
  private mutating func judgeLooseEnd(_ end: StreamEnd) {
    guard isOver, end.partialEvent == nil, end.end.reason == .truncated || end.end.reason == .reset else { return }
    let deed = end.end.reason == .reset ? "reset the connection" : "closed the connection without ending the answer"
    add(
      whole(
        "stream.truncated",
        level: .may,
        "after its last event the server \(deed); a proxy may pass that on as a failure",
        expected: "an answer that is complete (RFC 9112 section 8)",
        actual: end.end.reason == .reset ? "a reset connection" : "a connection closed early"
      )
    )
  }

  /// The one finding about a stream that never reached its final event: the reason it did not.
  private mutating func judgeUnfinished(_ end: StreamEnd) {
    let time = end.end.timings.total
    if let limit = end.sizeLimit {
      return add(
        whole(
          "transport.tooLarge",
          "an event of more than \(limit) bytes came \(sinceLast); nothing behind it was read",
          expected: "events of at most \(limit) bytes",
          actual: "a larger one"
        )
      )
    }
    switch end.end.reason {
    case .complete where end.partialEvent != nil:
      add(
        whole(
          "stream.truncated",
          count == 0
            ? "the stream was cut inside its first event, at \(time.spoken); clients discard what came of it"
            : "the stream was cut inside an event, \(sinceLast), at \(time.spoken); clients discard what came of it",
          expected: wanted,
          actual: (end.partialEvent ?? "").cut
        )
      )
    case .complete where count == 0:
      add(
        whole(
          "stream.empty",
          "the stream ended at \(time.spoken) without a single event",
          expected: wanted,
          actual: "no event"
        )
      )
    case .complete:
      if isEndToldAlready() { return }
      add(
        whole(
          "stream.ended",
          "the stream ended at \(time.spoken) \(sinceLast); its final event never came",
          expected: wanted,
          actual: "the end of the stream"
        )
      )
    case .truncated, .reset, .protocol:
      let isReset = end.end.reason == .reset
      add(
        whole(
          "stream.truncated",
          "the server \(isReset ? "reset" : "closed") the connection at \(time.spoken), \(sinceLast)"
            + "\(end.partialEvent == nil ? "" : " and inside another"); the answer is incomplete",
          expected: wanted,
          actual: isReset ? "a reset connection" : "a connection closed early"
        )
      )
    case .firstByteTimeout, .silenceTimeout, .totalTimeout, .stopped, .cancelled:
      if isEndToldAlready() { return }
      judgeOverdue(end)
    default:
      add(
        whole(
          "transport.\(end.end.reason.rawValue)",
          "the stream broke off \(sinceLast)\(end.end.detail.isEmpty ? "" : ": \(end.end.detail)")",
          expected: wanted,
          actual: end.end.detail.isEmpty ? end.end.reason.spoken : end.end.detail
        )
      )
    }
  }

  /// Whether the final event came, but without its name or under a misspelt one, which has its finding.
  private mutating func isEndToldAlready() -> Bool {
    order?.isCompleteButUnheard == true || order?.endsMisspelt(into: &collector) == true
  }

  /// A stream that was waited for in vain.
  private mutating func judgeOverdue(_ end: StreamEnd) {
    let time = end.end.timings.total
    if count == 0, let first = promise.first, time >= first.duration { return add(neverBegan(first, time)) }
    if count > 0, end.end.reason == .silenceTimeout, let silence = promise.silence {
      return add(silent(silence, for: max(time - lastTime, silence.duration), open: true))
    }
    let limit = promise.within?.promise ?? promise.promise
    let words = end.cap.map { "\($0) ended the wait" } ?? "the time the contract allows was over"
    add(
      Finding(
        breaking: limit,
        of: contract,
        level: .must,
        rule: "stream.within",
        location: lastPlace,
        message: "no final event after \(time.spoken): \(words) \(sinceLast)",
        expected: "\(finals) within \(end.allowed.spoken)",
        actual: "\(count) event\(count == 1 ? "" : "s"), none of them final"
      )
    )
  }

  /// The events that end the stream, for `expected`.
  private var finals: String {
    let names = promise.events.filter(\.isFinal).map(\.name)
    return names.isEmpty ? wanted : names.either
  }

  private func neverBegan(_ first: TimeLimit, _ time: Duration) -> Finding {
    Finding(
      breaking: first.promise,
      of: contract,
      // A first event that is late may be no more than a `should`; a client that never gets one waits for ever.
      level: .must,
      rule: "stream.first",
      location: "",
      message: "the stream was opened, and no event came in \(time.spoken); "
        + "the first one is promised within \(first.duration.spoken)",
      expected: "\(wanted) within \(first.duration.spoken)",
      actual: "no event in \(time.spoken)"
    )
  }

  private func failed(_ failure: Failure) -> Finding {
    let event = "event \(failure.moment.index)"
    return Finding(
      breaking: promise.promise,
      of: contract,
      level: .must,
      rule: "stream.failed",
      location: event,
      message: "the job failed, as the documents allow (\(event) at \(failure.moment.time.spoken), "
        + "`\(failure.moment.name)`\(failure.reason)); this scenario needs one that succeeds",
      expected: "a job that succeeds",
      actual: "a documented failure"
    )
  }

  private func whole(
    _ rule: String,
    level: Level? = nil,
    at location: String? = nil,
    _ message: String,
    expected: String,
    actual: String
  ) -> Finding {
    Finding(
      breaking: promise.promise,
      of: contract,
      level: level,
      rule: rule,
      location: location ?? lastPlace,
      message: message,
      expected: expected,
      actual: actual
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
