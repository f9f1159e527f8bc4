package import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJudging
package import AssayObservation

/// Drives a backend through a contract and judges what comes back.
package struct Verifier: Sendable {
  private let context: RunContext
  private let plan: Plan

  /// Makes a verifier.
  ///
  /// `files` gives the bytes of a file the contract names, `nil` where it cannot be read; `headers` go with every
  /// request, tokens of `vault` in the place of secrets; `record` sees every observation, secrets already replaced.
  /// `plan` is that of `contract` under `settings`, where it was made already.
  package init(
    contract: Contract,
    settings: RunSettings,
    plan: Plan? = nil,
    headers: [HTTPHeader] = [],
    transport: any Transport,
    vault: SecretVault,
    files: @escaping @Sendable (String) -> [UInt8]?,
    record: (@Sendable (Observation) -> Void)? = nil,
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
    let source: any ObservationSource =
      if let record { RecordingSource(live) { record(vault.hide($0)) } } else { live }
    self.init(
      RunContext(contract: contract, settings: settings, source: source, vault: vault, emit: emit),
      plan
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
    let vault = SecretVault(replay.secrets, words: replay.contract.words)
    let source: any ObservationSource =
      if let record { RecordingSource(replay.source) { record(vault.hide($0)) } } else { replay.source }
    self.init(
      RunContext(
        contract: replay.contract,
        settings: settings,
        source: source,
        vault: vault,
        emit: emit
      )
    )
  }

  private init(_ context: RunContext, _ plan: Plan? = nil) {
    self.context = context
    self.plan = plan ?? Plan(contract: context.contract, settings: context.settings)
  }

  /// Runs every planned check; scenarios side by side, the steps of each in order.
  ///
  /// Cancelling the task interrupts the run: what is known by then is in the result.
  package func run(version: String, started: String) async -> RunResult {
    let clock = ContinuousClock()
    let start = clock.now
    context.emit(.runStarted(contract: context.contract.service, checks: plan.checks.count))
    let known = context.vault.count
    var verdicts = await verdicts()
    // What one scenario learned to be secret, another one may have been told about before.
    if context.vault.count > known { verdicts = verdicts.map { $0.hiding(context.vault) } }
    let duration = context.source.duration(measured: clock.now - start)
    let result = result(verdicts, version: version, started: started, duration: duration)
    context.emit(.runEnded(result))
    return result
  }

  private func verdicts() async -> [CheckVerdict] {
    let context = context
    return await withTaskGroup(of: (Int, [CheckVerdict]).self) { group in
      var results = [[CheckVerdict]](repeating: [], count: plan.runs.count)
      var next = 0
      func startNext() {
        guard next < plan.runs.count else { return }
        let (index, run) = (next, plan.runs[next])
        next += 1
        group.addTask {
          var runner = ScenarioRunner(context: context, run: run)
          return (index, await runner.verdict())
        }
      }
      for _ in 0..<min(context.settings.jobs, plan.runs.count) { startNext() }
      for await (index, verdicts) in group {
        results[index] = verdicts
        startNext()
      }
      return results.flatMap { $0 }
    }
  }

  private func result(
    _ verdicts: [CheckVerdict],
    version: String,
    started: String,
    duration: Duration
  ) -> RunResult {
    var collector = FindingCollector()
    for verdict in verdicts { collector.add(verdict.findings) }
    let contract = context.contract
    var result = RunResult(
      assay: version,
      contract: contract.service,
      title: contract.title,
      file: contract.file,
      servers: contract.servers.map { .init(name: $0.name, url: context.vault.hide(context.baseURL(of: $0.name))) },
      outcome: outcome(verdicts.map(\.result)),
      checks: verdicts.map(\.result),
      findings: collector.findings,
      documents: contract.documents.map { .init(name: $0.name, title: $0.title, file: $0.file) },
      started: started,
      duration: duration
    )
    result.supporting = plan.supporting
    return result
  }

  private func outcome(_ checks: [CheckResult]) -> RunResult.Outcome {
    if context.source.isInterrupted { return .interrupted }
    let statuses = Set(checks.map(\.status))
    if statuses.contains(.failed) { return .failed }
    // Where every check was skipped, nothing was verified either.
    guard statuses.contains(.error) || statuses == [.skipped] else { return .passed }
    return statuses.contains(.passed) || statuses.contains(.warned) ? .failed : .error
  }
}
