package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The judge of a polled job: its answers against the state graph, one at a time.
///
/// Call ``step(_:)`` for each response, ``stable(_:)`` for the one requested after the final state, and
/// ``finish(_:last:allowance:elapsed:needed:)`` once at the end.
package struct PollJudge: Sendable {
  /// The next action of the runner after an answer.
  package enum Verdict: Sendable, Hashable {
    case pollAgain
    /// A final state was reached.
    case final(String)
    /// The step does not poll further: it waits only for this state, or requests the job only once.
    case stopped
    /// Polling cannot continue after the answer: an error status, no JSON, no state.
    case broken
  }

  let contract: Contract
  package let promise: PollPromise
  let judge: ExchangeJudge
  var scope: Scope
  /// The record of the promises that the poll kept and broke.
  package var ledger: CheckLedger
  private var values: ValuePromises
  /// The states that the job went through.
  var walk = StateWalk()
  /// The answer with a final state.
  var final: FinalAnswer?
  /// The time at which a state that is not final was last received.
  private var unfinishedTime: Duration?
  /// The number of consecutive answers that said nothing about the job and were tolerated.
  private var tolerated = 0
  private(set) var count = 0
  /// True if the last response has an undocumented or invalid state, which is already reported as a `must`.
  private(set) var isLost = false
  /// True if a response was received after which polling cannot continue.
  private(set) var isBroken = false
  /// True if the last request timed out. If the time for the whole poll was over by then, the timeout is reported as
  /// part of the poll's own.
  private var isUnanswered = false

  /// Makes a judge for a poll of `operation`, whose interaction must be `promise`.
  package init(
    contract: Contract,
    operation: AssayContract.Operation,
    promise: PollPromise,
    step: Step?,
    scope: Scope,
    ledger: CheckLedger = CheckLedger()
  ) {
    self.contract = contract
    self.ledger = ledger
    self.promise = promise
    self.scope = scope
    judge = ExchangeJudge(contract: contract, operation: operation, step: step)
    values = ValuePromises(constant: promise.constant, nondecreasing: promise.nondecreasing)
  }

  /// The state of the last answer that had one.
  var current: String? { walk.current }

  /// Judges the next response, and returns the next action.
  package mutating func step(_ answer: PollAnswer) -> Verdict {
    count += 1
    ledger.moment = .poll(answer.index)
    if isTolerated(answer.exchange) { return .pollAgain }
    scope.previous = scope.exchange?.json
    scope.exchange = answer.exchange
    judge.judge(answer.exchange, in: scope, writing: &ledger)
    let json = answer.exchange.json
    guard json != nil || promise.state.pointer == nil, ledger.breach(where: { $0.endsPoll && $0.level == .must }) == nil
    else { return breakOff() }
    defer { ledger.close() }
    ledger.keep(promise.promise, .states)
    let state = promise.state(in: answer.exchange)
    let known = state.flatMap { promise.state(named: $0) }
    judgeAnswer(answer, state, known)
    guard let state else {
      isBroken = true
      return .broken
    }
    walk.take(state)
    isLost =
      known == nil
      && ledger.breach(where: { $0.level == .must && ($0.rule == .pollUnknownState || isAboutState($0)) }) != nil
    return verdict(on: answer, known)
  }

  /// Ends the poll at a response after which polling cannot continue; returns `.broken`.
  private mutating func breakOff() -> Verdict {
    isBroken = true
    if count > 1, let current {
      let poll = count - 1
      ledger.retell { $0.endsPoll ? $0.during(.lastState(current, poll: poll)) : $0 }
    }
    isUnanswered = ledger.breach { $0.rule == .timedOut } != nil
    if !isUnanswered { ledger.close() }
    return .broken
  }

  /// Judges one poll response by the promises about its state, its changing values and the poll's rules.
  ///
  /// If `isAfterEnd`, the response follows the final state, so that its state change is not judged; `change` is the
  /// reported difference from the final response, if any.
  private mutating func judgeAnswer(
    _ answer: PollAnswer,
    _ state: String?,
    _ known: StatePromise?,
    isAfterEnd: Bool = false,
    because change: CheckLedger.Breach? = nil
  ) {
    let moment = Place.Moment.poll(answer.index)
    let json = answer.exchange.json
    if let body = known?.body, let known, let json { judgeBody(json, body, of: known, at: moment) }
    if state == nil {
      let level = promise.promise.level
      ledger.write(noState(answer, json), because: ledger.breach { isAboutState($0) && $0.level >= level } ?? change)
    } else if let state, known == nil {
      let pointer = promise.state.pointer
      ledger.write(
        unknownState(state, answer),
        because: ledger.breach { $0.place.value != nil && $0.place.value?.pointer == pointer } ?? change
      )
    }
    // A call that is held back until the job is done cannot see how it began.
    let held = known.flatMap { judgeHeld($0, answer) }
    let move = isAfterEnd ? change : known.flatMap { judgeTransition(to: $0, answer, held) }
    // A job that starts over starts its figures over as well.
    if let json {
      values.step(json, at: moment, in: scope, contract: contract, because: move, writing: &ledger)
    }
    judgeInvariants(
      promise.invariants + (known?.invariants ?? []),
      in: scope,
      contract: contract,
      at: moment,
      writing: &ledger
    )
  }

  /// Judges a response by the schema of its state. A value whose wrong type is already reported under the operation's
  /// own schema is not a second fault.
  private mutating func judgeBody(
    _ json: JSONValue,
    _ body: SchemaPromise,
    of state: StatePromise,
    at moment: Place.Moment
  ) {
    let own = schemaFates(of: json, body, contract, at: moment, in: ledger)
    ledger.keep(json, against: body, found: own.map(\.finding))
    for var fate in own {
      let place = fate.finding.place
      fate.finding = fate.finding.during(.state(state.name))
      ledger.write(fate, because: ledger.breach { $0.rule == .schema("type") && $0.place == place })
    }
  }

  /// Returns the next action after `answer`; `known` is its state, `nil` if the state is not documented.
  private mutating func verdict(on answer: PollAnswer, _ known: StatePromise?) -> Verdict {
    if let step = judge.step, !step.expects.polls || known.map({ step.expects.until.containsExactly($0.name) }) ?? false
    {
      if known?.isFinal != true { return .stopped }
    }
    guard let known else { return .pollAgain }
    guard known.isFinal else {
      unfinishedTime = answer.time
      return .pollAgain
    }
    ledger.keep(known.promise)
    final = FinalAnswer(answer, state: known.name)
    return .final(known.name)
  }

  /// Returns true if the contract lets clients ignore the response's error status, and the limit of such responses in a
  /// row is not reached. The response is then judged as a documented error.
  private mutating func isTolerated(_ exchange: Exchange) -> Bool {
    guard let tolerance = promise.tolerance, let status = exchange.response?.head.status, tolerance.covers(status),
      exchange.end.reason == .complete, tolerated < tolerance.atMost
    else {
      tolerated = 0
      return false
    }
    tolerated += 1
    judge.judgeDocumentedError(exchange, writing: &ledger)
    ledger.close()
    return true
  }

  /// Returns true if the finding is about the value that contains the job's state.
  private func isAboutState(_ finding: Finding) -> Bool {
    promise.state.pointer.map { finding.isAboutData(at: $0) } ?? false
  }

  /// Judges the promise that the first poll returns while the job runs; returns the breach, if any. Not judged for a
  /// step that requests the job only once.
  private mutating func judgeHeld(_ state: StatePromise, _ answer: PollAnswer) -> CheckLedger.Breach? {
    guard let progress = promise.progress, current == nil, judge.step?.expects.polls != false else { return nil }
    ledger.keep(progress)
    return state.isFinal ? held(state, answer, progress).map { ledger.write($0) } : nil
  }

  /// Judges the change from the previous state to `state`; returns the breach, if any.
  private mutating func judgeTransition(
    to state: StatePromise,
    _ answer: PollAnswer,
    _ held: CheckLedger.Breach?
  ) -> CheckLedger.Breach? {
    guard let current else {
      // A single look comes whenever it comes.
      if judge.step?.expects.polls == false { return nil }
      if promise.initial.isEmpty || promise.initial.containsExactly(state.name) {
        ledger.keep(promise.promise, .initial)
      } else if let held {
        let cause = BlockReason(ledger.finding(of: held))
        ledger.block(promise.promise, .initial, because: cause)
      } else {
        ledger.write(notInitial(state, answer))
      }
      return nil
    }
    guard let from = promise.state(named: current) else { return nil }
    ledger.keep(from.promise)
    guard !current.isExactly(state.name), !from.next.containsExactly(state.name) else { return nil }
    let fate = forbidden(from, state, answer)
    // The way back from a state the job should not have gone to is not a second fault.
    if let wrong = walk.wrong, wrong.mayGo(to: state.name, in: promise) {
      ledger.post(fate, because: ledger.place(of: wrong.finding))
      return nil
    }
    walk.wrong = StateWalk.Wrong(from: current, finding: fate.finding)
    return ledger.write(fate)
  }

  /// Judges the response to one more poll after the final state; it must be unchanged.
  ///
  /// Returns true if the answer says nothing about the job, so that one more poll is needed.
  @discardableResult
  package mutating func stable(_ answer: PollAnswer) -> Bool {
    guard let stable = promise.stable, let final else { return false }
    ledger.moment = .poll(answer.index)
    if isTolerated(answer.exchange) { return true }
    scope.previous = scope.exchange?.json
    scope.exchange = answer.exchange
    ledger.keep(stable)
    // The call is held to all it promises, as every answer is; that it is made at all is Assay's doing.
    let obstacle = ledger.obstacle
    judge.judge(answer.exchange, in: scope, writing: &ledger)
    if let broken = ledger.breach(where: { $0.endsPoll && $0.level == .must }) {
      let gone = gone(stable, ledger.finding(of: broken), answer)
      ledger.close(broken, as: gone, keeping: obstacle)
      return false
    }
    let change = final.difference(from: answer, promise).map { change in
      let cause = ledger.breach { $0.place.part == change.part }
      return ledger.write(unstable(stable, change, answer), because: cause)
    }
    let state = promise.state(in: answer.exchange)
    let known = state.flatMap { promise.state(named: $0) }
    judgeAnswer(answer, state, known, isAfterEnd: true, because: change)
    ledger.close()
    return false
  }
}

