package import AssayContract
import AssayFindings
import AssayHTTP
package import AssayObservation
import AssayText
import AssayTransport
package import AssaySecrets
import AssayVerifier

/// A contract, loaded and ready to be checked against a backend.
///
/// ```swift
/// let suite = try ConformanceSuite(contentsOf: "contracts/serial-ocr.json")
/// let result = try await suite.verify(against: "http://127.0.0.1:8000")
/// #expect(result.isConforming, "\(result.failureDescription)")
/// ```
public struct ConformanceSuite: Sendable {
  package internal(set) var contract: Contract
  /// The folder to which the contract's file names are relative.
  let folder: String
  /// The values from `.env` files, by name, which are used for environment variables that are not set.
  var environmentFile: [String: String] = [:]

  /// The draft of the contract, if it was loaded from a document that is not a contract.
  public let derivation: DerivedContract?

  /// Loads the contract at `path`, or drafts one from the document there like ``derive(fromDocuments:for:)``. Files of
  /// rows that it names may be in `folders`.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if the file cannot be read,
  /// ``ConformanceError/contract(_:omitted:)`` with the errors of a contract, and
  /// ``ConformanceError/document(path:line:column:reason:)`` with those of a document.
  public init(contentsOf path: String, allowing folders: [String] = []) throws(ConformanceError) {
    try self.init(ContractSource(path: path), allowing: folders)
  }

  init(_ contract: Contract, in folder: String, _ derivation: DerivedContract? = nil) {
    self.contract = contract
    self.folder = folder
    self.derivation = derivation
  }

  /// Returns a document's name as messages show it: for a URL, its origin and path, without user, password and query.
  package static func shown(_ operand: String) -> String { ContractSource.shown(operand) }

  /// The contract's short name.
  public var service: String { contract.service }
  /// The name of the contract's file, as given.
  package var file: String { contract.file }
  /// The names of the contract's servers.
  public var servers: [String] { contract.servers.map(\.name) }
  /// Returns the ids of the checks that a verification would make, in order.
  public func checks(_ options: VerifyOptions = VerifyOptions()) -> [String] {
    plan(of: contract, options).checks.map(\.id)
  }

  /// Returns true if a verification would make any check.
  package func hasChecks(_ options: VerifyOptions) -> Bool {
    options.selection.isWhole
      ? contract.scenarios.contains { !$0.steps.isEmpty || !$0.invariants.isEmpty } : !checks(options).isEmpty
  }

  /// A check that a verification would make, and the call it begins with.
  public struct PlannedCheck: Sendable, Hashable {
    /// The check's id.
    public let id: String
    /// The operation's name; empty for the rules over a scenario.
    public let operation: String
    /// The method and the URL, with `{name}` for values only known in the run; empty for the rules over a scenario.
    public let call: String
    /// The tags of the check's scenario.
    public let tags: [String]
  }

  /// Returns the checks that a verification would make, in order, without using the network.
  public func plan(_ options: VerifyOptions = VerifyOptions()) -> [PlannedCheck] {
    let urls = Dictionary(contract.servers.map { ($0.name, options.servers[$0.name]?.description ?? $0.url) }) { $1 }
    let plan = plan(of: contract, options)
    let probes = Dictionary(plan.probes.map { ($0.check.id, $0.step.probe?.about ?? "") }) { first, _ in first }
    return plan.runs.flatMap { run in
      (run.isProbing ? run.checks : run.steps + (run.whole.map { [$0] } ?? [])).map { check in
        let operation = contract.operation(named: check.operation)
        let about = probes[check.id].map { " \($0)" } ?? ""
        let call = operation.map { "\($0.request.method) \(urls[$0.server] ?? "")\($0.request.path)\(about)" } ?? ""
        return PlannedCheck(id: check.id, operation: check.operation, call: call, tags: run.scenario.tags)
      }
    }
  }

  /// The tags of the contract's scenarios, each once.
  public var tags: [String] { Array(Set(contract.scenarios.flatMap(\.tags))).sorted() }

