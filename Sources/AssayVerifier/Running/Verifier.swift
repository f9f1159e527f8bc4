package import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJudging
import AssayLint
package import AssayObservation

/// Drives a backend through a contract and judges what comes back.
package struct Verifier: Sendable {
  private var context: RunContext
  private let plan: Plan

  /// Makes a verifier.
  ///
  /// `files` gives the bytes of a file the contract names, `nil` where it cannot be read; `headers` go with every
  /// request, their values as tokens of `vault`; `record` sees every observation, secrets already replaced. Where it
  /// `keepsLedger`, the result says what became of every promise.
  package init(
    contract: Contract,
    settings: RunSettings,
    headers: [HTTPHeader] = [],
    transport: any Transport,
    vault: SecretVault,
    files: @escaping @Sendable (String) -> [UInt8]?,
    record: (@Sendable (Observation) -> Void)? = nil,
    keepsLedger: Bool = true,
    emit: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) {
    let live = LiveSource(
      contract: contract,
      settings: settings,
      headers: headers,
      transport: transport,
      vault: vault,
      files: files,
      keeping: record == nil ? .some : .all
    )
    let source: any ObservationSource = if let record { RecordingSource(live, record: record) } else { live }
    self.init(
      RunContext(contract: contract, settings: settings, source: source, vault: vault, emit: emit),
      keepsLedger: keepsLedger
    )
  }

  /// Makes a verifier that judges what was recorded, without a network.
  ///
  /// What `settings` say of servers and times is for a live run; a recording has its own. `record` sees what of the
  /// recording was judged, as it would have seen it in the recorded run.
  package init(
    replaying replay: Replay,
    settings: RunSettings,
    record: (@Sendable (Observation) -> Void)? = nil,
    emit: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) {
    var settings = settings
    settings.servers.merge(replay.servers) { _, recorded in recorded }
    let source: any ObservationSource =
      if let record { RecordingSource(replay.source, record: record) } else { replay.source }
    self.init(
      RunContext(
        contract: replay.contract,
        settings: settings,
        source: source,
        vault: SecretVault(replay.secrets),
        emit: emit
      )
    )
  }

  private init(_ context: RunContext, keepsLedger: Bool = true) {
    self.context = context
    if keepsLedger { self.context.table = PromiseTable(of: context.contract) }
    plan = Plan(contract: context.contract, settings: context.settings)
  }

  /// Runs every planned check; scenarios side by side, the steps of each in order.
  ///
  /// Cancelling the task interrupts the run: what is known by then is in the result.
  package func run(version: String, started: String) async -> RunResult {
    let clock = ContinuousClock()
    let start = clock.now
    context.emit(.runStarted(contract: context.contract.service, checks: plan.checks.count))
    let known = context.vault.count
    var (verdicts, ledger) = await verdicts()
    // What one scenario learned to be secret, another one may have been told about before.
    if context.vault.count > known { verdicts = verdicts.map { $0.hiding(context.vault) } }
    let duration = context.source.duration(measured: clock.now - start)
    let result = result(verdicts, ledger, version: version, started: started, duration: duration)
    context.emit(.runEnded(result))
    return result
  }

  private func verdicts() async -> ([CheckVerdict], PromiseLedger?) {
    let context = context
    return await withTaskGroup(of: (Int, [CheckVerdict], [CheckFates]).self) { group in
      var results = [[CheckVerdict]](repeating: [], count: plan.runs.count)
      // In the order of the plan, whichever scenario ends first.
      var fates: [Int: [CheckFates]] = [:]
      var ledger = context.table.map(PromiseLedger.init)
      var counted = 0
      var next = 0
      func startNext() {
        guard next < plan.runs.count else { return }
        let (index, run) = (next, plan.runs[next])
        next += 1
        group.addTask {
          var runner = ScenarioRunner(context: context, run: run)
          let verdicts = await runner.verdict()
          return (index, verdicts, runner.fates)
        }
      }
      for _ in 0..<min(context.settings.jobs, plan.runs.count) { startNext() }
      for await (index, verdicts, checks) in group {
        results[index] = verdicts
        fates[index] = checks
        while let next = fates.removeValue(forKey: counted) {
          for check in next { ledger?.add(check) }
          counted += 1
        }
        startNext()
      }
      return (results.flatMap { $0 }, ledger)
    }
  }

  private func result(
    _ verdicts: [CheckVerdict],
    _ ledger: PromiseLedger?,
    version: String,
    started: String,
    duration: Duration
  ) -> RunResult {
    var collector = FindingCollector()
    for verdict in verdicts { collector.add(verdict.findings) }
    let contract = context.contract
    return RunResult(
      assay: version,
      contract: contract.service,
      title: contract.title,
      file: contract.file,
      servers: contract.servers.map { .init(name: $0.name, url: context.vault.hide(context.baseURL(of: $0.name))) },
      outcome: outcome(verdicts.map(\.result), ledger),
      checks: verdicts.map(\.result),
      findings: collector.findings,
      promises: ledger?.counts ?? PromiseCounts(),
      unjudged: ledger?.unjudged(hiding: context.vault.hide) { promise in
        promise.pointers.first.map(contract.place(at:))
      } ?? [],
      documents: contract.documents.map { .init(name: $0.name, title: $0.title, file: $0.file) },
      started: started,
      duration: duration
    )
  }

  private func outcome(_ checks: [CheckResult], _ ledger: PromiseLedger?) -> RunResult.Outcome {
    if context.source.isInterrupted { return .interrupted }
    let statuses = Set(checks.map(\.status))
    if statuses.contains(.failed) { return .failed }
    if context.settings.strict, ledger?.lacksPromisedItems == true { return .failed }
    // What was held against some promises was verified, if not to the end.
    if statuses.contains(.error), let ledger, ledger.counts.kept > 0 { return .failed }
    // Where every check was skipped, nothing was verified either.
    guard statuses.contains(.error) || statuses == [.skipped] else { return .passed }
    return statuses.contains(.passed) || statuses.contains(.warned) ? .failed : .error
  }
}
