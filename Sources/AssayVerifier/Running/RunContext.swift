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
  /// The watch for operations whose routes may not exist.
  var routes = RouteWatch { _ in }
  /// The number of the attempt at the scenario, from 1.
  var attempt = 1
  /// The scenarios that may change what others compare; `nil` until the plan is made.
  var neighbours: Neighbours?
  /// The failures of `before` and `after` steps.
  var failures = FrameFailures()
  /// The jobs followed so far.
  var jobs = JobWatch()
  /// The promises that the run tests; `nil` if their results are not needed.
  var table: PromiseTable?
  /// For each server, a path that it does not serve.
  var unknownPaths = UnknownPaths()
  /// The memory for what later steps may read.
  let memory: AnswerMemory
  private let began = ContinuousClock.now

  /// A new, empty ledger for a check.
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

  /// The time since the run began.
  var elapsed: Duration { .now - began }

  /// The addresses of the servers in this run: URLs in responses are followed only to these.
  var baseURLs: [String] { contract.servers.map { baseURL(of: $0.name) } }

  /// Returns the address of `server` in this run.
  func baseURL(of server: String) -> String {
    settings.servers[server] ?? contract.servers.first { $0.name == server }?.url ?? ""
  }
}

/// The failures of `before` and `after` steps, by the ids of their checks.
final class FrameFailures: Sendable {
  private let failures = Mutex<[String: String]>([:])

  /// Records the failure of a step, unless an earlier one is recorded.
  func note(_ failure: String, of check: String) {
    failures.withLock { $0[check] = $0[check] ?? failure }
  }

  /// Returns the step of the given check id, with its failure if it had one.
  func step(_ check: String) -> SupportingStep { SupportingStep(check, failure: failures.withLock { $0[check] }) }
}
