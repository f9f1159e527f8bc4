import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation

/// The outcome of one step: its verdict, and what later steps may read of it.
struct StepOutcome {
  var verdict: CheckVerdict
  var record = StepRecord()
  /// The time it started, since the run was ready.
  var began = Duration.zero
  /// Why later steps cannot be reached, where a loop or a job did not come to its end.
  var deadEnd: String?
  /// The results of its further calls, each as much as the first.
  var others: [StepRecord] = []
}

/// One step about to be run, with what all kinds of step have in common.
struct StepWork {
  @Boxed var context: RunContext
  @Boxed var step: Step
  @Boxed var operation: AssayContract.Operation
  let check: Plan.Check
  /// The cookies that go along; `nil` where the scenario keeps none.
  var cookies: ScenarioCookies?
  /// The calls of the run that may be under way with its own.
  var concurrency = Concurrency.usual
  /// The answer covered by ``retry`` after which its call is made again; `nil` for the first.
  @Rare var refused: Exchange? = nil

  /// The calls of the run that may be under way with those of a step.
  enum Concurrency: Sendable {
    /// Those of other scenarios; not where a time counts that may be taken once.
    case usual
    /// Those of steps begun with it and of other scenarios, whatever counts.
    case others
    /// Those of steps begun with it, and no others.
    case alone
  }

  /// The probe that the step is; `nil` for one that is made for the sake of a judged step.
  var probe: Probe? { check.isJudged ? step.probe : nil }

  /// The answers after which its call is made again, as a client does; `nil` where a single answer counts.
  var retry: Tolerance? {
    guard step.probe == nil, !step.isErrorProbe, check.phase != .after else { return nil }
    switch step.loop {
    case .again, .load: return nil
    case .once, .repeat, .forEach, .paginate: return operation.retry
    }
  }

  /// Makes the step, in the way its operation is answered.
  func run(_ scope: Scope) async -> StepOutcome {
    if let probe { return await ProbeRunner(work: self, probe: probe).run(scope) }
    return await made(scope)
  }

  /// Makes the step and judges it by what its operation promises.
  func made(_ scope: Scope) async -> StepOutcome {
    switch operation.interaction {
    case _ where step.isErrorProbe: await ExchangeRunner(work: self).run(scope)
    case .exchange: await ExchangeRunner(work: self).run(scope)
    case .stream(let promise): await StreamRunner(work: self, promise: promise).run(scope)
    case .poll(let promise): await PollRunner(work: self, promise: promise).run(scope)
    }
  }

  /// The outcome of a step that has nothing to show.
  func outcome(_ obstacle: Obstacle) -> StepOutcome {
    switch obstacle {
    case .skipped(let reason):
      return StepOutcome(verdict: .skipped(check, step, reason, context.contract))
    case .interrupted:
      return StepOutcome(verdict: .skipped(check, step, "the run was interrupted", context.contract))
    case .unjudgeable(let reason):
      return StepOutcome(verdict: CheckVerdict(result: result(.error, reason: reason)))
    case .unreachable(let end):
      let finding = unreachable(end)
      var ledger = context.ledger
      // An unreachable server breaks none of the promises of its operations.
      ledger.post(BrokenFate(finding, breaking: []))
      var verdict = CheckVerdict(result: result(.error, reason: finding.message), ledger: ledger)
      verdict.cause = UnjudgedPromise.Cause(finding)
      return StepOutcome(verdict: verdict)
    }
  }

  /// The paths of the files that the step sends as they are, by their names; curl knows no other names in them.
  var files: [String: String] {
    guard step.probe == nil else { return [:] }
    let folder = context.contract.file.lastIndex(of: "/").map { context.contract.file[...$0] } ?? ""
    let paths = step.files(of: operation).filter { !$0.contains { "\";,\\".contains($0) } }
    return Dictionary(
      paths.map { (FileType.name(ofFile: $0), $0.hasPrefix("/") ? $0 : folder + $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The outcome of a step that could not be made to its end: what was broken before stays so, as `shown` shows it.
  func outcome(_ obstacle: Obstacle, after ledger: CheckLedger, shown: CheckResult? = nil) -> StepOutcome {
    var outcome = outcome(obstacle)
    guard ledger.gravest != nil else { return outcome }
    let made = outcome.verdict.result
    var result = shown ?? made
    (result.status, result.reason) = (made.status, made.reason)
    var ledger = ledger
    ledger.close()
    for finding in outcome.verdict.findings { ledger.post(BrokenFate(finding, breaking: [])) }
    let cause = outcome.verdict.cause
    ledger.stop(because: BlockReason(result.reason, because: cause))
    outcome.verdict = CheckVerdict(result: result, ledger: ledger)
    outcome.verdict.cause = cause
    return outcome
  }

  func result(_ status: CheckResult.Status = .passed, reason: String = "") -> CheckResult {
    CheckResult(
      id: check.id,
      operation: check.operation,
      scenario: check.scenario,
      status: status,
      reason: reason,
      place: context.contract.place(of: step.promise)
    )
  }

  /// The judge of a stream that answers `request`, sent at the time of day `began` as ``TransferTimings`` has it: what its promises read of the request is
  /// known to it.
  func judge(
    of promise: StreamPromise,
    _ request: HTTPRequest,
    _ parameters: RequestParameters,
    in outer: Scope,
    began: Int?
  ) -> StreamJudge {
    var scope = outer
    var end = TransferEnd(.stopped)
    end.timings.began = began
    scope.exchange = Exchange(request: request, parameters: parameters, response: nil, end: end).reading(self)
    return StreamJudge(
      contract: context.contract,
      promise: promise,
      scope: scope,
      answer: ExchangeJudge(contract: context.contract, operation: operation, step: step),
      rules: (operation.invariants + step.expects.invariants).map(\.expression)
        + step.expects.outputs.map(\.expression),
      memory: context.settings.limits.mostMemory,
      ledger: context.ledger
    )
  }

  /// The number of a stream's events that are kept for later steps.
  var keeping: StreamReceiver.Keeping {
    let memory = context.settings.limits.mostMemory
    return context.contract.reads.whole.contains(step.id) ? .whole(of: memory) : .some(of: memory)
  }

  /// The finding about a server that cannot be spoken to; the same for every check that needed it.
  private func unreachable(_ end: TransferEnd) -> Finding {
    let server = operation.server
    let url = context.baseURL(of: server)
    let place = context.contract.servers.first { $0.name == server }.map { context.contract.place(of: $0.promise) }
    return Finding(
      level: .must,
      rule: Rule(breakingOff: end.reason) ?? .notHTTP,
      place: Place(nil, .server(server)),
      reason: .transfer(.unreachable(server: server, url: url, end.reason, detail: end.detail)),
      promise: place
    )
  }
}

extension Exchange {
  /// The exchange of a call of `work`, in which rules read the value that the pairs of a form stand for.
  ///
  /// A source hands out no other ones.
  func reading(_ work: StepWork) -> Exchange {
    guard case .body = work.operation.request.content else { return self }
    let judge = RequestJudge(contract: work.context.contract, operation: work.operation)
    guard let form = judge.formValue(of: request) else { return self }
    var read = self
    read.requestJSON = form
    return read
  }
}
