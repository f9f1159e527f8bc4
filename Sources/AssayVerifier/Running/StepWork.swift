import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation

/// What came of one step: its verdict, and what later steps may read of it.
struct StepOutcome {
  var verdict: CheckVerdict
  var record = StepRecord()
  /// When it was begun, since the run was made ready.
  var began = Duration.zero
  /// Why what lies behind it cannot be reached, where a loop or a job did not come to its end.
  var deadEnd: String?
  /// What its further calls brought, each as much as the first.
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
  /// Beside what its calls are made.
  var company = Company.usual

  /// What calls of the run go on beside those of a step.
  enum Company: Sendable {
    /// Those of other scenarios; not where a time counts that may be taken once.
    case usual
    /// Those of steps begun with it and of other scenarios, whatever counts.
    case others
    /// Those of steps begun with it, and no others.
    case alone
  }

  /// Makes the step, in the way its operation is answered.
  func run(_ scope: Scope) async -> StepOutcome {
    switch operation.interaction {
    case _ where step.isErrorProbe: await exchanged(scope)
    case .exchange: await exchanged(scope)
    case .stream(let promise): await StreamRunner(work: self, promise: promise).run(scope)
    case .poll(let promise): await PollRunner(work: self, promise: promise).run(scope)
    }
  }

  private func exchanged(_ scope: Scope) async -> StepOutcome {
    if let load = step.load { return await LoadRunner(work: self, load: load).run(scope) }
    return await ExchangeRunner(work: self).run(scope)
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
      return StepOutcome(verdict: CheckVerdict(result: result(.error, reason: finding.message), findings: [finding]))
    }
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
      rules: (operation.invariants + step.invariants).map(\.expression) + step.outputs.map(\.expression),
      noting: context.judged
    )
  }

  /// How many of a stream's events are kept for the steps behind it.
  var keeping: StreamReceiver.Keeping { context.contract.stepsReadWhole.contains(step.id) ? .whole : .some }

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
