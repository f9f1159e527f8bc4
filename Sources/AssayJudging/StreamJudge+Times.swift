import AssayContract
import AssayFindings
import AssayHTTP
package import AssayObservation
import AssayText

/// The measurement of pauses in which nothing was received.
struct Silence: Sendable {
  /// The time of the last event, or of the request for the current connection if that is later.
  private var since = Duration.zero
  /// The time at which any byte of the stream was last received.
  private(set) var last = Duration.zero
  /// The longest pause since the last event, up to the last received byte.
  private(set) var longest = Duration.zero

  /// Records that bytes were received at `time`.
  mutating func end(at time: Duration) {
    longest = max(longest, time - last)
    last = max(last, time)
  }

  /// Starts a new measurement after an event. Returns the longest pause before the event; `isPlain` is true if nothing
  /// was received between the two events, so that the pause is the time between them.
  ///
  /// `told` is the longest pause, if a recording already states it.
  mutating func end(byEventAt time: Duration, told: Duration?) -> (pause: Duration, isPlain: Bool) {
    end(at: time)
    let (pause, plain) = (told ?? longest, time - since)
    since = last
    longest = .zero
    return (pause, pause == plain)
  }

  /// Starts a new measurement when another connection is requested at `time`. The pause before the request does not
  /// count; earlier pauses are kept.
  mutating func resume(at time: Duration) {
    last = max(last, time)
    since = last
  }

  /// The time of the last byte received after the last event, and the longest pause by then; `nil` if nothing was
  /// received after the event.
  var rest: SignsOfLife? { last > since || longest > .zero ? SignsOfLife(last: last, longestPause: longest) : nil }

  /// Adds recorded times of bytes that were received after the last event.
  mutating func take(_ rest: SignsOfLife) {
    longest = max(longest, rest.longestPause)
    last = max(last, rest.last)
  }
}

/// The judging of a stream's promised times.
extension StreamJudge {
  /// Records that bytes of the stream, such as a comment, were received at `time`.
  package mutating func heard(at time: Duration) { if count > 0, !isFinished { silence.end(at: time) } }

  /// Adds the times of bytes received after the last event from a recording, in which they are not listed one by one.
  package mutating func heard(_ signs: SignsOfLife) { if count > 0, !isFinished { silence.take(signs) } }

  /// The times of bytes received after the last event, for a recording, since no later event reports them; `nil` if
  /// there were none.
  package var unheardOf: SignsOfLife? { isFinished ? nil : silence.rest }

  /// Judges the longest pause before an event. Returns the pause if it is shorter than the time between the two events,
  /// because other bytes were received between them; otherwise `nil`.
  mutating func judgePause(before observed: ObservedEvent) -> Duration? {
    let (pause, isPlain) = silence.end(byEventAt: observed.time, told: observed.pause)
    guard count > 0 else {
      if let first = promise.first {
        ledger.keep(first.promise)
        if observed.time > first.duration { ledger.post(late(first, observed.time)) }
      }
      return nil
    }
    judge(pause)
    return isPlain ? nil : pause
  }

  /// Judges the longest pause between the last event and the last received byte.
  mutating func judgeLastPause() { if count > 0 { judge(silence.longest) } }

  private mutating func judge(_ pause: Duration) {
    guard let silence = promise.silence, pause > silence.duration, !isFinished else { return }
    ledger.post(silent(silence, for: pause, open: false))
  }

  /// Judges the time at which the stream ended, by the promised time. `isOpen` is true if it was closed without a final
  /// event. Not judged if waiting stopped at the promised time.
  mutating func judgeLateEnd(_ end: StreamEnd, isOpen: Bool) {
    guard let within = promise.within, isOver || isOpen, within.letsPass(end.allowance) else { return }
    let index = failure?.event.index ?? final?.index
    let time = failure?.event.time ?? final?.time ?? end.end.timings.total
    guard time > within.duration else { return }
    let name = failure?.event.name ?? final?.name
    ledger.post(
      BrokenFate(
        within.promise,
        of: contract,
        rule: .streamWithin,
        place: index.map { Place(.event($0)) } ?? lastPlace,
        reason: .stream(.endLate(time, limit: within.duration, name: name))
      )
    )
  }

  /// Returns the finding about a first event that was received late.
  private func late(_ first: TimeLimit, _ time: Duration) -> BrokenFate {
    BrokenFate(
      first.promise,
      of: contract,
      rule: .streamFirst,
      place: Place(.event(1)),
      reason: .stream(.firstLate(time, limit: first.duration))
    )
  }

  /// Returns the finding about a pause longer than promised; if `open`, nothing more was received before the wait
  /// ended.
  func silent(_ silence: TimeLimit, for time: Duration, open: Bool) -> BrokenFate {
    BrokenFate(
      silence.promise,
      of: contract,
      // A stream that never reached its final event leaves its client waiting, however short a pause is promised.
      level: open ? .must : nil,
      rule: .streamSilence,
      place: open ? lastPlace : Place(.event(count + 1)),
      reason: .stream(.silent(time, limit: silence.duration, progress, wanted: expectedNext, isOpen: open))
    )
  }
}

extension TimeLimit {
  /// True if a stream that exceeds the limit is still awaited, because the level of the limit is below `must`.
  package var isMild: Bool { promise.level < .must }

  /// Returns true if events later than the limit can be received in a wait with `allowance`.
  func letsPass(_ allowance: TimeAllowance) -> Bool { isMild || allowance.total > duration || !allowance.endsWait }

  /// Returns the name of the limit that ended a wait of `allowed`, for a message; `nil` if it was this limit.
  func cap(of allowed: Duration) -> String? {
    isMild && allowed > duration ? "Assay's own limit of \(allowed.spoken)" : nil
  }

  /// Returns the time that messages state as promised after waiting for `allowed` in vain.
  func promised(of allowed: Duration) -> Duration { isMild ? min(duration, allowed) : allowed }
}
