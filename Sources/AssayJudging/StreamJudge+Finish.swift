package import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The judging of a stream's end.
extension StreamJudge {
  /// Judges the end of the stream; returns all findings about the stream.
  ///
  /// `needed` are the names of the final events with one of which the stream must end for `step`; if empty, any success
  /// is accepted.
  package mutating func finish(_ end: StreamEnd, needed: [String] = [], of step: Promise? = nil) -> [Finding] {
    let ending = needed.isEmpty ? [] : [PromiseSite(step ?? promise.promise, .ending)]
    if let resume = promise.resume, resuming.asked == nil {
      if isOver || endsOpen(end) || ![.complete, .truncated, .reset, .protocol].contains(end.end.reason) {
        ledger.vacate(resume.promise, because: "the stream was never cut")
      } else {
        ledger.block(resume.promise, because: "no request for the rest of the stream was answered")
      }
    }
    // Where the scenario needs a certain end, none without it will do.
    judgeLastPause()
    let isOpenEnd = needed.isEmpty && (endsOpen(end) || isLeft(end))
    judgeNotices(end)
    judgeLooseEnd(end)
    if isOver || isOpenEnd { keepEnd(end) }
    judgeLateEnd(end, isOpen: isOpenEnd)
    if let failure {
      if !needed.containsExactly(failure.event.name) {
        let place = Place(.event(failure.event.index))
        tell(
          .streamFailed,
          level: .must,
          at: place,
          breaking: endings + ending,
          .failed(failure.event, why: failure.why)
        )
      }
    } else if isFinished || isOpenEnd {
      isWhole = true
      judgeRules(at: end.end)
      if let final, !needed.isEmpty, !needed.containsExactly(final.name) {
        let reason = StreamReason.endedOtherwise(final.name, needed: needed)
        tell(.streamFailed, level: .must, at: Place(.event(final.index)), breaking: ending, reason)
      }
    } else {
      judgeUnfinished(end, needed, endings + ending)
    }
    if isOver, let step { ledger.keep(step, .ending) }
    if !isOver, !isOpenEnd {
      let finding = ledger.findings.last { $0.level == .must }
      ledger.stop(because: finding.map { BlockReason($0) } ?? "the stream did not reach its end")
    }
    return ledger.findings
  }

  /// Judges the rules over the whole stream as a client receives it, without the events after the final one.
  private mutating func judgeRules(at end: TransferEnd) {
    scope.arrived = end.timings.total
    scope.events = memory.events
    scope.droppedEvents = memory.dropped
    var complete = scope
    complete.events = memory.withLate ?? [:]
    for rule in promise.invariants {
      // If only late events are missing, they have their own finding.
      let late = ledger.findings.first { $0.rule == .streamAfterFinal && $0.level >= rule.promise.level }
      if let late, memory.withLate != nil, case .broken = rule.expression.verdict(in: scope),
        case .holds = rule.expression.verdict(in: complete)
      {
        ledger.block(rule.promise, because: BlockReason(late))
        continue
      }
      judgeInvariants([rule], in: scope, contract: contract, readsAll: true, writing: &ledger)
      ledger.close()
    }
  }

  /// Records as tested the promises that only a complete stream can keep: its order, its pauses and its total time.
  private mutating func keepEnd(_ end: StreamEnd) {
    if let silence = promise.silence { ledger.keep(silence.promise) }
    if let order = promise.order?.promise {
      if count == 0, isLeft(end) {
        ledger.vacate(order, because: "no event arrived while the stream was open")
      } else {
        ledger.keep(order)
      }
    }
    guard let within = promise.within?.promise else { return }
    if promise.isEndless {
      ledger.vacate(within, because: "the stream has no end")
    } else {
      ledger.keep(within)
    }
  }

  /// Returns true if the stream has no end and its client left it: what arrived by then is all that is judged.
  private func isLeft(_ end: StreamEnd) -> Bool {
    promise.isEndless && [.stopped, .cancelled].contains(end.end.reason) && end.sizeLimit == nil
      && end.badFrame == nil && end.closing == nil && !resuming.isOver
  }

