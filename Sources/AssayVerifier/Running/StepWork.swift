import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation
import AssayText

/// The outcome of one step: its verdict, and the results that later steps may read.
struct StepOutcome {
  var verdict: CheckVerdict
  var record = StepRecord()
  /// The time at which the step started, measured from the beginning of the run.
  var began = Duration.zero
  /// The reason why later steps that depend on this one cannot be made: its loop or job did not reach its end. `nil` if
  /// it did.
  var deadEnd: String?
  /// The results of repeated calls of the step, for the steps that delete what the calls created.
  var others: [StepRecord] = []
}

/// A step that is about to be run, with everything needed to run it.
struct StepWork {
  let context: RunContext
  @Boxed var step: Step
  @Boxed var operation: AssayContract.Operation
  let check: Plan.Check
  /// The number of the attempt at the scenario, from 1.
  let attempt: Int
  /// The cookies of the scenario; `nil` if it keeps none.
  var cookies: ScenarioCookies?
  /// The calls that may be in progress at the same time as those of the step.
  var concurrency = Concurrency.usual
  /// The answer covered by ``retry`` after which its call is made again; `nil` for the first.
  @Rare var refused: Exchange? = nil
  /// The number of such answers to the call so far.
  var refusals = 0

  /// The calls that may be in progress at the same time as those of a step.
  enum Concurrency: Sendable {
    /// Calls of other scenarios; but none during a call whose time is judged and that cannot be repeated.
    case usual
    /// Calls of steps that started with this one and of other scenarios, even if times are judged.
    case others
    /// Only calls of steps that started with this one.
    case alone
  }

  /// The probe if the step is one; `nil` otherwise, and for a step that is only made because a judged step needs it.
  var probe: Probe? { check.isJudged ? step.probe : nil }

  /// The answers after which its call is made again, as a client does; `nil` where a single answer counts.
  var retry: Tolerance? {
    guard step.probe == nil, !step.isErrorProbe, check.phase != .after else { return nil }
    switch step.loop {
    case .again, .load: return nil
    case .once, .repeat, .forEach, .paginate: return operation.retry
    }
  }

  /// Runs the step as its operation requires: as exchanges, a stream or a poll.
  func run(_ scope: Scope) async -> StepOutcome {
    if let probe { return await ProbeRunner(work: self, probe: probe).run(scope) }
    return await made(scope)
  }

  /// Runs the step and judges it by the promises of its operation.
  func made(_ scope: Scope) async -> StepOutcome {
    switch operation.interaction {
    case _ where step.isErrorProbe: await ExchangeRunner(work: self).run(scope)
    case .exchange: await ExchangeRunner(work: self).run(scope)
    case .stream(let promise): await StreamRunner(work: self, promise: promise).run(scope)
    case .poll(let promise): await PollRunner(work: self, promise: promise).run(scope)
    }
  }

  /// Returns the outcome of a step that has no response because of `obstacle`.
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

  /// The paths of the files that the step sends unchanged, by file name; without those whose names curl cannot handle,
  /// and empty for a probe that changes a file.
  var files: [String: String] {
    if case .file? = step.probe?.change { return [:] }
    let folder = context.contract.file.lastIndex(of: "/").map { context.contract.file[...$0] } ?? ""
    let paths = step.files(of: operation).filter { !$0.contains { "\";,\\".contains($0) } }
    return Dictionary(
      paths.map { (FileType.name(ofFile: $0), $0.hasPrefix("/") ? $0 : folder + $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns the outcome of a step that `obstacle` stopped after its first responses. Promises that `ledger` records as
  /// broken stay broken; `shown` is the result to report them with.
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

  /// Makes the judge of a stream that responds to `request`, which was sent at the time of day `began` (as in
  /// ``TransferTimings``). The judge can read values of the request.
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

  /// The limits on the stream events that are kept: higher if later steps read all of them.
  var keeping: StreamReceiver.Keeping {
    let memory = context.settings.limits.mostMemory
    return context.contract.reads.whole.contains(step.id) ? .whole(of: memory) : .some(of: memory)
  }

  /// Returns the finding about a server that cannot be reached; it is the same for every check that needed the server.
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
  /// Returns the exchange with its bodies as JSON values for rules to read: that of the request if it is a URL-encoded
  /// form, that of the response if it is XML; otherwise unchanged.
  ///
  /// Every ``ObservationSource`` applies this to the exchanges it returns.
  func reading(_ work: StepWork) -> Exchange {
    var read = self
    if isXML {
      let responses = (work.step.expects.responses ?? []) + work.operation.responses
      read = reading(responses, in: work.context.contract)
    }
    // Most requests have no body, and nothing is made for them.
    if request.body.isEmpty { return read }
    let judge = RequestJudge(contract: work.context.contract, operation: work.operation)
    if let form = judge.formValue(of: request) { read.requestJSON = form }
    return read
  }
}
