import AssayContract
import AssayFindings
import AssayJSON
import AssayJudging
import AssayObservation

extension Stage {
  /// Polls a job until it is done, and judges its answers, all but their times.
  mutating func playPoll(_ promise: PollPromise, _ step: Step, _ operation: Operation) -> StepRecord? {
    let judge = ExchangeJudge(contract: contract, operation: operation, step: step)
    var values = RehearsedValues(promise.constant, promise.nondecreasing, family: "poll", scope: scope)
    var record = StepRecord()
    var current: StatePromise?
    var final: JSONValue?
    let outer = scope
    for index in 1...Self.pollLimit {
      guard let exchange = ask(step, operation)?.exchange else { return index == 1 ? nil : record }
      let place = "poll \(index) "
      if let final {
        if let stable = promise.stable, exchange.json != final {
          findings.append(Finding(breaking: stable, of: contract, rule: "poll.stable", location: place, message: ""))
        }
        break
      }
      if index == 1 {
        // A constant that must equal a part of the request is known from the first request on.
        scope.exchange = exchange
        values = RehearsedValues(promise.constant, promise.nondecreasing, family: "poll", scope: scope)
      }
      scope.exchange = exchange
      record.exchanges.append(exchange)
      var found = judge.findings(for: exchange, in: scope, locationPrefix: place)
      defer { findings += found }
      guard let json = exchange.json, !found.contains(where: \.endsRehearsedPoll) else { return nil }
      guard let name = json[promise.state]?.string else {
        if found.isEmpty { found.append(broken("poll.unknownState", promise.promise, place)) }
        return nil
      }
      guard let state = promise.state(named: name) else {
        found.append(broken("poll.unknownState", promise.promise, place))
        current = nil
        continue
      }
      if let current, current.name != name, !current.next.contains(name) {
        found.append(broken("poll.transition", current.promise, place))
      } else if index == 1, !promise.initial.isEmpty, !promise.initial.contains(name) {
        found.append(broken("poll.initial", promise.promise, place))
      }
      current = state
      if let body = state.body {
        let typed = found.filter { $0.rule == "schema.type" }.map(\.location)
        found += dataFindings(of: json, schema: body, contract: contract, locationPrefix: place)
          .filter { !typed.contains($0.location) }
      }
      found += values.step(json, place, contract, coveredBy: found)
      found += invariantFindings(
        promise.invariants + state.invariants,
        in: scope,
        contract: contract,
        locationPrefix: place,
        coveredBy: found
      )
      guard state.isFinal else { continue }
      if !step.finalStates.isEmpty, !step.finalStates.contains(name) {
        found.append(broken("poll.failed", promise.promise, place))
      }
      record.outputs = step.captured(in: scope)
      guard promise.stable != nil else { break }
      final = json
    }
    if final == nil, current?.isFinal != true {
      findings.append(broken("poll.within", promise.within.promise, ""))
    }
    scope = outer
    return record
  }

  private func broken(_ rule: String, _ promise: Promise, _ place: String) -> Finding {
    Finding(breaking: promise, of: contract, rule: rule, location: place, message: "")
  }
}

extension Finding {
  fileprivate var endsRehearsedPoll: Bool { ["response.status", "response.json", "response.empty"].contains(rule) }
}
