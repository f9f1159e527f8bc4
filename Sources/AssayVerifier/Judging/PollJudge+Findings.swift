import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation

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
    if end == .deadline, !isLost { collector.add(overdue(allowed, elapsed, cap)) }
    if end == .final, let last, !needed.isEmpty, !needed.contains(last) { collector.add(failed(last, needed)) }
    return collector.findings
  }

  func forbidden(_ from: StatePromise, _ to: StatePromise, _ answer: PollAnswer) -> Finding {
    let back =
      from.isFinal
      ? "left the final state \(from.name) for \(to.name)" : "went from \(from.name) \(direction(to)) \(to.name)"
    return finding(
      "poll.transition",
      from.promise,
      at: "poll \(answer.index) \(promise.state)",
      "the job \(back), \(answer.time.spoken) after the first poll",
      expected: from.next.isEmpty ? "\(from.name), for good" : from.next.joined(separator: " or "),
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
      "the job was first seen as \(state.name)",
      expected: promise.initial.joined(separator: " or "),
      actual: state.name,
      alternatives: promise.initial
    )
  }

  func unknownState(_ state: String, _ answer: PollAnswer) -> Finding {
    let names = promise.states.map(\.name)
    let nearest =
      SpellingSuggestion.nearest(to: state, among: names).map { "; the nearest documented one is \($0)" } ?? ""
    return finding(
      "poll.unknownState",
      promise.promise,
      at: "poll \(answer.index) \(promise.state)",
      "the job is in the state \(state.cut), which the documents do not list\(nearest)",
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
      "the answer does not say the job's state",
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
      "the first poll was answered only when the job was \(state.name), after \(answer.exchange.end.timings.total.spoken); the documents promise progress in between",
      expected: "an answer at once, whatever the job's state",
      actual: answer.exchange.end.timings.total.spoken
    )
  }

  func unstable(_ promise: Promise, from: JSONValue, to: JSONValue, _ answer: PollAnswer) -> Finding {
    let changed = from.members.first { to[$0.key] != $0.value }
    let name = changed.map { "/\($0.key)" } ?? ""
    return finding(
      "poll.stable",
      promise,
      at: "poll \(answer.index) \(name)",
      "the job was finished, and one poll later \(name.isEmpty ? "its answer" : name) had changed",
      expected: changed?.value.shown ?? from.shown,
      actual: (changed.map { to[$0.key]?.shown ?? "nothing" }) ?? to.shown
    )
  }

  private func overdue(_ allowed: Duration, _ elapsed: Duration, _ cap: String?) -> Finding {
    let words = cap.map { "\($0) ended the wait" } ?? "the time the contract allows was over"
    return finding(
      "poll.within",
      Promise(
        level: .must,
        sources: promise.within.promise.sources,
        pointer: promise.within.promise.pointer,
        offset: promise.within.promise.offset
      ),
      at: count == 0 ? "" : "poll \(count)",
      "no final state after \(elapsed.spoken) and \(count) poll\(count == 1 ? "" : "s"): \(words)",
      expected: "\(promise.states.filter(\.isFinal).map(\.name).joined(separator: " or ")) within \(allowed.spoken)",
      actual: walk.isEmpty ? "no state at all" : walk.joined(separator: " → ")
    )
  }

  private func failed(_ state: String, _ needed: [String]) -> Finding {
    finding(
      "poll.failed",
      Promise(
        level: .must,
        sources: promise.promise.sources,
        pointer: promise.promise.pointer,
        offset: promise.promise.offset
      ),
      at: "poll \(count) \(promise.state)",
      "the job ended as \(state), as the documents allow; this scenario needs it to end as \(needed.joined(separator: " or "))",
      expected: needed.joined(separator: " or "),
      actual: state,
      alternatives: needed
    )
  }

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
      level: promise.level,
      rule: rule,
      location: location,
      message: message,
      expected: expected,
      actual: actual,
      sources: promise.sources,
      promise: contract.place(of: promise),
      alternatives: alternatives
    )
  }
}