  /// Returns true if the stream was closed normally without a final event, and the contract allows that.
  private func endsOpen(_ end: StreamEnd) -> Bool {
    end.end.reason == .complete && end.partialEvent == nil && end.badFrame == nil && end.closing?.isNormal != false
      && !resuming.isOver && mayEndHere
  }

  private mutating func judgeNotices(_ end: StreamEnd) {
    if let offset = end.invalidUTF8Offset {
      let level = min(promise.promise.level, .should)
      tell(.streamEncoding, level: level, at: .answer, breaking: [wholeSite], .notUTF8(offset: offset))
    }
    // Where the stream was ended from this side, it was this side that cut the event.
    if isOver, end.end.reason.isEndOfServer, let lines = end.partialEvent {
      let level = min(promise.promise.level, .should)
      tell(.streamPartial, level: level, breaking: endings, .endsInsideEvent(lines: lines.abridged))
    }
  }

  /// Reports that the connection was cut, or closed as failed, after the stream was complete. No client waits for more,
  /// but a proxy or the client's library may report a failure.
  private mutating func judgeLooseEnd(_ end: StreamEnd) {
    if isFinished, let closing = end.closing, closing.isFailure {
      let reason = StreamReason.closed(closing, end.end.timings.total, progress, wanted: [])
      tell(.streamEnded, level: min(promise.promise.level, .should), breaking: [], reason)
    }
    guard isOver, end.partialEvent == nil, end.end.reason == .truncated || end.end.reason == .reset else { return }
    tell(.streamTruncated, level: .may, breaking: [], .cutAtTheEnd(isReset: end.end.reason == .reset))
  }

  /// Reports why a stream never reached its final event, in one finding that breaks the promises at `sites`.
  private mutating func judgeUnfinished(_ end: StreamEnd, _ needed: [String], _ sites: [PromiseSite]) {
    let time = end.end.timings.total
    let wanted = needed.isEmpty || !mayEndHere ? expectedNext : needed
    // The finding that nothing more can come is reported already.
    if resuming.isOver { return }
    if let limit = end.sizeLimit { return tell(.tooLarge, breaking: sites, .eventTooLarge(limit: limit, progress)) }
    if let clause = end.badFrame {
      let isSequence = promise.format == .jsonSequence
      let reason = isSequence ? StreamReason.badRecord(clause, progress) : .badFrame(clause, progress)
      return tell(.streamFrame, breaking: sites, reason)
    }
    if let closing = end.closing, count > 0 || !closing.isNormal {
      let reason = StreamReason.closed(closing, time, progress, wanted: mayEndHere ? needed : wanted)
      return tell(.streamEnded, breaking: sites, because: unheardEnd(at: promise.promise.level), reason)
    }
    switch end.end.reason {
    case .complete where end.partialEvent != nil:
      let lines = (end.partialEvent ?? "").abridged
      tell(.streamTruncated, breaking: sites, .cutInsideEvent(lines: lines, time, progress, wanted: wanted))
    case .complete where count == 0: tell(.streamEmpty, breaking: sites, .empty(time, wanted: wanted))
    case .complete:
      let cause = unheardEnd(at: promise.promise.level)
      tell(.streamEnded, breaking: sites, because: cause, .ended(time, progress, wanted: wanted))
    case .truncated, .reset, .protocol:
      let isInside = end.partialEvent != nil
      let isReset = end.end.reason == .reset
      let reason = StreamReason.cut(isReset: isReset, isInsideEvent: isInside, time, progress, wanted: wanted)
      tell(.streamTruncated, breaking: sites, reason)
    case .firstByteTimeout, .silenceTimeout, .totalTimeout, .stopped, .cancelled:
      judgeOverdue(end, sites, because: unheardEnd(at: .must))
    case .unresolved, .refused, .connectTimeout, .tls, .tooLarge, .unsendable:
      let reason = StreamReason.brokeOff(end.end.reason, detail: end.end.detail, progress, wanted: wanted)
      tell(Rule(breakingOff: end.end.reason) ?? .notHTTP, breaking: sites, reason)
    }
  }

  /// Returns the index of the finding about a final event that was received without a name or under a misspelt one;
  /// `nil` if none exists. Findings milder than `level` do not count.
  private mutating func unheardEnd(at level: Level) -> Int? {
    order?.unheardEnd(at: level) ?? order?.misspeltEnd(at: level, into: &ledger)
  }

