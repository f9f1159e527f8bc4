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
  /// The stream or poll that broke off.
  private var brokenOff: (step: Step, check: String)?
  /// What became of the promises of each check so far.
  private(set) var fates: [CheckFates] = []
  /// The first of the steps that are made because others need them that broke.
  private var unjudged: CheckVerdict?
  /// Why the steps of the scenario cannot be judged: something made before them broke.
  private var unprepared: String?
  /// Why the steps behind that go on from an earlier answer cannot be made.
  private var deadEnd: String?
  /// The last answer, which a step that follows a URL may read it from.
  private var answerBefore: Exchange?
  /// What steps that follow a URL read it from, by their ids.
  private var followedFrom: [String: Exchange] = [:]
  /// What further calls of steps brought, by the steps' ids: taken away behind the scenario as what the first one did is.
  private var others: [String: [StepRecord]] = [:]
  private let cookies: ScenarioCookies?

  init(context: RunContext, run: Plan.Run) {
    self.context = context
    self.run = run
    cookies = run.scenario.keepsCookies ? ScenarioCookies() : nil
    scope = Scope(of: context.contract)
    scope.variables["row"] = run.row?.value
  }

  /// Runs all steps; gives one verdict a check, in order.
  mutating func verdict() async -> [CheckVerdict] {
    for batch in run.scenario.steps.batches {
      let checks = run.steps[batch.positions]
      for check in checks where !run.supporting.contains(check.id) { context.emit(.checkStarted(id: check.id)) }
      let verdicts = await verdicts(on: batch)
      for (position, verdict) in zip(batch.positions, verdicts) {
        let (step, check) = (run.scenario.steps[position], run.steps[position])
        note(verdict, of: check)
        conclude(verdict, isProbe: step.probe != nil)
        if run.after.contains(check.id) { await repeatForOthers(step, check) }
      }
    }
    if let whole = run.whole { conclude(wholeVerdict(whole)) }
    return verdicts.filter { !run.supporting.contains($0.result.id) }
  }

  /// Makes a step behind the scenario once more for each further thing that steps it reads from have made.
  private mutating func repeatForOthers(_ step: Step, _ check: Plan.Check) async {
    for id in context.contract.stepsRead(by: step).sorted() {
      for record in others[id] ?? [] where record.status.map({ (200..<300).contains($0) }) ?? false {
        let first = scope.steps[id]
        scope.steps[id] = record
        let verdict = await verdict(on: step, check)
        note(verdict, of: check)
        scope.steps[id] = first
      }
    }
  }

  /// Notes what came of a step made before or behind the scenario. That a server does not answer, each step tells itself.
  private mutating func note(_ verdict: CheckVerdict, of check: Plan.Check) {
    guard run.before.contains(check.id) || run.after.contains(check.id),
      !verdict.findings.contains(where: \.isAboutServer)
    else { return }
    let broken = verdict.findings.first { $0.level == .must }?.message
    let reason = [.skipped, .error].contains(verdict.result.status) ? verdict.result.reason : nil
    guard let trouble = broken ?? reason else { return }
    context.troubles.note(context.vault.hide(trouble), of: check.id)
    if run.before.contains(check.id), unprepared == nil {
      unprepared = "\(check.id), made before it, broke: \(trouble)"
    }
  }

  private mutating func conclude(_ verdict: CheckVerdict, isProbe: Bool = false) {
    let result = verdict.result
    let isUnmade = result.status == .skipped || result.status == .error
    let fates = context.table?.fates(
      of: result.id,
      verdict.judged,
      verdict.findings,
      obstacle: isUnmade ? result.reason : ""
    )
    // What was broken off stays what it is: the run says so. What a probe needs and did not get its scenario tells of.
    let strict = context.settings.strict
    let table = context.source.isInterrupted || (isProbe && isUnmade) ? nil : context.table
    let sealed = verdict.sealed(fates ?? CheckFates(), in: table, strict: strict, vault: context.vault)
    if let fates, !run.supporting.contains(result.id) { self.fates.append(fates) }
    var told = explained(sealed)
    if unjudged == nil, run.supporting.contains(result.id), told.findings.contains(where: { $0.level == .must }) {
      unjudged = told
    }
    // The fates are taken; a run of many checks keeps no more of them.
    told.judged = Judged()
    verdicts.append(told)
    if run.supporting.contains(sealed.result.id) { return }
    context.emit(.checkEnded(told.result, findings: sealed.findings))
  }

  /// A check that a step which is not judged itself has kept from being made says what became of that.
  private func explained(_ verdict: CheckVerdict) -> CheckVerdict {
    // What was made before the scenario has its say already.
    guard unprepared == nil, [.skipped, .error].contains(verdict.result.status), let unjudged,
      let fault = unjudged.findings.first(where: { $0.level == .must })
    else { return verdict }
    var explained = verdict
    explained.result.reason += "; \(unjudged.result.id), made for it and not judged: \(fault.message)"
    return explained
  }

  /// What is done with a step once it is its turn.
  private enum Turn {
    /// It is not made.
    case settled(CheckVerdict)
    case ready(StepWork)
  }

  private mutating func verdict(on step: Step, _ check: Plan.Check) async -> CheckVerdict {
    switch await made(step, check) {
    case .settled(let verdict): return verdict
    case .made(let outcome, let work): return take(outcome, of: work)
    }
  }

  /// What became of a step that is made by itself.
  private enum Made {
    case settled(CheckVerdict)
    /// What came of it, to be taken in. What the step saw is let go of by then: a scope that is held a second time would be
    /// copied whole with each step that adds to it.
    case made(StepOutcome, StepWork)
  }

  private mutating func made(_ step: Step, _ check: Plan.Check) async -> Made {
    switch turn(of: step, check) {
    case .settled(let verdict): return .settled(verdict)
    case .ready(let work):
      let ready = ready(work)
      if let probe = step.probe, !run.supporting.contains(check.id) { return .settled(await probed(probe, ready)) }
      return .made(await context.outcomes(of: [ready])[0], work)
    }
  }

  /// The verdicts on steps that are begun at the same time, in the order they are written, whichever ended first.
  ///
  /// None sees what another one of them brought; what comes behind them sees all of it.
  private mutating func verdicts(on batch: Batch) async -> [CheckVerdict] {
    let (steps, checks) = (run.scenario.steps[batch.positions], run.steps[batch.positions])
    guard batch.isParallel else {
      var verdicts: [CheckVerdict] = []
      for (step, check) in zip(steps, checks) { verdicts.append(await verdict(on: step, check)) }
      return verdicts
    }
    let turns = zip(steps, checks).map { turn(of: $0, $1) }
    var outcomes = await outcomes(of: turns)[...]
    return zip(turns, checks).map { turn, check in
      guard case .ready(let work) = turn, let outcome = outcomes.popFirst() else {
        if case .settled(let verdict) = turn { return verdict }
        return .skipped(check, steps[batch.positions.lowerBound], "the run was interrupted", context.contract)
      }
      var verdict = take(outcome, of: work)
      let start = context.source.start(of: check.id, measured: outcome.began)
      verdict.result.company = .init(start: start, others: checks.map(\.id).filter { $0 != check.id })
      return verdict
    }
  }

  /// What came of those of `turns` that are made; what they saw is let go of by then.
  private mutating func outcomes(of turns: [Turn]) async -> [StepOutcome] {
    var steps: [ReadyStep] = []
    for case .ready(let work) in turns { steps.append(ready(work)) }
    return await context.outcomes(of: steps)
  }

  /// Whether it is the turn of `step`, and if not, why.
  private mutating func turn(of step: Step, _ check: Plan.Check) -> Turn {
    guard let operation = context.contract.operation(named: step.operation) else {
      return .settled(.skipped(check, step, "the contract has no operation \(step.operation)", context.contract))
    }
    var work = StepWork(context: context, step: step, operation: operation, check: check)
    work.cookies = cookies
    if let unprepared, !run.after.contains(check.id) {
      scope.steps[step.id] = StepRecord()
      scope.steps[step.id]?.obstacle = unprepared
      return .settled(work.outcome(.unjudgeable(unprepared)).verdict)
    }
    if let deadEnd, step.goesOn(in: context.contract) {
      scope.steps[step.id] = StepRecord()
      scope.steps[step.id]?.obstacle = deadEnd
      return .settled(.skipped(check, step, deadEnd, context.contract))
    }
    return .ready(work)
  }

  /// The step of `work` with what it sees.
  private mutating func ready(_ work: StepWork) -> ReadyStep {
    // Before the scope is held a second time.
    scope.steps.file()
    scope.last.file()
    let step = work.step
    var scope = scope
    if step.readsAnswerBefore {
      // A probe follows what the call it is derived from did, where that was made before it.
      let call = step.probedStep ?? step.id
      scope.exchange = step.probe == nil ? answerBefore : followedFrom[call] ?? answerBefore
      followedFrom[call] = scope.exchange
    }
    return ReadyStep(work: work, scope: scope)
  }

  /// The verdict on a probe; a call that is changed for the sake of a later one brings what every call brings.
  private mutating func probed(_ probe: Probe, _ ready: ReadyStep) async -> CheckVerdict {
    let work = ready.work
    if case .end(let maker, let isRight) = probe.expectation {
      return await JobProbeRunner(work: work, probe: probe, maker: maker, isRight: isRight).run(ready.scope)
    }
    let outcome = await ProbeRunner(work: work, probe: probe).run(ready.scope)
    scope.steps[work.step.id] = outcome.record
    if let first = run.seconds[work.check.id] { others[first, default: []].append(outcome.record) }
    others[run.seconds[work.check.id] ?? work.step.id, default: []] += outcome.others
    return outcome.verdict
  }

  /// Keeps what came of a step for those behind it, and gives the verdict on it.
  private mutating func take(_ made: StepOutcome, of work: StepWork) -> CheckVerdict {
    var outcome = made
    let (step, check) = (work.step, work.check)
    context.routes.note(outcome.record.exchanges, of: step, check: check.id)
    if let consequence = consequence(outcome.verdict.findings, step) {
      outcome.verdict = .skipped(check, step, consequence, context.contract)
    } else if !step.isErrorProbe, outcome.verdict.findings.contains(where: { $0.level == .must && $0.rule.breaksOff }) {
      if case .exchange = work.operation.interaction {} else { brokenOff = (step, check.id) }
    }
    var record = outcome.record
    answerBefore = record.exchanges.last ?? answerBefore
    deadEnd = deadEnd ?? outcome.deadEnd
    record.faults = outcome.verdict.findings
    record.outputFaults = step.outputFaults(outcome.verdict.findings)
    let result = outcome.verdict.result
    if result.status == .skipped || result.status == .error { record.obstacle = result.reason }
    scope.steps[step.id] = record
    if let first = run.seconds[check.id] { others[first, default: []].append(record) }
    // What this step did not bring, an earlier one does not bring for it.
    for output in step.outputs { scope.last[output.name] = record.outputs[output.name] }
    return outcome.verdict
  }

  /// Why a refusal is no fault of its own: it is about a job whose stream or poll broke off.
  private func consequence(_ findings: [Finding], _ step: Step) -> String? {
    guard let brokenOff, let refusal = findings.first(where: { $0.rule == .status && $0.level == .must }) else {
      return nil
    }
    let made = context.contract.stepsRead(by: brokenOff.step).union([brokenOff.step.id])
    guard !made.isDisjoint(with: context.contract.stepsRead(by: step)) else { return nil }
    return "\(brokenOff.check) broke off before it, which may be why: \(refusal.message)"
  }

  /// The rules over the whole scenario; one that reads what a step did not bring is blocked.
  private func wholeVerdict(_ check: Plan.Check) -> CheckVerdict {
    let place = context.contract.place(of: run.scenario.promise)
    var judged = context.judged
    var findings: [Finding] = []
    let steps = run.scenario.steps
    let positions = Dictionary(steps.indices.map { (steps[$0].id, $0) }) { $1 }
    for invariant in run.scenario.invariants {
      let found = invariantFindings([invariant], in: scope, contract: context.contract, noting: &judged)
      for var finding in found {
        finding.operation = operation(of: invariant, positions)
        findings.append(finding)
      }
    }
    let result = CheckResult(id: check.id, scenario: check.scenario, status: .passed, place: place)
    return CheckVerdict(result: result, findings: findings, judged: judged)
  }

  /// The operation of the last step a rule reads from: the one whose answer settles it.
  private func operation(of invariant: Invariant, _ positions: [String: Int]) -> String {
    let read = invariant.expression.references.compactMap { reference in
      if case .step(let id, _) = reference.subject { positions[id] } else { nil }
    }
    return read.max().map { run.scenario.steps[$0].operation } ?? ""
  }
}

extension Step {
  /// Whether its request takes in what an earlier step brought.
  fileprivate func goesOn(in contract: Contract) -> Bool {
    let templates =
      (parameters + query + headers + multipart).map(\.template) + [body, url].compactMap { $0 }
      + (messages ?? []).map(\.data)
      + contract.credentials(of: self)
    return readsAnswerBefore
      || (templates.map(\.text) + [rawBody ?? "", iteration?.items.text ?? ""]).contains {
        $0.contains("$steps.") || $0.contains("$last.")
      }
  }
}