  /// Verifies the backend at `url` against the contract, which must have exactly one server.
  ///
  /// Throws ``ConformanceError/severalServers(service:servers:)`` if it has more,
  /// ``ConformanceError/invalidURL(server:)`` if `url` is not a ``ServerURL``, and the errors of
  /// ``verify(_:observe:)``.
  public func verify(against url: String, options: VerifyOptions = VerifyOptions()) async throws(ConformanceError)
    -> RunResult
  {
    guard let server = contract.servers.first, contract.servers.count == 1 else {
      throw .severalServers(service: service, servers: servers)
    }
    guard let url = ServerURL(url) else { throw .invalidURL(server: server.name) }
    var options = options
    options.servers[server.name] = url
    return try await verify(options)
  }

  /// Verifies the backend against the contract. `observe` receives the events of the run as they happen.
  ///
  /// Cancelling the task interrupts the run; the result then has everything known so far, with the outcome
  /// `interrupted`. A backend that does not answer is a finding, not an error.
  ///
  /// Throws, before anything is sent, ``ConformanceError/environment(_:)`` if an environment variable is not set, and
  /// ``ConformanceError/variable(_:reason:)`` if a variable of the contract has no value. Also throws
  /// ``ConformanceError/unknownServer(_:service:servers:)``, ``ConformanceError/strangeFile(_:service:)``,
  /// ``ConformanceError/contract(_:omitted:)`` if files to send cannot be read, and
  /// ``ConformanceError/noChecks(service:)``.
  public func verify(
    _ options: VerifyOptions = VerifyOptions(),
    observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(ConformanceError) -> RunResult { try await verify(options, record: nil, observe: observe) }

  package func verify(
    _ options: VerifyOptions,
    record: (@Sendable (Hidden<Observation>) -> Void)?,
    vault given: SecretVault? = nil,
    observe: @escaping @Sendable (RunEvent) -> Void
  ) async throws(ConformanceError) -> RunResult {
    let contract = try resolved()
    let secrets = try RunSecrets(contract: contract, options: options, environment: environmentValue)
    let vault = given ?? SecretVault(of: contract, memory: options.limits.mostMemory)
    vault.add(secrets.secrets)
    try checkServers(options)
    try checkFilledURLs(options)
    let settings = settings(options)
    let plan = plan(of: contract, options)
    let files = try files(options) { plan }
    guard !plan.runs.isEmpty || !plan.mark.isEmpty else { throw .noChecks(service: service) }
    let curl = CurlTransport(options: options.curl(for: plan))
    defer { curl.shutdown() }
    let control = RunControl(options, observe)
    let transport: any Transport = if let rate = options.rate { RateLimit(of: curl, perSecond: rate) } else { curl }
    let verifier = Verifier(
      contract: contract,
      settings: settings,
      plan: plan,
      headers: secrets.headers,
      transport: transport,
      vault: vault,
      files: { files.read($0) },
      record: control.recording(record),
      emit: { event in control.see(event) }
    )
    let (began, clock) = (SystemClock.now.description, ContinuousClock.now)
    return await control.run {
      await verifier.run(version: assayVersion, started: began)
    } interrupted: { ended in
      verifier.interrupted(ended, version: assayVersion, started: began, duration: .now - clock)
    }
  }

  func settings(_ options: VerifyOptions) -> RunSettings {
    var settings = RunSettings(servers: options.servers.mapValues(\.description), strict: options.strict)
    settings.selection = options.selection
    settings.limits = options.limits
    settings.timings = options.timings?.checks[service] ?? [:]
    settings.seed = .random(in: 0 ... .max)
    settings.now = { SystemClock.now }
    settings.clock = { SystemClock.moment }
    return settings
  }

  /// Throws the errors that a verification would throw because of `options`, without running it.
  public func check(_ options: VerifyOptions) throws(ConformanceError) {
    _ = try RunSecrets(contract: try resolved(), options: options, environment: environmentValue)
    try checkServers(options)
    try checkFilledURLs(options)
    _ = try files(options) { plan(of: contract, options) }
  }

  /// Returns the names of the secrets of a verification with `options` that are too short or too plain to be hidden
  /// everywhere in reports. They are hidden only in fields for credentials.
  package func weakSecrets(_ options: VerifyOptions) -> [String] {
    (try? RunSecrets(contract: try resolved(), options: options, environment: environmentValue))?.weak ?? []
  }

  func checkServers(_ options: VerifyOptions) throws(ConformanceError) {
    try options.checkFiles()
    guard let unknown = options.servers.keys.sorted().first(where: { !servers.contains($0) }) else { return }
    throw .unknownServer(unknown, service: service, servers: servers)
  }
}
