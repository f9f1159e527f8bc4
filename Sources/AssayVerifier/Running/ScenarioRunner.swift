import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

/// Runs one scenario: its steps in order, each with what the ones before it brought.
struct ScenarioRunner {
  let context: RunContext
  let run: Plan.Run
  var scope: Scope
  private var verdicts: [CheckVerdict] = []

  init(context: RunContext, run: Plan.Run) {
    self.context = context
    self.run = run
    scope = Scope(templates: context.contract.templates)
  }

  /// Runs all steps; gives one verdict a check, in order.
  mutating func verdict() async -> [CheckVerdict] {
    for (step, check) in zip(run.scenario.steps, run.steps) {
      context.emit(.checkStarted(id: check.id))
      conclude(await verdict(on: step, check))
    }
    if let whole = run.whole { conclude(wholeVerdict(whole)) }
    return verdicts
  }

  private mutating func conclude(_ verdict: CheckVerdict) {
    let sealed = verdict.sealed(strict: context.settings.strict, vault: context.vault)
    context.emit(.checkEnded(sealed.result, findings: sealed.findings))
    verdicts.append(sealed)
  }

  private mutating func verdict(on step: Step, _ check: Plan.Check) async -> CheckVerdict {
    guard let operation = context.contract.operation(named: step.operation) else {
      return .skipped(check, step, "the contract has no operation \(step.operation)", context.contract)
    }
    let work = StepWork(context: context, step: step, operation: operation, check: check)
    let outcome: StepOutcome
    switch operation.interaction {
    case _ where step.isErrorProbe: outcome = await ExchangeRunner(work: work).run(scope)
    case .exchange: outcome = await ExchangeRunner(work: work).run(scope)
    case .stream(let promise): outcome = await StreamRunner(work: work, promise: promise).run(scope)
    case .poll(let promise): outcome = await PollRunner(work: work, promise: promise).run(scope)
    }
    var record = outcome.record
    record.isSound =
      outcome.verdict.result.status == .passed && !outcome.verdict.findings.contains { $0.level > .may }
    scope.steps[step.id] = record
    for (name, value) in record.outputs { scope.last[name] = value }
    return outcome.verdict
  }

  /// The rules over the whole scenario, where every step it needs was made.
  private func wholeVerdict(_ check: Plan.Check) -> CheckVerdict {
    let place = context.contract.place(of: run.scenario.promise)
    if let failed = verdicts.first(where: { $0.result.status != .passed && $0.result.status != .warned }) {
      return CheckVerdict(
        result: CheckResult(
          id: check.id,
          scenario: check.scenario,
          status: .skipped,
          reason: "\(failed.result.id) did not pass",
          place: place
        )
      )
    }
    let findings = run.scenario.invariants.flatMap { invariant in
      invariantFindings([invariant], in: scope, contract: context.contract).map {
        var finding = $0
        finding.operation = operation(of: invariant)
        return finding
      }
    }
    return CheckVerdict(
      result: CheckResult(id: check.id, scenario: check.scenario, status: .passed, place: place),
      findings: findings
    )
  }

  /// The operation of the last step a rule reads from: the one whose answer settles it.
  private func operation(of invariant: Invariant) -> String {
    let read = invariant.expression.references.compactMap { reference in
      if case .step(let id, _) = reference.subject { id } else { nil }
    }
    return run.scenario.steps.last { read.contains($0.id) }?.operation ?? ""
  }
}
