import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation

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
  /// The promises of the contract; `nil` where nobody asks what became of them.
  var table: PromiseTable?

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

  /// Where the run finds each server: the only places a URL of an answer is followed to.
  var baseURLs: [String] { contract.servers.map { baseURL(of: $0.name) } }

  /// Where the run finds `server`.
  func baseURL(of server: String) -> String {
    settings.servers[server] ?? contract.servers.first { $0.name == server }?.url ?? ""
  }
}