/// The judging of the end of a polled job.
extension PollJudge {
  /// Judges the end of the poll; returns all findings about the poll.
  ///
  /// `allowance` is the time given to the job. `needed` are the final states with which the scenario can continue;
  /// empty if any is accepted.
  package mutating func finish(
    _ end: PollEnd,
    last: String?,
    allowance: TimeAllowance,
    elapsed: Duration,
    needed: [String]
  ) -> [Finding] {
    let cause = isUnanswered ? ledger.atHand.first : ledger.firstMust
    if end == .final || end == .deadline && !isLost { ledger.keep(promise.within.promise) }
    if end != .final, end != .stopped {
      ledger.stop(because: cause.map { BlockReason($0) } ?? "the job did not reach a final state")
    }
    if end == .final, !needed.isEmpty, let step = judge.step { ledger.keep(step.promise, .ending) }
    switch end {
    case .deadline where !isLost: ledger.post(overdue(allowance, elapsed))
    case .broken where isUnanswered && elapsed >= allowance.total && !isLost:
      // The last answer was not waited for any longer than the job was.
      ledger.close(because: overdue(allowance, elapsed))
    case .broken where !isBroken && count > 0: ledger.post(vanished())
    case .final:
      judgeLateEnd(allowance)
      if let last, !needed.isEmpty, !needed.containsExactly(last) { ledger.post(failed(last, needed)) }
    default: break
    }
    ledger.close()
    return ledger.findings
  }

