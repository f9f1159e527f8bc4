package import AssayContract
package import AssayFindings
import AssayJSON
import AssayObservation

/// The findings of `invariants` that do not hold over `scope`, or cannot be checked.
///
/// Silent where a finding of `covered` already tells of a place the rule rests on. `moment` says which event or answer
/// the rules are held against.
package func invariantFindings(
  _ invariants: [Invariant],
  in scope: Scope,
  contract: Contract,
  at moment: Place.Moment? = nil,
  coveredBy covered: [Finding] = []
) -> [Finding] {
  var findings: [Finding] = []
  for invariant in invariants {
    let judge = { InvariantJudge(invariant, scope, contract, moment, covered + findings) }
    switch invariant.expression.verdict(in: scope) {
    case .holds, .vacuous: continue
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
  private let moment: Place.Moment?
  private let coverage: FaultCoverage

  init(_ invariant: Invariant, _ scope: Scope, _ contract: Contract, _ moment: Place.Moment?, _ covered: [Finding]) {
    self.invariant = invariant
    self.scope = scope
    self.contract = contract
    self.moment = moment
    // What is milder says nothing of what weighs more.
    coverage = FaultCoverage(of: covered.filter { $0.level >= invariant.promise.level }, at: moment)
  }

  /// The finding of a rule that came out false.
  func broken() -> Finding? {
    if readsUnsoundStep() { return nil }
    let explainer = ExpressionExplainer(invariant.expression, in: scope)
    for witness in explainer.witnesses
    where coverage.covers(witness.value.pointer, isShallow: witness.isShallow, isHere: isHere(witness.value)) {
      return nil
    }
    return finding(explainer.facts, at: explainer.witnesses.first { isHere($0.value) }?.value)
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
    case .outOfReach(let operand, let why):
      place = nil
      reason = "\(operand) cannot be judged: \(why)"
    }
    var finding = finding([reason], isUncheckable: true, at: nil)
    if let place, let root = (scope.event?.json ?? scope.exchange?.json)?.document.root {
      finding.place = Place(ValuePath(place, in: root), at: moment)
      finding.excerpt = Excerpt.of(root, at: place)
    }
    return finding
  }

  private func finding(_ facts: [String], isUncheckable: Bool = false, at culprit: JSONValue?) -> Finding {
    let pointer = culprit?.pointer
    let root = culprit?.document.root
    return Finding(
      breaking: invariant.promise,
      of: contract,
      rule: .invariant,
      place: Place(pointer.map { ValuePath($0, in: root) } ?? ValuePath(), at: moment),
      reason: .rule(
        RuleReason(
          expression: invariant.expression.text,
          meaning: invariant.message,
          facts: facts,
          isUncheckable: isUncheckable
        )
      ),
      excerpt: pointer.flatMap { pointer in root.map { Excerpt.of($0, at: pointer) } } ?? ""
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
}
