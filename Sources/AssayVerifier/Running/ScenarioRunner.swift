import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import AssaySecrets

/// The runner of one scenario: it runs the steps in order, each with the results of the earlier ones.
struct ScenarioRunner {
  let context: RunContext
  let run: Plan.Run
  /// The number of the attempt at the scenario, from 1.
  let attempt: Int
  var scope: Scope
  private var verdicts: [CheckVerdict] = []
  /// The last step whose stream or poll ended too early, and the id of its check.
  private var brokenOff: (step: Step, check: String, fault: Finding)?
  /// The results of the promises of each check so far.
  private(set) var fates: [CheckFates] = []
  /// The verdict on the first failed step among those that are made only because other steps need them.
  private var unjudged: CheckVerdict?
  /// The reason why the steps of the scenario cannot be judged: a `before` step failed. `nil` if none did.
  private var unprepared: BlockReason?
  /// The reason why later steps that depend on an earlier one cannot be made: its loop or job did not reach its end.
  private var deadEnd: BlockReason?
  /// The exchanges from which steps read the URL they call.
  private var followed: FollowedAnswers
  /// The results of repeated calls of steps, by step id; `after` steps also delete the resources that these calls
  /// created.
  private var others: [String: [StepRecord]] = [:]
  private let cookies: ScenarioCookies?
  /// The memory that the records of its steps were given.
  private var memory = 0

  init(context: RunContext, run: Plan.Run, attempt: Int) {
    self.context = context
    self.run = run
    self.attempt = attempt
    cookies = run.scenario.keepsCookies ? ScenarioCookies() : nil
    followed = FollowedAnswers(run.scenario)
    scope = Scope(of: context.contract)
    scope.variables["row"] = run.row?.value
  }

  /// Runs all steps; returns one verdict for each check, in order.
  mutating func verdict() async -> [CheckVerdict] {
    for batch in run.scenario.steps.batches {
      let checks = run.steps[batch.positions]
      for check in checks where check.isJudged {
        context.emit(context.vault.hide(.checkStarted(id: check.id)))
      }
      let verdicts = await verdicts(on: batch)
      for (position, verdict) in zip(batch.positions, verdicts) {
        let (step, check) = (run.scenario.steps[position], run.steps[position])
        note(verdict, of: check)
        conclude(verdict, isJudged: check.isJudged, isProbe: step.probe != nil)
        if check.phase == .after { await repeatForOthers(step, check) }
      }
    }
    if let whole = run.whole { conclude(wholeVerdict(whole)) }
    context.memory.giveBack(memory)
    return verdicts
  }

  /// Runs an `after` step again for each repeated, successful call of the steps it reads from.
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

  /// Records the failure of a `before` or `after` step. That a server cannot be reached is reported by each step
  /// itself.
  private mutating func note(_ verdict: CheckVerdict, of check: Plan.Check) {
    guard check.phase != .steps,
      !verdict.findings.contains(where: \.isAboutServer)
    else { return }
    let broken = verdict.findings.first { $0.level == .must }.map { BlockReason($0).of(check.id) }
    guard let trouble = broken ?? verdict.obstacle else { return }
    context.failures.note(context.vault.hide(trouble.text), of: check.id)
    if check.phase == .before, unprepared == nil {
      unprepared = BlockReason("\(check.id), made before it, broke: \(trouble.text)", like: trouble)
    }
  }

  private mutating func conclude(_ verdict: CheckVerdict, isJudged: Bool = true, isProbe: Bool = false) {
    let result = verdict.result
    let fates = context.table?.fates(of: result.id, verdict.ledger, obstacle: verdict.obstacle)
    // What was broken off stays what it is: the run says so. What a probe needs and did not get its scenario tells of.
    let strict = context.settings.strict
    let table = context.source.isInterrupted || (isProbe && verdict.isUnmade) ? nil : context.table
    var concluded = explained(verdict.concluded(fates ?? CheckFates(), in: table, strict: strict))
    // The fates are taken; a run of many checks keeps no more of them.
    concluded.ledger = CheckLedger()
    concluded.explain { context.neighbours.explained($0, in: run) }
    if !concluded.result.command.isEmpty { concluded.result.needs = needs(of: result.id) }
    let hidden = context.vault.hide(concluded)
    guard isJudged else {
      if unjudged == nil, concluded.findings.contains(where: { $0.level == .must }) { unjudged = hidden.value }
      return
    }
    verdicts.append(hidden.value)
    if let fates { self.fates.append(fates) }
    // Where scenarios are tried again, `Verifier.verdicts(on:_:)` reports the last attempt.
    if context.settings.limits.retries <= 0 { context.emit(hidden.event) }
  }

  /// Returns the ids of the checks whose calls must be made before that of `check`.
  private func needs(of check: String) -> [String] {
    guard let position = run.steps.firstIndex(where: { $0.id == check }) else { return [] }
    let needed = context.contract.needed(by: [position], in: run.scenario).filter { $0 != position }
    return needed.map { run.steps[$0].id }
  }

