package import AssayContract
package import AssayFindings
import AssayJSON
import AssayObservation

/// The findings of `invariants` that do not hold over `scope`, or cannot be checked.
///
/// Silent where a finding of `covered` already tells of a place the rule rests on. `locationPrefix` stands in front of
/// pointers: `event 4 `, `poll 3 `.
package func invariantFindings(
  _ invariants: [Invariant],
  in scope: Scope,
  contract: Contract,
  locationPrefix: String = "",
  coveredBy covered: [Finding] = []
) -> [Finding] {
  var findings: [Finding] = []
  for invariant in invariants {
    let judge = { InvariantJudge(invariant, scope, contract, locationPrefix, covered + findings) }
    switch invariant.expression.verdict(in: scope) {
    case .holds: continue
    case .broken: judge().broken().map { findings.append($0) }
    case .notEvaluable(let evaluation): judge().notEvaluable(evaluation).map { findings.append($0) }
    }
  }
  return findings
}

/// Turns a rule that did not come out true into a finding.
private struct InvariantJudge {
  private let invariant: Invariant
  private let scope: Scope
  private let contract: Contract
  private let prefix: String
  private let coverage: FaultCoverage

  init(_ invariant: Invariant, _ scope: Scope, _ contract: Contract, _ prefix: String, _ covered: [Finding]) {
    self.invariant = invariant
    self.scope = scope
    self.contract = contract
    self.prefix = prefix
    coverage = FaultCoverage(of: covered, prefix: prefix)
  }

  /// The finding of a rule that came out false.
  func broken() -> Finding? {
    if readsUnsoundStep() { return nil }
    let explainer = ExpressionExplainer(invariant.expression, in: scope)
    for witness in explainer.witnesses
    where coverage.covers(witness.value.pointer, isShallow: witness.isShallow, isHere: isHere(witness.value)) {
      return nil
    }
    let facts = Self.joined(explainer.facts)
    let culprit = explainer.witnesses.first { isHere($0.value) }?.value
    return finding(
      message: invariant.message.isEmpty
        ? "a rule of the contract does not hold: \(facts.isEmpty ? invariant.expression.text : facts)"
        : "\(invariant.message)\(facts.isEmpty ? "" : "; but \(facts)")",
      actual: facts.isEmpty ? "false" : facts,
      at: culprit
    )
  }

  /// The finding of a rule that came to no truth value.
  func notEvaluable(_ evaluation: Evaluation) -> Finding? {
    let reason: String
    let place: JSONPointer?
    switch evaluation {
    case .value: return nil
    case .missing(let operand, let missing):
      if isCovered(operand, missing) { return nil }
      place = missing
      reason = "\(operand) is missing"
    case .mistyped(let operand, let expected, let actual, let found):
      if isCovered(operand, found) || readsFault() { return nil }
      place = found
      reason = "\(operand) is \(actual), not \(expected)"
    }
    var finding = finding(
      message: invariant.message.isEmpty
        ? "a rule of the contract cannot be checked: \(reason)"
        : "\(invariant.message); but this cannot be checked: \(reason)",
      actual: reason,
      at: nil
    )
    if let place, let json = scope.event?.json ?? scope.exchange?.json {
      finding.location = FindingLocation.text(prefix: prefix, pointer: place)
      finding.excerpt = Excerpt.of(json.document.root, at: place)
    }
    return finding
  }

  private func finding(message: String, actual: String, at culprit: JSONValue?) -> Finding {
    Finding(
      breaking: invariant.promise,
      of: contract,
      rule: "invariant",
      location: culprit.map { FindingLocation.text(prefix: prefix, pointer: $0.pointer) }
        ?? FindingLocation.whole(prefix: prefix),
      message: message,
      expected: invariant.expression.text,
      actual: actual,
      excerpt: culprit.map { Excerpt.of($0.document.root, at: $0.pointer) } ?? ""
    )
  }

  private func isCovered(_ operand: String, _ place: JSONPointer?) -> Bool {
    if let place { return coverage.covers(place, isShallow: true, isHere: true) || isFromElsewhere(operand, place) }
    switch invariant.expression.references.first(where: { $0.text == operand })?.subject {
    case .exchange(.responseHeader(let name)): return coverage.coversHeader(name)
    // What a step did not bring, the step's own finding tells; it is no fault of the answer at hand.
    case .step, .lastOutput: return true
    default: return coverage.covers(JSONPointer(), isShallow: true, isHere: true)
    }
  }

  /// Whether any place the rule reads, or any step it reads from, is at fault already.
  private func readsFault() -> Bool {
    invariant.expression.references.contains { reference in
      switch reference.subject {
      case .exchange(.responseBody), .event(.data): coverage.covers(inside: reference.pointer)
      case .step(let id, _): !(scope.steps[id]?.isSound ?? false)
      default: false
      }
    }
  }

  /// Whether the rule rests on a step whose answer was at fault itself: what it brought is no measure for others.
  private func readsUnsoundStep() -> Bool {
    invariant.expression.references.contains { reference in
      if case .step(let id, _) = reference.subject { scope.steps[id].map { !$0.isSound } ?? false } else { false }
    }
  }

  private func isFromElsewhere(_ operand: String, _ place: JSONPointer) -> Bool {
    switch invariant.expression.references.first(where: { $0.text == operand })?.subject {
    case .exchange, .event: false
    default: coverage.covers(place, isShallow: true, isHere: false)
    }
  }

  private func isHere(_ value: JSONValue) -> Bool {
    value.document === scope.exchange?.json?.document || value.document === scope.event?.json?.document
  }

  private static func joined(_ facts: [String]) -> String {
    guard facts.count > 1, let last = facts.last else { return facts.first ?? "" }
    return facts.dropLast().joined(separator: ", ") + " and " + last
  }
}
