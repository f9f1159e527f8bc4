package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// Holds one exchange against what its operation, or the probe that made it, promises.
///
/// One fault, one finding: a broken transfer, a wrong status or a body that is not JSON is told once, and nothing is said
/// of what it makes impossible to judge.
package struct ExchangeJudge: Sendable {
  let contract: Contract
  let operation: Operation
  let step: Step?
  /// What an answer may be: the probe's expectations, or the operation's successes.
  let expectations: [ResponsePromise]

  /// Makes a judge for answers of `operation`; with a `step` that is an error probe, for what that expects instead.
  package init(contract: Contract, operation: Operation, step: Step? = nil) {
    self.contract = contract
    self.operation = operation
    self.step = step
    let successes = operation.responses.filter(\.status.isSuccess)
    expectations =
      step?.responses ?? (successes.isEmpty ? operation.responses.filter { $0.status == .default } : successes)
  }

  /// The findings of a whole exchange, none without allocation where all promises are kept.
  ///
  /// `scope` is what rules see beside the exchange; `locationPrefix` stands in front of every location: `poll 3 `.
  package func findings(for exchange: Exchange, in scope: Scope, locationPrefix: String = "") -> [Finding] {
    if let finding = transferFinding(for: exchange, locationPrefix: locationPrefix) { return [finding] }
    guard let head = exchange.response?.head else { return [] }
    if let finding = statusFinding(for: exchange, locationPrefix: locationPrefix) { return [finding] }
    let response = expectation(for: head.status)
    var findings: [Finding] = []
    if let response {
      findings = headerFindings(of: head, response, locationPrefix: locationPrefix)
      findings += bodyFindings(for: exchange, response, locationPrefix: locationPrefix)
      if findings.contains(where: { $0.rule == "response.json" || $0.rule == "response.empty" }) { return findings }
    }
    if let finding = timeFinding(for: exchange, locationPrefix: locationPrefix) { findings.append(finding) }
    findings += rulesFindings(for: exchange, in: scope, locationPrefix: locationPrefix, coveredBy: findings)
    return findings
  }

  /// The findings of the operation's and the step's rules over an exchange that came out well.
  package func rulesFindings(
    for exchange: Exchange,
    in scope: Scope,
    locationPrefix: String = "",
    coveredBy covered: [Finding]
  ) -> [Finding] {
    let general = isProbe ? [] : operation.invariants
    let own = step?.invariants ?? []
    guard !general.isEmpty || !own.isEmpty else { return [] }
    var scope = scope
    scope.exchange = exchange
    var findings: [Finding] = []
    for rules in [general, own] where !rules.isEmpty {
      findings += invariantFindings(
        rules,
        in: scope,
        contract: contract,
        locationPrefix: locationPrefix,
        coveredBy: covered
      )
    }
    return findings
  }

  /// Whether the step says itself what it expects, in place of the operation.
  var isProbe: Bool { step?.isErrorProbe == true }

  /// Whether the step calls wrongly on purpose, rather than asking for less than the operation's own answer.
  var isBrokenOnPurpose: Bool { isProbe && !expectations.contains { $0.status.isSuccess } }

  /// What is promised of an answer with `status`: the exact code counts before its class, and that before `default`.
  package func expectation(for status: Int) -> ResponsePromise? {
    var found: ResponsePromise?
    for response in expectations where response.status.matches(status) {
      if response.status == .exact(status) { return response }
      if found == nil || found?.status == .default { found = response }
    }
    return found
  }

  /// The time promised to the complete answer, where it was not kept.
  private func timeFinding(for exchange: Exchange, locationPrefix: String) -> Finding? {
    guard let limit = operation.within, !isProbe, exchange.end.timings.total > limit.duration else { return nil }
    return Finding(
      breaking: limit.promise,
      of: contract,
      rule: "response.time",
      location: FindingLocation.whole(prefix: locationPrefix),
      message:
        "the answer took \(exchange.end.timings.total.spoken), and should take no more than \(limit.duration.spoken)",
      expected: "within \(limit.duration.spoken)",
      actual: exchange.end.timings.total.spoken
    )
  }
}
