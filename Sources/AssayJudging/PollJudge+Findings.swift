import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The sentences about a polled job.
extension PollJudge {
  /// Judges the end, and gives all findings of the poll.
  ///
  /// `allowed` is the time the job was given, `cap` what set it where it was not the contract, `needed` the final
  /// states the scenario can go on from; empty where any will do.
  package mutating func finish(
    _ end: PollEnd,
    last: String?,
    allowed: Duration,
    elapsed: Duration,
    cap: String?,
    needed: [String]
  ) -> [Finding] {
    switch end {
    case .deadline where !isLost: collector.add(overdue(allowed, elapsed, cap))
    case .broken where !unanswered.isEmpty && elapsed >= allowed && !isLost:
      // The last answer was not waited for any longer than the job was.
      collector.add(overdue(allowed, elapsed, cap))
    case .broken where !unanswered.isEmpty: collector.add(unanswered)
    case .broken where !isBroken && count > 0: collector.add(vanished())
    case .final:
      if let last, !needed.isEmpty, !needed.contains(last) { collector.add(failed(last, needed)) }
    default: break
    }
    return collector.findings
  }

  func forbidden(_ from: StatePromise, _ to: StatePromise, _ answer: PollAnswer) -> Finding {
    let next = from.next.isEmpty ? "nothing" : "only \(Self.either(from.next))"
    return finding(
      "poll.transition",
      from.promise,
      at: "poll \(answer.index) \(promise.state)",
      "the job went from `\(from.name)` \(direction(to)) `\(to.name)`, in poll \(answer.index), "
        + "\(answer.time.spoken) after the first one began; \(next) may follow `\(from.name)`",
      expected: ([from.name] + from.next).either,
      actual: to.name,
      alternatives: from.next
    )
  }

  private func direction(_ to: StatePromise) -> String { walk.contains(to.name) ? "back to" : "to" }

  func notInitial(_ state: StatePromise, _ answer: PollAnswer) -> Finding {
    finding(
      "poll.initial",
      promise.promise,
      at: "poll \(answer.index) \(promise.state)",
      "the job was first seen as `\(state.name)`; it begins as \(Self.either(promise.initial))",
      expected: promise.initial.either,
      actual: state.name,
      alternatives: promise.initial
    )
  }

  func unknownState(_ state: String, _ answer: PollAnswer) -> Finding {
    let names = promise.states.map(\.name)
    let nearest =
      SpellingSuggestion.nearest(to: state, among: names).map { "; the nearest documented one is `\($0)`" } ?? ""
    return finding(
      "poll.unknownState",
      promise.promise,
      at: "poll \(answer.index) \(promise.state)",
      "in poll \(answer.index), \(answer.time.spoken) after the first one began, the job is `\(state.cut)`, "
        + "a state the documents do not list\(nearest)",
      expected: names.joined(separator: ", "),
      actual: state.cut,
      alternatives: names
    )
  }

  func noState(_ answer: PollAnswer, _ json: JSONValue) -> Finding {
    finding(
      "poll.unknownState",
      promise.promise,
      at: "poll \(answer.index) \(promise.state)",
      "the answer does not say the job's state; at \(promise.state) there is "
        + (json[promise.state].map { "\($0.shown), and not a string" } ?? "nothing"),
      expected: promise.states.map(\.name).joined(separator: ", "),
      actual: json[promise.state]?.shown ?? "nothing at \(promise.state)",
      alternatives: promise.states.map(\.name)
    )
  }

  /// A first answer that is final and took as long as the whole interval: the server held the call until it was done.
  func blocked(_ state: StatePromise, _ answer: PollAnswer) -> Finding? {
    guard let progress = promise.progress, answer.index == 1,
      answer.exchange.end.timings.total >= promise.every.duration
    else { return nil }
    return finding(
      "poll.blocks",
      progress,
      at: "poll 1",
      "the first poll was answered only when the job was `\(state.name)`, after \(answer.exchange.end.timings.total.spoken); the documents promise progress in between",
      expected: "an answer at once, whatever the job's state",
      actual: answer.exchange.end.timings.total.spoken
    )
  }

