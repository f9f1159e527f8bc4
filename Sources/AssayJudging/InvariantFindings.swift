package import AssayContract
package import AssayFindings
import AssayJSON
import AssayObservation

/// Evaluates `invariants`, the contract's rules over responses, in `scope`, and records the results in `ledger`.
///
/// A rule that fails is blocked instead of broken if a reported fault already explains the failure: one of the current
/// response, or of the step that a value comes from. The fault explains it if it prevents the evaluation, or if the
/// rule reads the faulty place and is not more severe. Of rules that read inside one missing value, the first is the
/// cause of the others. `moment` is the event that the rules are about. If a rule `readsAll` of a check, all findings
/// of the check may explain it.
package func judgeInvariants(
  _ invariants: [Invariant],
  in scope: Scope,
  contract: Contract,
  at moment: Place.Moment? = nil,
  readsAll: Bool = false,
  writing ledger: inout CheckLedger
) {
  // The findings of other rules are not causes.
  let causes = readsAll ? ledger.findings + ledger.atHand : ledger.atHand
  let moment = moment ?? ledger.moment
  var gaps: [JSONPointer: CheckLedger.Breach] = [:]
  for invariant in invariants {
    func judge() -> InvariantJudge { InvariantJudge(invariant, scope, contract, moment, causes) }
    let outcome: InvariantJudge.Outcome
    switch invariant.expression.verdict(in: scope) {
    case .holds:
      if scope.steps.lacksAnswers, let reason = judge().unheard() {
        ledger.block(invariant.promise, because: reason)
      } else {
        ledger.keep(invariant, in: scope)
      }
      continue
    case .broken: outcome = judge().broken()
    case .notEvaluable(let evaluation): outcome = judge().notEvaluable(evaluation)
    }
    switch outcome {
    case .finding(let finding, let gap):
      ledger.keep(invariant.promise)
      let fate = BrokenFate(finding, breaking: [PromiseSite(invariant.promise)])
      let breach = ledger.write(fate, because: gap.flatMap { gaps[$0] })
      if let gap, gaps[gap] == nil { gaps[gap] = breach }
    case .blocked(let reason): ledger.block(invariant.promise, because: reason)
    }
  }
}

/// The judge of a rule that is false or cannot be evaluated: it makes the finding, or the reason why the rule is
/// blocked.
private struct InvariantJudge {
  enum Outcome {
    /// `gap` is the outermost missing value, if the rule cannot be checked because of it.
    case finding(Finding, gap: JSONPointer?)
    /// The rule fails because of a fault that is already reported.
    case blocked(BlockReason)
  }

  private let invariant: Invariant
  private let scope: Scope
  private let contract: Contract
  private let moment: Place.Moment?
  private let covered: [Finding]
  private let explainer: ExpressionExplainer

  init(_ invariant: Invariant, _ scope: Scope, _ contract: Contract, _ moment: Place.Moment?, _ covered: [Finding]) {
    self.invariant = invariant
    self.scope = scope
    self.contract = contract
    self.moment = moment
    self.covered = covered
    explainer = ExpressionExplainer(invariant.expression, in: scope)
  }

  /// Returns the reason why a rule is not proved although it evaluated to true: some of the values it reads were not
  /// received. `nil` if it is proved.
  func unheard() -> BlockReason? { unmade(holds: true) ?? unread() ?? cutShort(holds: true) }

  /// Returns the outcome of a rule that evaluated to false: blocked if a finding at least as severe explains it,
  /// otherwise a new finding.
  func broken() -> Outcome {
    if let unmade = unmade(holds: false) ?? cutShort(holds: false) { return .blocked(unmade) }
    func weighsEnough(_ finding: Finding) -> Bool { finding.level >= invariant.promise.level }
    if let fault = faultRead(weighsEnough) ?? outputFault(weighsEnough) { return .blocked(BlockReason(fault)) }
    return .finding(finding(explainer.facts, at: explainer.witnesses.first { isHere($0.value) }?.value), gap: nil)
  }