  /// Reports a stream whose first, next or final event was not received in time.
  private mutating func judgeOverdue(_ end: StreamEnd, _ sites: [PromiseSite], because cause: Int?) {
    let time = end.end.timings.total
    if count == 0, let first = promise.first, time >= first.duration {
      // A first event that is late may be no more than a `should`; a client that never gets one waits for ever.
      let reason = StreamReason.neverBegan(time, limit: first.duration, wanted: expectedNext)
      let broken = [PromiseSite(first.promise)]
      return tell(.streamFirst, of: first.promise, level: .must, at: .answer, breaking: broken, because: cause, reason)
    }
    if count > 0 || promise.isEndless, end.end.reason == .silenceTimeout, let silence = promise.silence {
      let pause = max(time - self.silence.last, silence.duration)
      ledger.post(silent(silence, for: pause, open: true), because: cause)
      return
    }
    let names = promise.events.filter(\.isFinal).map(\.name)
    let finals = names.isEmpty && !mayEndHere ? expectedNext : names
    tell(
      .streamWithin,
      of: promise.within?.promise,
      level: .must,
      breaking: promise.within.map { [PromiseSite($0.promise)] } ?? sites,
      because: cause,
      .overdue(
        time,
        limit: promise.within?.promised(of: end.allowance.total) ?? end.allowance.total,
        cap: end.allowance.cap ?? promise.within?.cap(of: end.allowance.total),
        progress,
        finals: finals
      )
    )
  }

  private mutating func tell(
    _ rule: Rule,
    of broken: Promise? = nil,
    level: Level? = nil,
    at place: Place? = nil,
    breaking sites: [PromiseSite],
    because cause: Int? = nil,
    _ reason: StreamReason
  ) {
    ledger.post(
      BrokenFate(
        broken ?? promise.promise,
        of: contract,
        level: level,
        rule: rule,
        place: place ?? lastPlace,
        reason: resumedInVain.map { .during(.stream(reason), $0) } ?? .stream(reason)
      )
      .breaking(sites),
      because: cause
    )
  }

  /// A remark for findings: the rest of the stream was requested, but no event was received; `nil` if that is not the
  /// case.
  private var resumedInVain: Reason.Circumstance? {
    guard let asked = resuming.asked, asked.status != nil, asked.after == count else { return nil }
    return .resumedInVain(resuming.inVain, id: asked.lastEventID)
  }
}

extension TransferEnd.Reason {
  /// True if the server ended the response, normally or not; false if Assay did, for example after a timeout.
  fileprivate var isEndOfServer: Bool {
    switch self {
    case .complete, .truncated, .reset: true
    default: false
    }
  }
}

/// The end of a stream: the end of the transfer, and facts noted while decoding it.
package struct StreamEnd: Sendable {
  package var end: TransferEnd
  package var notices: [StreamNotice]
  /// The time given for the whole stream.
  package var allowance: TimeAllowance

  package init(end: TransferEnd, notices: [StreamNotice] = [], allowance: TimeAllowance) {
    self.end = end
    self.notices = notices
    self.allowance = allowance
  }

  /// The received lines of the event inside which the stream ended.
  var partialEvent: String? {
    notices.lazy.compactMap { if case .partialEvent(let lines) = $0 { lines } else { nil } }.first
  }

  /// The size limit that an event exceeded; `nil` if none did.
  var sizeLimit: Int? {
    notices.lazy.compactMap { if case .eventTooLarge(let limit) = $0 { limit } else { nil } }.first
  }

  /// The closing frame of a WebSocket from the server, if any.
  var closing: WebSocketClosing? {
    notices.lazy.compactMap { if case .closed(let closing) = $0 { closing } else { nil } }.first
  }

  /// A clause that says which rule of the format a WebSocket frame, or a text of a JSON text sequence, broke; `nil` if
  /// none did.
  var badFrame: String? {
    notices.lazy.compactMap { if case .badFrame(let clause) = $0 { clause } else { nil } }.first
  }

  /// The offset of the first byte that is not valid UTF-8; `nil` if none exists.
  var invalidUTF8Offset: Int? {
    notices.lazy.compactMap { if case .invalidUTF8(let offset) = $0 { offset } else { nil } }.first
  }
}
