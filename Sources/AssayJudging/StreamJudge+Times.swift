import AssayContract
import AssayFindings
import AssayHTTP
package import AssayObservation
import AssayText

/// The time without anything received.
struct Silence: Sendable {
  /// When the last event came, or the last connection was asked for.
  private var since = Duration.zero
  /// When the last sign of life came.
  private(set) var last = Duration.zero
  /// The longest pause up to that, since the last event.
  private(set) var longest = Duration.zero

  /// Takes a sign of life.
  mutating func end(at time: Duration) {
    longest = max(longest, time - last)
    last = max(last, time)
  }

  /// Starts again after an event; returns the longest pause before it, and whether that is what the times of events say.
  ///
  /// `told` is that pause where it is known already.
  mutating func end(byEventAt time: Duration, told: Duration?) -> (pause: Duration, isPlain: Bool) {
    end(at: time)
    let (pause, plain) = (told ?? longest, time - since)
    since = last
    longest = .zero
    return (pause, pause == plain)
  }

  /// Starts again after a connection that was asked for at `time`; the pause up to there does not count. Those before the
  /// last sign of life stay what they were.
  mutating func resume(at time: Duration) {
    last = max(last, time)
    since = last
  }

  /// The signs of life after the last event; `nil` if there were none.
  var rest: SignsOfLife? { last > since || longest > .zero ? SignsOfLife(last: last, longestPause: longest) : nil }

  /// Takes the signs of life after the last event.
  mutating func take(_ rest: SignsOfLife) {
    longest = max(longest, rest.longestPause)
    last = max(last, rest.last)
  }
}

/// The times promised of a stream.
extension StreamJudge {
  /// Takes a sign of life at `time`: any byte of the stream, a comment's too.
  package mutating func heard(at time: Duration) { if count > 0, !isFinished { silence.end(at: time) } }

  /// Takes the signs of life after the last event, where they came unseen.
  package mutating func heard(_ signs: SignsOfLife) { if count > 0, !isFinished { silence.take(signs) } }

  /// The signs of life after the last event, to be kept because no event reports them; `nil` if there were none.
  package var unheardOf: SignsOfLife? { isFinished ? nil : silence.rest }

  /// Judges a pause before an event that is longer than promised; returns the longest one where other signs of life than
  /// events made it shorter than the times of events say.
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

  /// Judges a pause after the last event, up to the last sign of life.
  mutating func judgeLastPause() { if count > 0 { judge(silence.longest) } }

  private mutating func judge(_ pause: Duration) {
    guard let silence = promise.silence, pause > silence.duration, !isFinished else { return }
    ledger.post(silent(silence, for: pause, open: false))
  }

  /// Judges an end, an open one where it is `isOpen`, against the time promised for it. A wait that this time ended has none.
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

  /// The first event, after the time promised for it.
  private func late(_ first: TimeLimit, _ time: Duration) -> BrokenFate {
    BrokenFate(
      first.promise,
      of: contract,
      rule: .streamFirst,
      place: Place(.event(1)),
      reason: .stream(.firstLate(time, limit: first.duration))
    )
  }

  /// A pause longer than promised; up to the end of the wait where it is `open`.
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
  /// True if it does not end a wait: anything late by less than a `must` is late, and the wait continues.
  var isMild: Bool { promise.level < .must }

  /// Returns true if events after it can be seen in a wait that was given `allowance`.
  func letsPass(_ allowance: TimeAllowance) -> Bool { isMild || allowance.total > duration || !allowance.endsWait }

  /// Returns the limit that ended a wait of `allowed`, for a message; `nil` if it was this one.
  func cap(of allowed: Duration) -> String? {
    isMild && allowed > duration ? "Assay's own limit of \(allowed.spoken)" : nil
  }

  /// The time to name as promised where a wait of `allowed` was in vain.
  func promised(of allowed: Duration) -> Duration { isMild ? min(duration, allowed) : allowed }
}
