package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// Holds the answers of a polled job against its state graph, one answer at a time.
///
/// A fold: ``step(_:)`` for each answer, ``stable(_:)`` for the one after the end, and once
/// ``finish(_:last:allowance:elapsed:needed:)``.
package struct PollJudge: Sendable {
  /// What the runner does after an answer.
  package enum Verdict: Sendable, Hashable {
    case pollAgain
    /// A final state was reached.
    case final(String)
    /// The step looks no further.
    case stopped
    /// The answer cannot be polled on from: an error status, no JSON, no state.
    case broken
  }

  let contract: Contract
  package let promise: PollPromise
  let judge: ExchangeJudge
  var scope: Scope
  var collector = FindingCollector()
  private var values: ValuePromises
  private(set) var current: String?
  private(set) var finalAnswer: JSONValue?
  /// When the final state was seen first.
  private var finalTime: Duration?
  /// When a state that is not final was seen last.
  private var unfinishedTime: Duration?
  /// How many answers in a row said nothing of the job, and were let pass.
  private var tolerated = 0
  /// The states seen, one for each change, for the message about a job that never ends; at most ``mostStates``.
  private(set) var walk: [String] = []
  /// How many changes there were beyond those.
  private(set) var furtherChanges = 0
  private(set) var count = 0
  /// The last state is none the documents list, which is said already.
  private(set) var isLost = false
  /// An answer that could not be used was seen.
  private(set) var isBroken = false
  /// What of the poll's promises was held against an answer.
  package private(set) var judged: Judged
  /// The last answer did not come in time, which is the poll's own end where its time was over.
  private(set) var unanswered: [Finding] = []

  private static let mostStates = 12

  /// Begins a poll of `operation`, whose interaction must be `promise`.
  package init(
    contract: Contract,
    operation: AssayContract.Operation,
    promise: PollPromise,
    step: Step?,
    scope: Scope,
    noting judged: Judged = Judged()
  ) {
    self.contract = contract
    self.judged = judged
    self.promise = promise
    self.scope = scope
    judge = ExchangeJudge(contract: contract, operation: operation, step: step)
    values = ValuePromises(constant: promise.constant, nondecreasing: promise.nondecreasing)
  }

  /// Takes the next answer.
  package mutating func step(_ answer: PollAnswer) -> Verdict {
    count += 1
    let moment = Place.Moment.poll(answer.index)
    scope.previous = scope.exchange?.json
    scope.exchange = answer.exchange
    if isTolerated(answer.exchange) { return .pollAgain }
    var found = judge.findings(for: answer.exchange, in: scope, noting: &judged).map { $0.placed(at: moment) }
    defer { collector.add(found) }
    let json = answer.exchange.json
    guard json != nil || promise.state.pointer == nil, !found.contains(where: { $0.endsPoll && $0.level == .must })
    else {
      isBroken = true
      if count > 1, let current {
        found = found.map { $0.endsPoll ? $0.told(.lastState(current, poll: count - 1)) : $0 }
      }
      if found.contains(where: { $0.rule == .timedOut }) { swap(&found, &unanswered) }
      return .broken
    }
    judged.note(promise.promise, .states)
    let state = promise.state(in: answer.exchange)
    let known = state.flatMap { promise.state(named: $0) }
    let moved = known.map { transition(to: $0, answer) } ?? []
    if let known, let body = known.body, let json {
      // A value of the wrong type for every answer is no second fault in the state's own schema.
      let mistyped = found.filter { $0.rule == .schema("type") }
      let own = dataFindings(of: json, schema: body, contract: contract, at: moment)
      judged.note(json, against: body, found: own)
      found += own.filter { own in !mistyped.contains { $0.place == own.place && $0.level >= own.level } }
        .map { $0.told(.state(known.name)) }
    }
    if state == nil, !found.contains(where: { isAboutState($0) && $0.level >= promise.promise.level }) {
      found.append(noState(answer, json))
    } else if let state, known == nil {
      let level = promise.promise.level
      if !found.contains(where: {
        $0.level >= level && $0.place.value != nil && $0.place.value?.pointer == promise.state.pointer
      }) {
        found.append(unknownState(state, answer))
      }
    }
    let changed =
      json.map { values.step($0, at: moment, in: scope, contract: contract, coveredBy: found, noting: &judged) } ?? []
    // A job that starts over starts its figures over, too.
    found += moved.isEmpty ? changed : moved + changed.filter { $0.rule != .pollNondecreasing }
    found += invariantFindings(
      promise.invariants + (known?.invariants ?? []),
      in: scope,
      contract: contract,
      at: moment,
      coveredBy: found,
      noting: &judged
    )
    guard let state else {
      isBroken = true
      return .broken
    }
    note(state)
    isLost =
      known == nil
      && found.contains { $0.level == .must && ($0.rule == .pollUnknownState || isAboutState($0)) }
    if let step = judge.step, !step.polls || known.map({ step.until.containsExactly($0.name) }) ?? false {
      if known?.isFinal != true { return .stopped }
    }
    guard let known else { return .pollAgain }
    guard known.isFinal else {
      unfinishedTime = answer.time
      return .pollAgain
    }
    judged.note(known.promise)
    if let progress = promise.progress { judged.note(progress) }
    if let finding = blocked(known, answer) {
      // A call that is held back until the job is done cannot see how it began.
      found.removeAll { $0.rule == .pollInitial }
      found.append(finding)
    }
    finalAnswer = json?.detached
    finalTime = answer.time
    return .final(state)
  }

  /// Whether an answer is one of those clients take no offence at, and not one too many.
  private mutating func isTolerated(_ exchange: Exchange) -> Bool {
    guard let tolerance = promise.tolerance, let status = exchange.response?.head.status, tolerance.covers(status),
      exchange.end.reason == .complete, tolerated < tolerance.atMost
    else {
      tolerated = 0
      return false
    }
    tolerated += 1
    return true
  }

  /// Whether the finding tells of what stands where the state should.
  private func isAboutState(_ finding: Finding) -> Bool {
    promise.state.pointer.map { finding.isAboutData(at: $0) } ?? false
  }

  private mutating func note(_ state: String) {
    current = state
    guard walk.last?.isExactly(state) != true else { return }
    if walk.count < Self.mostStates { walk.append(state) } else { furtherChanges += 1 }
  }

  private mutating func transition(to state: StatePromise, _ answer: PollAnswer) -> [Finding] {
    guard let current else {
      // A single look comes whenever it comes.
      if judge.step?.polls == false { return [] }
      judged.note(promise.promise, .initial)
      guard !promise.initial.isEmpty, !promise.initial.containsExactly(state.name) else { return [] }
      return [notInitial(state, answer)]
    }
    guard let from = promise.state(named: current) else { return [] }
    judged.note(from.promise)
    guard !current.isExactly(state.name), !from.next.containsExactly(state.name) else { return [] }
    return [forbidden(from, state, answer)]
  }

  /// Takes the answer to one more poll after the final state, which must not have changed.
  ///
  /// Returns whether it is one that says nothing of the job, so that there is to be another poll.
  @discardableResult
  package mutating func stable(_ answer: PollAnswer) -> Bool {
    guard let stable = promise.stable, let finalAnswer else { return false }
    if isTolerated(answer.exchange) { return true }
    scope.exchange = answer.exchange
    judged.note(stable)
    judgeStability(stable, finalAnswer, answer)
    return false
  }

  private mutating func judgeStability(_ stable: Promise, _ finalAnswer: JSONValue, _ answer: PollAnswer) {
    // The call itself is held to all it promises, as every answer is.
    if let broken = judge.findings(for: answer.exchange, in: scope).first(where: \.endsPoll) {
      return collector.add([gone(stable, broken, answer)])
    }
    guard let json = answer.exchange.json, json != finalAnswer else { return }
    collector.add(unstable(stable, from: finalAnswer, to: json, answer))
  }
}

