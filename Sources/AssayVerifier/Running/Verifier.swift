package import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJudging
import AssayLint
package import AssayObservation
package import AssaySecrets

/// The verifier of a contract: it calls a backend, or reads a recording, and judges the responses.
package struct Verifier: Sendable {
  let contract: Contract
  let settings: RunSettings
  private(set) var source: any ObservationSource
  private(set) var vault: SecretVault
  let emit: @Sendable (Hidden<RunEvent>) -> Void
  /// The promises that the run tests; `nil` if their results are not needed.
  let table: PromiseTable?
  let neighbours: Neighbours
  let unknownPaths: UnknownPaths
  private let plan: Plan
  /// True if the result says what became of every promise.
  private var countsPromises = true

  /// Makes a verifier.
  ///
  /// `files` returns the bytes of a file that the contract names, `nil` if it cannot be read. `headers` are sent with
  /// every request, with tokens of `vault` in place of secrets. `record` receives every observation. `plan` is the plan
  /// of `contract` under `settings`, if already made. If `keepsLedger` is true, the result lists for each promise if it
  /// was kept, broken or not judged. Without `unknownPaths`, they are those of `contract`.
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
    unknownPaths: UnknownPaths? = nil,
    emit: @escaping @Sendable (Hidden<RunEvent>) -> Void = { _ in }
  ) {
    vault.add(contract.secretVariables)
    let live = LiveSource(
      contract: contract,
      builder: RequestBuilder(contract: contract),
      settings: settings,
      headers: headers,
      transport: transport,
      vault: vault,
      files: files,
      keeping: record == nil ? .some(of: settings.limits.mostMemory) : .all(of: settings.limits.mostMemory)
    )
    let source: any ObservationSource = if let record { RecordingSource(live, vault, record: record) } else { live }
    self.init(contract, settings, source, vault, plan, keepsLedger: keepsLedger, unknownPaths: unknownPaths, emit: emit)
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
    self.init(replay.contract, settings, source, vault, plan, emit: emit)
  }

  /// A verifier of `replay`, another recording of the same contract with the same secrets, that shares the plan and the table
  /// of promises. Where it does not count the promises, the result has the checks and the findings alone.
  package func replaying(_ replay: Replay, countsPromises: Bool = true) -> Verifier {
    var verifier = self
    verifier.countsPromises = countsPromises
    verifier.source = replay.source
    verifier.vault = SecretVault(replay.secrets, of: replay.contract)
    return verifier
  }

  private init(
    _ contract: Contract,
    _ settings: RunSettings,
    _ source: any ObservationSource,
    _ vault: SecretVault,
    _ plan: Plan?,
    keepsLedger: Bool = true,
    unknownPaths: UnknownPaths? = nil,
    emit: @escaping @Sendable (Hidden<RunEvent>) -> Void
  ) {
    let plan = plan ?? Plan(contract: contract, settings: settings)
    (self.contract, self.settings, self.source, self.vault) = (contract, settings, source, vault)
    (self.plan, self.unknownPaths, self.emit) = (plan, unknownPaths ?? UnknownPaths(of: contract), emit)
    table = keepsLedger ? PromiseTable(of: contract, probedBy: plan) : nil
    neighbours = Neighbours(plan, contract)
  }

  /// Runs every planned check: scenarios in parallel, the steps of each in order.
  ///
  /// If the task is cancelled, the run is interrupted and returns the results so far.
  package func run(version: String, started: String) async -> Hidden<RunResult> {
    let clock = ContinuousClock()
    let start = clock.now
    let context = RunContext(of: self)
    context.emit(vault.hide(plan.started(as: contract.service)))
    let known = vault.count
    var (part, ledger) = await scenarios(in: context, started: started)
    part.routes = await Self.routes(part, plan, context)
    part.promises = ledger?.promises(in: context)
    part.duration = source.duration(measured: clock.now - start)
    part.isInterrupted = source.isInterrupted
    // Checks are hidden as they end; an earlier one may show what a later one learned to be secret.
    part = vault.hide(part, hiddenUpTo: known).value
    var result = RunResult([part], assay: version)
    context.routes.settle(contract.operations.map(\.name), RunPart.lost(in: [part]), vault)
    if settings.selection.shard != nil { result.part = part }
    let hidden = vault.hide(result, hiddenUpTo: vault.count)
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
    return vault.hide(RunResult([part], assay: version))
  }

  /// Runs all scenarios: each of the tasks makes one after the other, on the thread where its responses arrive.
  private func scenarios(in context: RunContext, started: String) async -> (RunPart, PromiseLedger?) {
    var part = emptyPart(started: started)
    part.checks.reserveCapacity(plan.runs.reduce(0) { $0 + $1.checks.count })
    let ledger = countsPromises ? table.map(PromiseLedger.init) : nil
    let schedule = Schedule(plan.runs, of: contract, addingTo: part, ledger)
    let executors = source.executors
    await withDiscardingTaskGroup { [plan] group in
      for task in 0..<min(max(1, settings.limits.jobs), plan.runs.count) {
        group.addTask(executorPreference: executors.isEmpty ? nil : executors[task % executors.count]) {
          while let index = await schedule.next() {
            let run = plan.runs[index]
            let (verdicts, fates) = await Self.verdicts(on: run, context)
            var result = RunPart.ScenarioResult(
              run,
              checks: verdicts.map(\.result),
              findings: verdicts.flatMap(\.findings)
            )
            result.supporting = result.supporting.map { context.failures.step($0.check) }
            schedule.end(index, Schedule.Outcome(result: result, fates: fates))
          }
        }
      }
    }
    return schedule.results
  }

  /// Runs a scenario, and repeats it while it fails and retries are left; returns the verdicts of the last attempt.
  private static func verdicts(on run: Plan.Run, _ context: RunContext) async -> ([CheckVerdict], [CheckFates]) {
    let retries = context.settings.limits.retries
    var earlier: [String: [String]] = [:]
    for retry in 0...max(0, retries) {
      var runner = ScenarioRunner(context: context, run: run, attempt: retry + 1)
      var verdicts = await runner.verdict()
      let broken = verdicts.filter { $0.result.status == .failed || $0.result.status == .error }
      guard broken.isEmpty || retry >= retries || Task.isCancelled else {
        for verdict in broken {
          let message = verdict.findings.max { $0.level < $1.level }?.message ?? verdict.result.reason
          earlier[verdict.result.id, default: []].append(message)
        }
        continue
      }
      guard retries > 0 else { return (verdicts, runner.fates) }
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
    var part = RunPart(
      shard: settings.selection.shard ?? .whole,
      plan: plan.mark,
      contract: contract.service,
      title: contract.title,
      file: contract.file,
      servers: contract.servers.map {
        .init(name: $0.name, url: vault.hide(settings.baseURL(of: $0.name, in: contract)))
      },
      documents: contract.documents.map { .init(name: $0.name, title: $0.title, file: $0.file) },
      started: started,
      duration: .zero,
      isStrict: settings.strict,
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