  /// Returns the verdict with a longer reason, if its check was not made: the failure of the unjudged step that it
  /// needed.
  private func explained(_ verdict: CheckVerdict) -> CheckVerdict {
    // What was made before the scenario has its say already.
    guard unprepared == nil, [.skipped, .error].contains(verdict.result.status), let unjudged,
      let fault = unjudged.findings.first(where: { $0.level == .must })
    else { return verdict }
    var explained = verdict
    explained.result.reason += "; \(unjudged.result.id), made for it and not judged: \(fault.message)"
    return explained
  }

  /// The action for the next step: run it, or record a verdict without running it.
  private enum Turn {
    /// The step is not run, for the reason in the verdict.
    case settled(CheckVerdict)
    case ready(StepWork)
  }

  private mutating func verdict(on step: Step, _ check: Plan.Check) async -> CheckVerdict {
    switch await made(step, check) {
    case .settled(let verdict): return verdict
    case .made(let outcome, let work): return take(outcome, of: work)
    }
  }

  /// The result of a step that does not run in parallel with others.
  private enum Made {
    case settled(CheckVerdict)
    /// The outcome of the step that was run. Its copy of the scope is already released, since a second owner would
    /// cause a copy of the whole scope when results are added.
    case made(StepOutcome, StepWork)
  }

  private mutating func made(_ step: Step, _ check: Plan.Check) async -> Made {
    switch turn(of: step, check) {
    case .settled(let verdict): return .settled(verdict)
    case .ready(let work):
      return .made(await context.outcomes(of: [ready(work)])[0], work)
    }
  }