/// The end of a polled job.
extension PollJudge {
  /// Judges the end, and gives all findings of the poll.
  ///
  /// `allowance` is the time the job was given, `needed` the final states the scenario can go on from; empty where any
  /// will do.
  package mutating func finish(
    _ end: PollEnd,
    last: String?,
    allowance: TimeAllowance,
    elapsed: Duration,
    needed: [String]
  ) -> [Finding] {
    if end == .final || end == .deadline && !isLost { judged.note(promise.within.promise) }
    if end != .final, end != .stopped {
      let finding = unanswered.first ?? collector.findings.first { $0.level == .must }
      judged.stop(finding?.message ?? "the job did not reach a final state")
    }
    if end == .final, !needed.isEmpty, let step = judge.step { judged.note(step.promise, .ending) }
    switch end {
    case .deadline where !isLost: collector.add(overdue(allowance, elapsed))
    case .broken where !unanswered.isEmpty && elapsed >= allowance.total && !isLost:
      // The last answer was not waited for any longer than the job was.
      collector.add(overdue(allowance, elapsed))
    case .broken where !unanswered.isEmpty: collector.add(unanswered)
    case .broken where !isBroken && count > 0: collector.add(vanished())
    case .final:
      judgeLateEnd(allowance)
      if let last, !needed.isEmpty, !needed.containsExactly(last) { collector.add(failed(last, needed)) }
    default: break
    }
    return collector.findings
  }