  func unstable(_ stable: Promise, from: JSONValue, to: JSONValue, _ answer: PollAnswer) -> Finding {
    let (place, before, after) = JSONDifference.first(from, to)
    let name = place.tokens.isEmpty ? "its answer" : "\(place)"
    let isState = place == promise.state
    return finding(
      "poll.stable",
      stable,
      at: place.tokens.isEmpty ? "poll \(answer.index)" : "poll \(answer.index) \(place)",
      isState
        ? "the job had ended as \(before?.shown ?? "nothing"), and one poll later it was \(after?.shown ?? "nothing")"
        : "the job had ended as `\(current ?? "")`, and one poll later \(name) was no longer the same",
      expected: before?.shown ?? "no \(place)",
      actual: after?.shown ?? "no \(place)"
    )
  }

  /// The job was finished, and cannot be asked for any more.
  func gone(_ stable: Promise, _ broken: Finding, _ answer: PollAnswer) -> Finding {
    finding(
      "poll.stable",
      stable,
      at: "poll \(answer.index)\(broken.location.isEmpty ? "" : " \(broken.location)")",
      "the job had ended as `\(current ?? "")`, and one poll later its answer could not be had again: "
        + broken.message,
      expected: "the same answer again",
      actual: broken.actual
    )
  }

  /// A finding about the state's own schema, with the state in it.
  func inState(_ state: StatePromise, _ finding: Finding) -> Finding {
    var told = finding
    told.message += ", while the job is `\(state.name)`"
    return told
  }

  /// A finding about an answer that cannot be used, with what the one before said.
  func broken(_ finding: Finding) -> Finding {
    guard count > 1, let current else { return finding }
    var told = finding
    told.message += "; in poll \(count - 1) the job was `\(current)`"
    return told
  }

  /// The server that answered before cannot be reached any more.
  private func vanished() -> Finding {
    finding(
      "transport.refused",
      mandatory(promise.promise),
      at: "poll \(count + 1)",
      "the server took no further call after poll \(count)\(current.map { ", when the job was `\($0)`" } ?? "")",
      expected: finals,
      actual: "no connection"
    )
  }

  private func overdue(_ allowed: Duration, _ elapsed: Duration, _ cap: String?) -> Finding {
    let words = cap.map { "\($0) ended the wait" } ?? "the time the contract allows was over"
    let state = current.map { "; the job was still `\($0)`" } ?? ""
    let unheard = unanswered.isEmpty ? "" : ", the last of them unanswered"
    return finding(
      "poll.within",
      mandatory(promise.within.promise),
      at: count == 0 ? "" : "poll \(count)",
      "no final state after \(elapsed.spoken) and \(count) poll\(count == 1 ? "" : "s")\(unheard): \(words)\(state)",
      expected: "\(finals) within \(allowed.spoken)",
      actual: path
    )
  }

  /// The states the job went through, for `actual`.
  private var path: String {
    guard !walk.isEmpty else { return "no state at all" }
    let more = furtherChanges > 0 ? " → … (\(furtherChanges) more changes) → \(current?.cut ?? "")" : ""
    return walk.map(\.cut).joined(separator: " → ") + more
  }

  private var finals: String { promise.states.filter(\.isFinal).map(\.name).either }

  private func failed(_ state: String, _ needed: [String]) -> Finding {
    finding(
      "poll.failed",
      mandatory(promise.promise),
      at: "poll \(count) \(promise.state)",
      "the job ended as `\(state)`, as the documents allow; this scenario needs it to end as "
        + Self.either(needed) + FailureReason.clause(in: finalAnswer),
      expected: needed.either,
      actual: state,
      alternatives: needed
    )
  }

  /// The promise as one a client cannot do without, whatever level stands beside it.
  private func mandatory(_ promise: Promise) -> Promise {
    var mandatory = promise
    mandatory.level = .must
    return mandatory
  }

  private static func either(_ names: [String]) -> String { names.map { "`\($0)`" }.either }

  private func finding(
    _ rule: String,
    _ promise: Promise,
    at location: String,
    _ message: String,
    expected: String,
    actual: String,
    alternatives: [String] = []
  ) -> Finding {
    Finding(
      breaking: promise,
      of: contract,
      rule: rule,
      location: location,
      message: message,
      expected: expected,
      actual: actual,
      alternatives: alternatives
    )
  }
}
