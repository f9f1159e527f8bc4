package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation

/// Holds the answers of a polled job against its state graph, one answer at a time.
///
/// A fold: ``step(_:)`` for each answer, ``stable(_:)`` for the one after the end, and once
/// ``finish(_:last:allowed:elapsed:cap:needed:)``.
package struct PollJudge: Sendable {
  /// What the runner does after an answer.
  package enum Verdict: Sendable, Hashable {
    case pollAgain
    /// A final state was reached.
    case final(String)
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
  /// The states seen, one for each change, for the message about a job that never ends; at most ``mostStates``.
  private(set) var walk: [String] = []
  /// How many changes there were beyond those.
  private(set) var furtherChanges = 0
  private(set) var count = 0
  /// The last state is none the documents list, which is said already.
  private(set) var isLost = false
  /// An answer that could not be used was seen.
  private(set) var isBroken = false
  /// The last answer did not come in time, which is the poll's own end where its time was over.
  private(set) var unanswered: [Finding] = []

  private static let mostStates = 12

  /// Begins a poll of `operation`, whose interaction must be `promise`.
  package init(contract: Contract, operation: AssayContract.Operation, promise: PollPromise, step: Step?, scope: Scope)
  {
    self.contract = contract
    self.promise = promise
    self.scope = scope
    judge = ExchangeJudge(contract: contract, operation: operation, step: step)
    values = ValuePromises(constant: promise.constant, nondecreasing: promise.nondecreasing, family: "poll")
  }

  /// Takes the next answer.
  package mutating func step(_ answer: PollAnswer) -> Verdict {
    count += 1
    let place = "poll \(answer.index)"
    scope.exchange = answer.exchange
    var found = judge.findings(for: answer.exchange, in: scope).map { $0.placed(in: place) }
    defer { collector.add(found) }
    guard let json = answer.exchange.json, !found.contains(where: \.endsPoll) else {
      isBroken = true
      found = found.map { $0.endsPoll ? broken($0) : $0 }
      if found.contains(where: { $0.rule == "transport.timeout" }) { swap(&found, &unanswered) }
      return .broken
    }
    guard let state = json[promise.state]?.string else {
      isBroken = true
      if !found.contains(where: { $0.isAboutData(at: promise.state) }) {
        found.append(noState(answer, json))
      }
      return .broken
    }
    guard let known = promise.state(named: state) else {
      if !found.contains(where: { $0.location == "\(place) \(promise.state)" }) {
        found.append(unknownState(state, answer))
      }
      isLost = true
      note(state)
      return .pollAgain
    }
    isLost = false
    let moved = transition(to: known, answer)
    note(state)
    if let body = known.body {
      // A value of the wrong type for every answer is no second fault in the state's own schema.
      let mistyped = found.filter { $0.rule == "schema.type" }.map(\.location)
      found += dataFindings(of: json, schema: body, contract: contract, locationPrefix: place + " ")
        .filter { !mistyped.contains($0.location) }.map { inState(known, $0) }
    }
    let changed = values.step(json, at: place, in: scope, contract: contract, coveredBy: found)
    // A job that starts over starts its figures over, too.
    found += moved.isEmpty ? changed : moved + changed.filter { $0.rule != "poll.nondecreasing" }
    found += invariantFindings(
      promise.invariants + known.invariants,
      in: scope,
      contract: contract,
      locationPrefix: place + " ",
      coveredBy: found
    )
    guard known.isFinal else { return .pollAgain }
    if let finding = blocked(known, answer) {
      // A call that is held back until the job is done cannot see how it began.
      found.removeAll { $0.rule == "poll.initial" }
      found.append(finding)
    }
    finalAnswer = json.detached
    return .final(state)
  }

  private mutating func note(_ state: String) {
    current = state
    guard walk.last != state else { return }
    if walk.count < Self.mostStates { walk.append(state) } else { furtherChanges += 1 }
  }

  private func transition(to state: StatePromise, _ answer: PollAnswer) -> [Finding] {
    guard let current else {
      guard !promise.initial.isEmpty, !promise.initial.contains(state.name) else { return [] }
      return [notInitial(state, answer)]
    }
    guard current != state.name, let from = promise.state(named: current), !from.next.contains(state.name) else {
      return []
    }
    return [forbidden(from, state, answer)]
  }

  /// Takes the answer to one more poll after the final state, which must not have changed.
  package mutating func stable(_ answer: PollAnswer) {
    guard let stable = promise.stable, let finalAnswer else { return }
    scope.exchange = answer.exchange
    // The call itself is held to all it promises, as every answer is.
    if let broken = judge.findings(for: answer.exchange, in: scope).first(where: \.endsPoll) {
      return collector.add([gone(stable, broken, answer)])
    }
    guard let json = answer.exchange.json, json != finalAnswer else { return }
    collector.add(unstable(stable, from: finalAnswer, to: json, answer))
  }
}

extension Finding {
  /// The finding with `poll 3` before its location.
  package func placed(in place: String) -> Finding {
    var placed = self
    placed.location = location.isEmpty ? place : "\(place) \(location)"
    return placed
  }

  /// Whether it tells of the value at `place`, or of one it is inside of.
  func isAboutData(at place: JSONPointer) -> Bool {
    rule.hasPrefix("schema.") && FindingLocation.pointer(of: location).contains(place)
  }

  /// Whether there is nothing to poll on from: the call itself failed.
  var endsPoll: Bool {
    rule.hasPrefix("transport.") || rule == "response.status" || rule == "response.json" || rule == "response.empty"
  }
}