  /// Judges the time at which the final state was received by the promised time. If the wait was limited to that time,
  /// a received final state is always in time.
  ///
  /// In a recording, the client may have polled rarely, so that the job was done long before. It was late only if a
  /// response after the promised time shows it unfinished.
  private mutating func judgeLateEnd(_ allowance: TimeAllowance) {
    let within = promise.within
    guard let finalTime = final?.time, finalTime > within.duration, within.letsPass(allowance) else { return }
    guard allowance.endsWait || unfinishedTime.map({ $0 > within.duration }) ?? false else {
      let before = unfinishedTime.map { "between \($0.spoken) and" } ?? "before"
      return ledger.block(
        within.promise,
        because:
          "no one asked \(before) \(finalTime.spoken), so the job may have been done within \(within.duration.spoken)"
      )
    }
    let reason = PollReason.endLate(state: current ?? "", polls: count, finalTime, limit: within.duration)
    ledger.post(fate(.pollWithin, within.promise, at: statePlace(count, final?.json), .poll(reason)))
  }

  private var finals: [String] { promise.states.filter(\.isFinal).map(\.name) }

  /// Returns the finding about a server that answered before and can no longer be reached.
  private func vanished() -> BrokenFate {
    fate(
      .refused,
      promise.promise,
      level: .must,
      at: Place(.poll(count + 1)),
      .transfer(.vanished(poll: count, state: current, finals: finals))
    )
    .breaking([PromiseSite(judge.answerPromise, .answer)])
  }

