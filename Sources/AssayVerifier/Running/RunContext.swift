import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation
import Synchronization

/// What every scenario of a run shares.
struct RunContext: Sendable {
  var contract: Contract
  var settings: RunSettings
  /// Where that what steps are judged by comes from.
  var source: any ObservationSource
  var vault: SecretVault
  var emit: @Sendable (RunEvent) -> Void
  /// Which operations answer as documented routes do.
  var routes = RouteWatch { _ in }
  /// What broke of that made before and behind scenarios.
  var troubles = FrameTroubles()
  /// The promises of the contract; `nil` where nobody asks what became of them.
  var table: PromiseTable?
  /// Where its servers serve nothing.
  var unknownPaths = UnknownPaths()
  private let began = ContinuousClock.now

  /// What notes what is judged of a check's promises.
  var judged: Judged { table.map { Judged(fields: $0.fields) } ?? Judged() }

  init(
    contract: Contract,
    settings: RunSettings,
    source: any ObservationSource,
    vault: SecretVault,
    emit: @escaping @Sendable (RunEvent) -> Void
  ) {
    self.contract = contract
    self.settings = settings
    self.source = source
    self.vault = vault
    self.emit = emit
  }

  /// The time since the run was made ready.
  var elapsed: Duration { .now - began }

  /// Where the run finds each server: the only places a URL of an answer is followed to.
  var baseURLs: [String] { contract.servers.map { baseURL(of: $0.name) } }

  /// Where the run finds `server`.
  func baseURL(of server: String) -> String {
    settings.servers[server] ?? contract.servers.first { $0.name == server }?.url ?? ""
  }
}

/// What broke of the steps made before and behind scenarios, by the ids of their checks.
final class FrameTroubles: Sendable {
  private let troubles = Mutex<[String: String]>([:])

  func note(_ trouble: String, of check: String) { troubles.withLock { $0[check] = trouble } }

  /// The id, and what broke there.
  func told(_ check: String) -> String {
    troubles.withLock { $0[check] }.map { "\(check) (broke: \($0))" } ?? check
  }
}