  /// Tells of a final state behind the time promised for it. A wait that this time ended comes to none.
  ///
  /// Where somebody else asked, as seldom as they liked, the job may have been done long before it was seen to be: it was
  /// late only where it was not done yet behind the time.
  private mutating func judgeLateEnd(_ allowance: TimeAllowance) {
    let within = promise.within
    guard let finalTime, finalTime > within.duration, within.letsPass(allowance) else { return }
    guard allowance.endsWait || unfinishedTime.map({ $0 > within.duration }) ?? false else {
      let before = unfinishedTime.map { "between \($0.spoken) and" } ?? "before"
      return judged.block(
        within.promise,
        by: "nobody asked \(before) \(finalTime.spoken), so the job may have been done within \(within.duration.spoken)"
      )
    }
    let reason = PollReason.endLate(state: current ?? "", polls: count, finalTime, limit: within.duration)
    collector.add(finding(.pollWithin, within.promise, at: statePlace(count, finalAnswer), .poll(reason)))
  }

  private var finals: [String] { promise.states.filter(\.isFinal).map(\.name) }

  /// The server that answered before cannot be reached any more.
  private func vanished() -> Finding {
    finding(
      .refused,
      promise.promise,
      level: .must,
      at: Place(.poll(count + 1)),
      .transfer(.vanished(poll: count, state: current, finals: finals))
    )
  }

  private func overdue(_ allowance: TimeAllowance, _ elapsed: Duration) -> Finding {
    let allowed = allowance.total
    let reason = PollReason.Overdue(
      polls: count,
      elapsed: elapsed,
      allowed: promise.within.promised(of: allowed),
      cap: allowance.cap ?? promise.within.cap(of: allowed),
      finals: finals,
      state: current,
      walk: walk,
      furtherChanges: furtherChanges,
      lastIsUnanswered: !unanswered.isEmpty
    )
    let place = count == 0 ? Place.answer : Place(.poll(count))
    return finding(.pollWithin, promise.within.promise, level: .must, at: place, .poll(.overdue(reason)))
  }

  private func failed(_ state: String, _ needed: [String]) -> Finding {
    finding(
      .pollFailed,
      promise.promise,
      level: .must,
      at: statePlace(count, finalAnswer),
      .poll(.failed(state: state, needed: needed, why: finalAnswer?.failureText)),
      alternatives: needed
    )
  }
}

extension Finding {
  /// The finding at a moment of a longer exchange.
  package func placed(at moment: Place.Moment?) -> Finding {
    var placed = self
    placed.place = place.at(moment)
    placed.alsoAt = alsoAt.map { $0.at(moment) }
    return placed
  }

  /// The finding with what was the case.
  fileprivate func told(_ circumstance: Reason.Circumstance) -> Finding {
    var told = self
    told.reason = .during(reason, circumstance)
    return told
  }

  /// Whether it tells of the value at `place`, or of one it is inside of.
  fileprivate func isAboutData(at place: JSONPointer) -> Bool {
    rule.family == .schema && self.place.valueOrRoot.pointer.contains(place)
  }

  /// Whether there is nothing to poll on from: the call itself failed.
  fileprivate var endsPoll: Bool {
    rule.family == .transport || rule == .status || rule == .notJSON || rule == .empty
  }
}
