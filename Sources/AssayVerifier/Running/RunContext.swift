import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets
import Synchronization

/// The state that all scenarios of a run share.
struct RunContext: Sendable {
  var contract: Contract
  var settings: RunSettings
  /// The source of exchanges.
  var source: any ObservationSource
  var vault: SecretVault
  var emit: @Sendable (Hidden<RunEvent>) -> Void
  /// The operations that answer as documented routes do.
  var routes = RouteWatch { _ in }
  /// The number of the attempt at the scenario, from 1.
  var attempt = 1
  /// Failures in steps before and after scenarios.
  var failures = FrameFailures()
  /// The promises of the contract; `nil` where their fates are not needed.
  var table: PromiseTable?
  /// The paths at which its servers serve nothing.
  var unknownPaths = UnknownPaths()
  /// The memory for what later steps may read.
  let memory: AnswerMemory
  private let began = ContinuousClock.now

  /// The empty ledger of a check.
  var ledger: CheckLedger { table.map { CheckLedger(fields: $0.fields) } ?? CheckLedger() }

  init(
    contract: Contract,
    settings: RunSettings,
    source: any ObservationSource,
    vault: SecretVault,
    emit: @escaping @Sendable (Hidden<RunEvent>) -> Void
  ) {
    self.contract = contract
    self.settings = settings
    self.source = source
    self.vault = vault
    self.emit = emit
    memory = AnswerMemory(settings.limits.mostMemory)
  }

  /// The time since the run was made ready.
  var elapsed: Duration { .now - began }

  /// The addresses of the servers in this run: the only places a URL of an answer is followed to.
  var baseURLs: [String] { contract.servers.map { baseURL(of: $0.name) } }

  /// Returns the address of `server` in this run.
  func baseURL(of server: String) -> String {
    settings.servers[server] ?? contract.servers.first { $0.name == server }?.url ?? ""
  }
}

/// The failures of steps before and after scenarios, by the ids of their checks.
final class FrameFailures: Sendable {
  private let failures = Mutex<[String: String]>([:])

  /// Keeps the first failure of a step.
  func note(_ failure: String, of check: String) {
    failures.withLock { $0[check] = $0[check] ?? failure }
  }

  /// The step with its failure.
  func step(_ check: String) -> SupportingStep { SupportingStep(check, failure: failures.withLock { $0[check] }) }
}