  private func overdue(_ allowance: TimeAllowance, _ elapsed: Duration) -> BrokenFate {
    let allowed = allowance.total
    let reason = PollReason.Overdue(
      polls: count,
      elapsed: elapsed,
      allowed: promise.within.promised(of: allowed),
      cap: allowance.cap ?? promise.within.cap(of: allowed),
      finals: finals,
      state: current,
      walk: walk.states,
      furtherChanges: walk.furtherChanges,
      lastIsUnanswered: isUnanswered
    )
    let place = count == 0 ? Place.answer : Place(.poll(count))
    return fate(.pollWithin, promise.within.promise, level: .must, at: place, .poll(.overdue(reason)))
  }

  private func failed(_ state: String, _ needed: [String]) -> BrokenFate {
    fate(
      .pollFailed,
      promise.promise,
      level: .must,
      at: statePlace(count, final?.json),
      .poll(.failed(state: state, needed: needed, why: final?.json?.failureText)),
      alternatives: needed
    )
    .breaking([PromiseSite(judge.step?.promise ?? promise.promise, .ending)])
  }
}

extension Finding {
  /// Returns the finding, placed at `moment`: the event or poll in which it occurred.
  package func placed(at moment: Place.Moment?) -> Finding {
    var placed = self
    placed.place = place.at(moment)
    placed.alsoAt = alsoAt.map { $0.at(moment) }
    return placed
  }

  /// Returns the finding with a circumstance added to its reason, for example the state in which it occurred.
  func during(_ circumstance: Reason.Circumstance) -> Finding {
    var finding = self
    finding.reason = .during(reason, circumstance)
    return finding
  }

  /// Returns true if the finding reports a schema violation of the value at `place`, or of a value that contains it.
  fileprivate func isAboutData(at place: JSONPointer) -> Bool {
    rule.family == .schema && self.place.valueOrRoot.pointer.contains(place)
  }

  /// True if polling cannot continue after the finding, because the call failed, its status is wrong or its body is not
  /// JSON.
  fileprivate var endsPoll: Bool {
    rule.family == .transport || [.status, .notJSON, .notXML, .empty].contains(rule)
  }
}