  /// Runs the steps of a batch, which start at the same time; returns the verdicts in the order the steps are written.
  ///
  /// None of these steps sees the results of another; later steps see all of them.
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
      verdict.result.concurrency = .init(start: start, others: checks.map(\.id).filter { $0 != check.id })
      return verdict
    }
  }

  /// Runs those of `turns` that are to be run; returns their outcomes. Their copies of the scope are released by then.
  private mutating func outcomes(of turns: [Turn]) async -> [StepOutcome] {
    var steps: [ReadyStep] = []
    for case .ready(let work) in turns { steps.append(ready(work)) }
    return await context.outcomes(of: steps)
  }

  /// Returns the action for `step`: to run it, or a verdict with the reason why it is not run.
  private mutating func turn(of step: Step, _ check: Plan.Check) -> Turn {
    guard let operation = context.contract.operation(named: step.operation) else {
      return .settled(.skipped(check, step, "the contract has no operation \(step.operation)", context.contract))
    }
    var work = StepWork(context: context, step: step, operation: operation, check: check, attempt: attempt)
    work.cookies = cookies
    if let unprepared, check.phase != .after {
      scope.steps[step.id] = StepRecord()
      scope.steps[step.id]?.obstacle = unprepared
      return .settled(work.outcome(.unjudgeable(unprepared.text)).verdict.following(unprepared.cause))
    }
    if let deadEnd, step.call.readsAnswerBefore || context.contract.reads(of: step).isInput {
      scope.steps[step.id] = StepRecord()
      scope.steps[step.id]?.obstacle = deadEnd
      return .settled(
        CheckVerdict.skipped(check, step, deadEnd.text, context.contract).following(deadEnd.cause)
      )
    }
    return .ready(work)
  }

  /// Returns the step of `work` together with the values it reads.
  private mutating func ready(_ work: StepWork) -> ReadyStep {
    // Before the scope is held a second time.
    scope.steps.file()
    scope.last.file()
    let step = work.step
    var scope = scope
    if step.call.readsAnswerBefore {
      scope.exchange = followed.answer(for: step)
    }
    return ReadyStep(work: work, scope: scope)
  }

  /// Stores the outcome of a step for later steps, and returns the verdict on the step.
  private mutating func take(_ made: StepOutcome, of work: StepWork) -> CheckVerdict {
    var outcome = made
    let (step, check) = (work.step, work.check)
    // A probe must not change what later steps do; what it has made is taken away again.
    if let probe = work.probe {
      switch probe.expectation {
      case .end, .course: return outcome.verdict
      case .success, .refusal, .anyAnswer: break
      }
      scope.steps[step.id] = outcome.record
      others[check.repeats ?? step.id, default: []] += (check.repeats == nil ? [] : [outcome.record]) + outcome.others
      return outcome.verdict
    }
    if work.operation.isJob, outcome.deadEnd == nil, !outcome.verdict.isUnmade {
      context.jobs.note(outcome.verdict.result.duration, of: run.scenario.name)
    }
    let unknown = unknown(outcome, step)
    // A refusal of a made-up value says nothing of the route.
    if unknown == nil { context.routes.note(outcome.record.exchanges, of: step, check: check.id) }
    let excuse = consequence(outcome.verdict.findings, step) ?? unknown
    if let excuse {
      outcome.verdict.excuse(because: excuse) { $0.isRefusal }
    } else if !step.isErrorProbe,
      let fault = outcome.verdict.findings.first(where: { $0.level == .must && $0.rule.breaksOff })
    {
      if case .exchange = work.operation.interaction {} else { brokenOff = (step, check.id, fault) }
    }
    var record = outcome.record
    followed.note(record)
    record.check = check.id
    record.faults = outcome.verdict.findings.map { finding in
      var finding = finding
      finding.check = check.id
      return finding
    }
    record.outputFaults = step.outputFaults(record.faults)
    if outcome.verdict.isUnmade, outcome.verdict.cause == nil { outcome.verdict.cause = cause(of: step) }
    record.obstacle = (outcome.verdict.obstacle ?? excuse ?? record.obstacle)?.of(check.id)
    record.cutShort = record.cutShort?.of(check.id)
    deadEnd = deadEnd ?? outcome.deadEnd.map { BlockReason($0, because: record.cause) }
    keep(&record, of: step)
    scope.steps[step.id] = record
    if let first = check.repeats { others[first, default: []].append(record) }
    // What this step did not bring, an earlier one does not bring for it.
    for output in step.expects.outputs {
      scope.last[output.name] = record.outputs[output.name]
      scope.lastFaults[output.name] = record.outputFaults[output.name]
    }
    return outcome.verdict
  }

  /// Returns the fate that a step which could not be made follows from: that of the last of the steps it reads from which
  /// broke, or was not made.
  private func cause(of step: Step) -> UnjudgedPromise.Cause? {
    let read = context.contract.stepsRead(by: step)
    return run.scenario.steps.last { read.contains($0.id) && scope.steps[$0.id]?.cause != nil }
      .flatMap { scope.steps[$0.id]?.cause }
  }

  /// Reduces the result of `step` to the parts that later steps may read and that there is memory for.
  private mutating func keep(_ record: inout StepRecord, of step: Step) {
    if !context.contract.reads.answers.contains(step.id) {
      for index in record.exchanges.indices { record.exchanges[index] = record.exchanges[index].withoutBody }
      record.events = []
    }
    let size = record.memory
    guard size > AnswerMemory.small else { return }
    if context.memory.take(size) { memory += size } else { record.forget() }
  }

  /// Returns the reason why a refused call is not a separate fault: it depends on a job whose stream or poll ended too
  /// early. `nil` if that is not the case.
  private func consequence(_ findings: [Finding], _ step: Step) -> BlockReason? {
    guard let brokenOff, let refusal = findings.first(where: \.isRefusal) else {
      return nil
    }
    let made = context.contract.stepsRead(by: brokenOff.step).union([brokenOff.step.id])
    guard !made.isDisjoint(with: context.contract.stepsRead(by: step)) else { return nil }
    let reason = "\(brokenOff.check) broke off before it, which may be why: \(refusal.message)"
    return BlockReason(reason, because: UnjudgedPromise.Cause(brokenOff.fault)).of(brokenOff.check)
  }

  /// Returns the reason why a refused call is not a fault: it sent a placeholder value that Assay made up, or no
  /// credentials, as none are known. `nil` if that is not the case.
  private func unknown(_ outcome: StepOutcome, _ step: Step) -> BlockReason? {
    guard outcome.verdict.findings.contains(where: \.isRefusal), step.probe == nil else { return nil }
    let fields = outcome.record.exchanges.last?.request.headers ?? []
    return context.contract.refusalOfPlaceholder(outcome.record.status, to: step, sent: fields).map { BlockReason($0) }
  }

  /// Returns the verdict on the rules over the whole scenario. A rule that reads a missing result of a step is not
  /// judged.
  private func wholeVerdict(_ check: Plan.Check) -> CheckVerdict {
    let place = context.contract.place(of: run.scenario.promise)
    var ledger = context.ledger
    let steps = run.scenario.steps
    let positions = Dictionary(steps.indices.map { (steps[$0].id, $0) }) { $1 }
    for invariant in run.scenario.invariants {
      judgeInvariants([invariant], in: scope, contract: context.contract, writing: &ledger)
      ledger.assign(to: operation(of: invariant, positions))
      ledger.close()
    }
    let result = CheckResult(id: check.id, scenario: check.scenario, status: .passed, place: place)
    return CheckVerdict(result: result, ledger: ledger)
  }

  /// Returns the operation of the last step that a rule reads from, to which a finding about the rule is assigned;
  /// empty if it reads from no step.
  private func operation(of invariant: Invariant, _ positions: [String: Int]) -> String {
    let read = invariant.expression.references.compactMap { reference in
      if case .step(let id, _) = reference.subject { positions[id] } else { nil }
    }
    return read.max().map { run.scenario.steps[$0].operation } ?? ""
  }
}

extension Finding {
  /// True if the finding says that a call that should succeed returned a different status.
  fileprivate var isRefusal: Bool { rule == .status && level == .must }
}

extension AssayContract.Operation {
  /// True if the operation follows a job: by a poll or a stream.
  fileprivate var isJob: Bool { if case .exchange = interaction { false } else { true } }
}
