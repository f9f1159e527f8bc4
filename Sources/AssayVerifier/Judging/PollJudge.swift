package import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation

/// Holds the answers of a polled job against its state graph, one answer at a time.
///
/// A fold: ``step(_:)`` for each answer, ``stable(_:)`` for the one after the end, ``finish(_:allowed:cap:)`` once.
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
  let promise: PollPromise
  let judge: ExchangeJudge
  var scope: Scope
  var collector = FindingCollector()
  private var values: ValuePromises
  private var current: String?
  private var finalAnswer: JSONValue?
  /// The states seen, one for each change, for the message about a job that never ends; at most 32 are kept.
  private(set) var walk: [String] = []
  private(set) var count = 0
  /// The last state is none the documents list, which is said already.
  private(set) var isLost = false

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
    guard let json = answer.exchange.json, !found.contains(where: \.endsPoll) else { return .broken }
    guard let state = json[promise.state]?.string else {
      if !found.contains(where: { $0.location.hasSuffix(promise.state.description) || $0.rule == "schema.required" }) {
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
    found += transition(to: known, answer)
    note(state)
    if let body = known.body {
      // A value of the wrong type for every answer is no second fault in the state's own schema.
      let mistyped = found.filter { $0.rule == "schema.type" }.map(\.location)
      found += dataFindings(of: json, schema: body, contract: contract, locationPrefix: place + " ")
        .filter { !mistyped.contains($0.location) }
    }
    found += values.step(json, at: place, in: scope, contract: contract, coveredBy: found)
    found += invariantFindings(
      promise.invariants + known.invariants,
      in: scope,
      contract: contract,
      locationPrefix: place + " ",
      coveredBy: found
    )
    guard known.isFinal else { return .pollAgain }
    if let finding = blocked(known, answer) { found.append(finding) }
    finalAnswer = json.detached
    return .final(state)
  }

  private mutating func note(_ state: String) {
    current = state
    if walk.last != state, walk.count < 32 { walk.append(state) }
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
    guard let stable = promise.stable, let finalAnswer, let json = answer.exchange.json else { return }
    if json != finalAnswer { collector.add(unstable(stable, from: finalAnswer, to: json, answer)) }
  }
}

extension Finding {
  /// The finding with `poll 3` before its location.
  func placed(in place: String) -> Finding {
    var placed = self
    placed.location = location.isEmpty ? place : "\(place) \(location)"
    return placed
  }

  /// Whether there is nothing to poll on from: the call itself failed.
  var endsPoll: Bool {
    rule.hasPrefix("transport.") || rule == "response.status" || rule == "response.json" || rule == "response.empty"
  }
}