  /// Returns the outcome of a rule that could not be evaluated: blocked if a finding of any level explains the cause,
  /// otherwise a new finding.
  func notEvaluable(_ evaluation: Evaluation) -> Outcome {
    if let unmade = unmade(holds: nil) { return .blocked(unmade) }
    let reason: String
    let place: JSONPointer?
    switch evaluation {
    case .value: return .blocked("it is neither true nor false")
    case .missing(let operand, let missing):
      if let cover = cover(operand, missing) ?? (missing == nil ? faultOfOperands().map({ BlockReason($0) }) : nil) {
        return .blocked(cover)
      }
      place = missing
      reason = "\(operand) is missing"
    case .mistyped(let operand, let expected, let actual, let found):
      if let cover = cover(operand, found) ?? faultOfOperands().map({ BlockReason($0) }) { return .blocked(cover) }
      place = found
      reason = "\(operand) is \(actual), expected \(expected)"
    case .outOfReach(let operand, let why): return .blocked("\(operand) cannot be judged: \(why)")
    }
    var finding = finding([reason], isUncheckable: true, at: nil)
    var gap: JSONPointer?
    if let place, let root = (scope.event?.json ?? scope.exchange?.json)?.document.root {
      finding.place = Place(ValuePath(place, in: root), at: moment)
      finding.excerpt = Excerpt.of(root, at: place)
      gap = root.gap(on: place)
    }
    return .finding(finding, gap: gap)
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

  /// Returns the message of the finding that explains why an operand of the rule cannot be read; `nil` if none exists.
  private func cover(_ operand: String, _ place: JSONPointer?) -> BlockReason? {
    let reference = invariant.expression.references.first { $0.text == operand }
    let here = FaultCoverage(of: covered, at: moment)
    switch reference?.subject {
    case .exchange(.responseHeader(let name)) where place == nil:
      return here.finding(atHeader: name).map { BlockReason($0) }
    case .step(let id, let part): return cover(step: id, part, place, operand)
    case .lastOutput(let name):
      let fault = outputFault { _ in true }
      return fault.map { BlockReason($0) } ?? (place == nil ? "no step has set the output \(name)" : nil)
    case .exchange, .event:
      return here.finding(at: place ?? JSONPointer(), isShallow: true, isHere: true).map { BlockReason($0) }
    default:
      return
        (here.finding(at: place ?? JSONPointer(), isShallow: true, isHere: true)
        ?? here.finding(at: place ?? JSONPointer(), isShallow: true, isHere: false)).map { BlockReason($0) }
    }
  }

  private func cover(step id: String, _ part: Reference.StepPart, _ place: JSONPointer?, _ operand: String)
    -> BlockReason?
  {
    guard let step = scope.steps[id] else { return "the step \(id) was not made" }
    if let obstacle = step.obstacle {
      return BlockReason("the step \(id) brought nothing: \(obstacle.text)", like: obstacle)
    }
    if case .output(let name) = part {
      if let fault = fault(of: .step(id, part), captured: step.outputs[name], step.outputFaults[name]) {
        return BlockReason(fault)
      }
      let gap = "\(operand) was not captured" + (step.outputGaps[name].map { " (\($0))" } ?? "")
      return place == nil ? BlockReason(gap, because: step.cause) : nil
    }
    let coverage = FaultCoverage(of: step.faults, at: nil)
    if case .exchange(.responseHeader(let name)) = part, place == nil {
      return coverage.finding(atHeader: name).map { BlockReason($0) }
    }
    return coverage.finding(at: place ?? JSONPointer(), isShallow: true, isHere: false).map { BlockReason($0) }
  }

  /// Returns the reason why a step whose responses the rule reads did not run; `nil` if all ran, or the other responses
  /// alone decide the result `holds`.
  private func unmade(holds: Bool?) -> BlockReason? {
    let unmade = invariant.expression.references.lazy.compactMap { reference -> BlockReason? in
      guard case .step(let id, .all) = reference.subject else { return nil }
      return obstacle(of: id)
    }.first
    return unmade == nil || holds.map(isSettledByWhatCame) == true ? nil : unmade
  }

  /// Returns the reason why none of the steps that the rule reads ran, so that a true result proves nothing.
  ///
  /// Returns `nil` if one of the steps ran, if the current response or event alone makes the rule true, or if the rule
  /// is vacuous because of a guard.
  private func unread() -> BlockReason? {
    var first: BlockReason?
    var readsAnswer = false
    for reference in invariant.expression.references {
      switch reference.subject {
      case .step(let id, _):
        guard let obstacle = obstacle(of: id) else { return nil }
        first = first ?? obstacle
      case .exchange(.statusCode), .exchange(.responseHeader), .exchange(.responseBody), .exchange(.responseTime),
        .event, .events:
        readsAnswer = true
      default: continue
      }
    }
    guard first != nil, readsAnswer else { return first }
    return isSettledByWhatCame(holding: true) || invariant.expression.isVacuous(in: scope) ? nil : first
  }

  /// Returns true if the received responses alone decide that the rule is `holding` or not, regardless of steps that
  /// did not run.
  private func isSettledByWhatCame(holding: Bool) -> Bool {
    invariant.expression.isSettled(holding: holding, in: scope) { obstacle(of: $0) != nil }
  }

  private func obstacle(of id: String) -> BlockReason? {
    guard let step = scope.steps[id], step.count == 0, step.exchanges.isEmpty, step.events.isEmpty else { return nil }
    return step.obstacle.map { BlockReason("the step \(id) brought nothing: \($0.text)", like: $0) }
  }

  /// Returns the reason why a step, all of whose responses the rule reads, ended before its last call; `nil` if none
  /// did, or if the missing responses cannot change the result `holds`.
  private func cutShort(holds: Bool) -> BlockReason? {
    let cut = invariant.expression.references.lazy.compactMap { reference -> BlockReason? in
      guard case .step(let id, .all) = reference.subject else { return nil }
      return scope.steps[id]?.cutShort
    }.first
    guard let cut else { return nil }
    let isSettled = invariant.expression.isSettled(holding: holds, in: scope) { scope.steps[$0]?.cutShort != nil }
    if isSettled { return nil }
    return BlockReason("the further responses it reads were not requested, because \(cut.text)", like: cut)
  }

  /// Returns a finding about what the rule read before it could not be evaluated; `nil` if none exists.
  private func faultOfOperands() -> Finding? {
    if let fault = faultRead({ _ in true }) { return fault }
    for reference in invariant.expression.references {
      guard case .step(let id, _) = reference.subject else { continue }
      if let fault = FaultCoverage(of: scope.steps[id]?.faults ?? [], at: nil).findingOfAll { return fault }
    }
    return outputFault { _ in true }
  }

  /// Returns a finding for which `isMeant` is true, about a value that the rule read in a response or event; `nil` if
  /// none exists.
  private func faultRead(_ isMeant: (Finding) -> Bool) -> Finding? {
    for witness in explainer.witnesses {
      let step = step(of: witness.value)
      let coverage = FaultCoverage(of: (step?.faults ?? covered).filter(isMeant), at: step == nil ? moment : nil)
      let isHere = step == nil && isHere(witness.value)
      if let fault = coverage.finding(at: witness, isHere: isHere) { return fault }
    }
    return nil
  }

  /// Returns a finding for which `isMeant` is true, about a value that the rule reads through an output; `nil` if none
  /// exists.
  private func outputFault(_ isMeant: (Finding) -> Bool) -> Finding? {
    for reference in invariant.expression.references {
      let found: Finding?
      switch reference.subject {
      case .step(let id, .output(let name)), .step(let id, .all(.output(let name))):
        let step = scope.steps[id]
        found = fault(of: reference.subject, captured: step?.outputs[name], step?.outputFaults[name], isMeant)
      case .lastOutput(let name):
        found = fault(of: reference.subject, captured: scope.last[name], scope.lastFaults[name], isMeant)
      default: found = nil
      }
      if let found { return found }
    }
    return nil
  }

  /// Returns the first of the `faults` of `output` that the rule depends on; `nil` if none exists.
  ///
  /// On an output that was not `captured` it depends as a whole.
  private func fault(
    of output: Reference.Subject,
    captured: JSONValue?,
    _ faults: [OutputFault]?,
    _ isMeant: (Finding) -> Bool = { _ in true }
  ) -> Finding? {
    guard let faults else { return nil }
    let isSpread = if case .step(_, .all) = output { true } else { false }
    var origins = ValueOrigins<Reference.Subject> { reference in
      reference.subject == output ? [.init(output, isSpread: isSpread)] : []
    }
    let values = origins.places(of: invariant.expression.root)
    return faults.first { fault in
      guard isMeant(fault.finding) else { return false }
      guard let captured, let path = fault.path else { return true }
      if !isSpread, let isRead = explainer.witnesses.read(path, of: captured, fault.finding.rule) { return isRead }
      return origins.depends(on: path, fault.finding.rule, values: values)
    }?.finding
  }

  /// Returns the step whose response or event contains `value`; `nil` if that is the current one, or none does.
  private func step(of value: JSONValue) -> StepRecord? {
    if isHere(value) { return nil }
    func brought(_ step: StepRecord) -> Bool {
      step.exchanges.contains { $0.json?.document === value.document }
        || step.events.contains { $0.json?.document === value.document }
    }
    // Most are of a step the rule names; what an output holds, or a list that a step is made for, may be of any.
    for reference in invariant.expression.references {
      if case .step(let id, _) = reference.subject, let step = scope.steps[id], brought(step) { return step }
    }
    return scope.steps.values.first(where: brought)
  }

  private func isHere(_ value: JSONValue) -> Bool {
    value.document === scope.exchange?.json?.document || value.document === scope.event?.json?.document
  }
}

extension JSONValue {
  /// Returns the outermost missing value on the path to `place`; `nil` if none is missing.
  fileprivate func gap(on place: JSONPointer) -> JSONPointer? {
    for count in 1..<max(1, place.tokens.count + 1) {
      let outer = JSONPointer(tokens: Array(place.tokens.prefix(count)))
      if self[outer] == nil { return outer }
    }
    return nil
  }
}
