import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets
import Synchronization

/// The state that all scenarios of a run share.
final class RunContext: Sendable {
  let contract: Contract
  let settings: RunSettings
  /// The source of exchanges.
  let source: any ObservationSource
  let vault: SecretVault
  let emit: @Sendable (Hidden<RunEvent>) -> Void
  /// The promises that the run tests; `nil` if their results are not needed.
  let table: PromiseTable?
  /// The scenarios that may change what others compare.
  let neighbours: Neighbours
  /// For each server, a path that it does not serve.
  let unknownPaths: UnknownPaths
  /// The watch for operations whose routes may not exist.
  let routes: RouteWatch
  /// The failures of `before` and `after` steps.
  let failures = FrameFailures()
  /// The jobs followed so far.
  let jobs = JobWatch()
  /// The memory for what later steps may read.
  let memory: AnswerMemory
  private let began = ContinuousClock.now

  /// Makes the state of a run of `verifier`, which begins now.
  init(of verifier: Verifier) {
    contract = verifier.contract
    settings = verifier.settings
    source = verifier.source
    vault = verifier.vault
    table = verifier.table
    neighbours = verifier.neighbours
    unknownPaths = verifier.unknownPaths
    routes = RouteWatch(verifier.emit)
    emit = routes.emit
    memory = AnswerMemory(settings.limits.mostMemory)
  }

  /// A new, empty ledger for a check.
  var ledger: CheckLedger { table.map { CheckLedger(fields: $0.fields) } ?? CheckLedger() }

  /// The time since the run began.
  var elapsed: Duration { .now - began }

  /// The addresses of the servers in this run: URLs in responses are followed only to these.
  var baseURLs: [String] { contract.servers.map { settings.baseURL(of: $0.name, in: contract) } }

  /// Returns the address of `server` in this run.
  func baseURL(of server: String) -> String { settings.baseURL(of: server, in: contract) }
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
