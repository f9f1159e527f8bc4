package import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJudging
import AssayLint
package import AssayObservation
package import AssaySecrets

/// The verifier of a contract: it calls a backend, or reads a recording, and judges the responses.
package struct Verifier: Sendable {
  private var context: RunContext
  private let plan: Plan
  /// True if the result says what became of every promise.
  private var countsPromises = true

  /// Makes a verifier.
  ///
  /// `files` returns the bytes of a file that the contract names, `nil` if it cannot be read. `headers` are sent with
  /// every request, with tokens of `vault` in place of secrets. `record` receives every observation. `plan` is the plan
  /// of `contract` under `settings`, if already made. If `keepsLedger` is true, the result lists for each promise if it
  /// was kept, broken or not judged. Runs of the same operations may share `unknownPaths`.
  package init(
    contract: Contract,
    settings: RunSettings,
    plan: Plan? = nil,
    headers: [SentField] = [],
    transport: any Transport,
    vault: SecretVault,
    files: @escaping @Sendable (String) -> [UInt8]?,
    record: (@Sendable (Hidden<Observation>) -> Void)? = nil,
    keepsLedger: Bool = true,
    unknownPaths: UnknownPaths = UnknownPaths(),
    emit: @escaping @Sendable (Hidden<RunEvent>) -> Void = { _ in }
  ) {
    vault.add(contract.secretVariables)
    let live = LiveSource(
      contract: contract,
      settings: settings,
      headers: headers,
      transport: transport,
      vault: vault,
      files: files,
      keeping: record == nil ? .some(of: settings.limits.mostMemory) : .all(of: settings.limits.mostMemory)
    )
    let source: any ObservationSource = if let record { RecordingSource(live, vault, record: record) } else { live }
    self.init(
      RunContext(contract: contract, settings: settings, source: source, vault: vault, emit: emit),
      plan,
      keepsLedger: keepsLedger
    )
    context.unknownPaths = unknownPaths
  }

  /// Creates a verifier that judges a recording, without a network.
  ///
  /// The servers and times in `settings` are for live runs; a recording has its own. `record` receives the judged part
  /// of the recording, as in the recorded run.
  package init(
    replaying replay: Replay,
    settings: RunSettings,
    plan: Plan? = nil,
    record: (@Sendable (Hidden<Observation>) -> Void)? = nil,
    emit: @escaping @Sendable (Hidden<RunEvent>) -> Void = { _ in }
  ) {
    var settings = settings
    settings.servers.merge(replay.servers) { _, recorded in recorded }
    let vault = SecretVault(replay.secrets, of: replay.contract)
    let source: any ObservationSource =
      if let record { RecordingSource(replay.source, vault, record: record) } else { replay.source }
    self.init(
      RunContext(
        contract: replay.contract,
        settings: settings,
        source: source,
        vault: vault,
        emit: emit
      ),
      plan
    )
  }

  /// A verifier of `replay`, another recording of the same contract with the same secrets, that shares the plan and the table
  /// of promises. Where it does not count the promises, the result has the checks and the findings alone.
  package func replaying(_ replay: Replay, countsPromises: Bool = true) -> Verifier {
    var verifier = self
    verifier.countsPromises = countsPromises
    verifier.context.source = replay.source
    verifier.context.vault = SecretVault(replay.secrets, of: replay.contract)
    verifier.context.failures = FrameFailures()
    verifier.context.unknownPaths = UnknownPaths()
    return verifier
  }

  private init(_ context: RunContext, _ plan: Plan? = nil, keepsLedger: Bool = true) {
    self.context = context
    let plan = plan ?? Plan(contract: context.contract, settings: context.settings)
    if keepsLedger { self.context.table = PromiseTable(of: context.contract, probedBy: plan) }
    self.context.neighbours = Neighbours(plan, context.contract)
    self.plan = plan
  }

  /// Runs every planned check: scenarios in parallel, the steps of each in order.
  ///
  /// If the task is cancelled, the run is interrupted and returns the results so far.
  package func run(version: String, started: String) async -> Hidden<RunResult> {
    let clock = ContinuousClock()
    let start = clock.now
    var context = context
    context.jobs = JobWatch()
    context.routes = RouteWatch(context.emit)
    context.emit = context.routes.emit
    context.emit(context.vault.hide(plan.started(as: context.contract.service)))
    let known = context.vault.count
    // Where its answers arrive, a run waits for no other thread.
    var (part, ledger) = await withTaskExecutorPreference(context.source.executor) { [context] in
      await self.scenarios(in: context, started: started)
    }
    part.routes = await Self.routes(part, plan, context)
    part.promises = ledger?.promises(in: context)
    part.duration = context.source.duration(measured: clock.now - start)
    part.isInterrupted = context.source.isInterrupted
    // Checks are hidden as they end; an earlier one may show what a later one learned to be secret.
    part = context.vault.hide(part, hiddenUpTo: known).value
    var result = RunResult([part], assay: version)
    context.routes.settle(context.contract.operations.map(\.name), RunPart.lost(in: [part]), context.vault)
    if context.settings.selection.shard != nil { result.part = part }
    let hidden = context.vault.hide(result, hiddenUpTo: context.vault.count)
    context.emit(hidden.event)
    return hidden
  }

  /// Returns the result of a run that was interrupted and did not end at once, from the checks that have `ended` so far
  /// and their findings.
  package func interrupted(
    _ ended: EndedChecks,
    version: String,
    started: String,
    duration: Duration
  ) -> Hidden<RunResult> {
    var part = emptyPart(started: started)
    for run in plan.runs {
      let results = run.checks.map { ended.result(of: $0) }
      part.append(RunPart.ScenarioResult(run, checks: results.map(\.check), findings: results.flatMap(\.findings)))
    }
    part.duration = duration
    part.isInterrupted = true
    return context.vault.hide(RunResult([part], assay: version))
  }

  /// The maximum number of scenario runs that wait for a conflicting one to end while later ones start.
  private static let mostWaiting = 32

  /// Runs all scenarios.
  private func scenarios(in context: RunContext, started: String) async -> (RunPart, PromiseLedger?) {
    return await withTaskGroup(of: (Int, RunPart.ScenarioResult, [CheckFates]).self) { group in
      var part = emptyPart(started: started)
      part.checks.reserveCapacity(plan.runs.reduce(0) { $0 + $1.checks.count })
      var ledger = countsPromises ? context.table.map(PromiseLedger.init) : nil
      // In the order of the plan.
      var early: [Int: (result: RunPart.ScenarioResult, fates: [CheckFates])] = [:]
      var (next, underWay) = (0, 0)
      // The runs that wait for others, in the order of the plan.
      var waiting: [Int] = []
      var resources = SharedResources(context.contract)
      func start(_ index: Int) {
        underWay += 1
        group.addTask { [run = plan.runs[index]] in
          let (verdicts, fates) = await Self.verdicts(on: run, context)
          var result = RunPart.ScenarioResult(
            run,
            checks: verdicts.map(\.result),
            findings: verdicts.flatMap(\.findings)
          )
          result.supporting = result.supporting.map { context.failures.step($0.check) }
          return (index, result, fates)
        }
      }
      let most = max(1, context.settings.limits.jobs)
      func startSome() {
        waiting.removeAll { index in
          guard underWay < most, resources.begin(plan.runs[index]) else { return false }
          start(index)
          return true
        }
        while next < plan.runs.count, underWay < most, waiting.count < Self.mostWaiting {
          let run = plan.runs[next]
          // What probes leave is not in a scenario's way.
          if run.isProbing, underWay > 0 || !waiting.isEmpty, !plan.runs[next - 1].isProbing { return }
          if resources.begin(run) { start(next) } else { waiting.append(next) }
          next += 1
        }
      }
      startSome()
      for await (index, result, fates) in group {
        underWay -= 1
        resources.end(plan.runs[index])
        early[index] = (result, fates)
        while let next = early.removeValue(forKey: part.scenarios.count) {
          for check in next.fates { ledger?.add(check, of: next.result.position) }
          part.append(next.result)
        }
        startSome()
      }
      return (part, ledger)
    }
  }

  /// Runs a scenario, and repeats it while it fails and retries are left; returns the verdicts of the last attempt.
  private static func verdicts(on run: Plan.Run, _ context: RunContext) async -> ([CheckVerdict], [CheckFates]) {
    var own = context
    if context.settings.limits.retries > 0 {
      own.emit = { event in if case .checkEnded = event.value {} else { context.emit(event) } }
    }
    var earlier: [String: [String]] = [:]
    for retry in 0...max(0, context.settings.limits.retries) {
      own.attempt = retry + 1
      var runner = ScenarioRunner(context: own, run: run)
      var verdicts = await runner.verdict()
      let broken = verdicts.filter { $0.result.status == .failed || $0.result.status == .error }
      guard broken.isEmpty || retry >= context.settings.limits.retries || Task.isCancelled else {
        for verdict in broken {
          let message = verdict.findings.max { $0.level < $1.level }?.message ?? verdict.result.reason
          earlier[verdict.result.id, default: []].append(message)
        }
        continue
      }
      guard context.settings.limits.retries > 0 else { return (verdicts, runner.fates) }
      for index in verdicts.indices {
        let before = earlier[verdicts[index].result.id] ?? []
        verdicts[index].result.earlier = before
        guard let first = before.first, verdicts[index].result.isFlaky else { continue }
        verdicts[index].result.reason = "flaky: passed at attempt \(retry + 1); broke before: \(first)"
      }
      for verdict in verdicts { context.emit(context.vault.hide(verdict).event) }
      return (verdicts, runner.fates)
    }
    return ([], [])
  }

  /// Returns a part of a run without any results.
  private func emptyPart(started: String) -> RunPart {
    let contract = context.contract
    var part = RunPart(
      shard: context.settings.selection.shard ?? .whole,
      plan: plan.mark,
      contract: contract.service,
      title: contract.title,
      file: contract.file,
      servers: contract.servers.map { .init(name: $0.name, url: context.vault.hide(context.baseURL(of: $0.name))) },
      documents: contract.documents.map { .init(name: $0.name, title: $0.title, file: $0.file) },
      started: started,
      duration: .zero,
      isStrict: context.settings.strict,
      isInterrupted: false
    )
    part.calls = contract.calls
    return part
  }
}

extension RunPart.ScenarioResult {
  /// Creates the result of a scenario with only the data that reports need, to save memory in a long run.
  fileprivate init(_ run: Plan.Run, checks: [CheckResult], findings: [Finding]) {
    self.init(
      position: run.position,
      checks: checks[...],
      findings: findings[...],
      // What probes go on from was judged in its scenario.
      supporting: run.isProbing ? [] : run.steps.filter { !$0.isJudged }.map { SupportingStep($0.id) }
    )
  }
}

extension RunResult {
  fileprivate var event: RunEvent { .runEnded(self) }
}

extension Contract {
  /// The method and the path template of each operation, in order.
  fileprivate var calls: [RunPart.Call] {
    operations.map { RunPart.Call(operation: $0.name, target: "\($0.request.method) \($0.request.path)") }
  }
}
