import AssayContract
import AssayFindings
import AssayHTTP
import AssayMock
import AssayObservation
import AssaySecrets
import AssayVerifier
import AssayText
import Synchronization

/// Verifies a contract's own mock in memory, with faults and without: what is found is what a run over sockets would find.
struct MockTrial: Sendable {
  let contract: Contract
  /// Answers nothing itself; each trial is played to a copy of it.
  private let responder: Responder
  /// The places of the scenarios that call each operation.
  private let callers: [String: [Int]]
  /// An interval at which no poll of the contract is answered more than some hundred times before its time is over.
  private let pollInterval: Duration?
  private let unknownPaths = UnknownPaths()

  /// The result of a trial.
  struct Report {
    /// The findings of each check, in order.
    var findings: [Finding] = []
    /// The observations, where they were requested.
    var observations: [Observation] = []
  }

  init(contract: Contract) {
    self.contract = contract
    responder = Responder(contract: contract, surroundings: .reproducible(for: contract))
    var callers: [String: [Int]] = [:]
    for (index, scenario) in contract.scenarios.enumerated() {
      for operation in Set(scenario.steps.map(\.operation)) { callers[operation, default: []].append(index) }
    }
    self.callers = callers
    pollInterval =
      contract.operations.compactMap { operation in
        guard case .poll(let promise) = operation.interaction else { return nil }
        return promise.within.duration / 100
      }.min()
  }

  /// Runs `scenarios` against a mock with `faults`; `longestStream` caps streams that would not end, `isObserved` keeps what
  /// was seen.
  ///
  /// After a finding that `isDecisive` nothing more is asked of the mock.
  func report(
    playing faults: [PlayedFault],
    in scenarios: [Scenario],
    longestStream: Duration? = nil,
    isObserved: Bool = false,
    until isDecisive: @escaping @Sendable (Finding) -> Bool = { _ in false }
  ) async -> Report {
    let surroundings = MockSurroundings.reproducible(for: contract)
    let mock = InMemoryTransport(responder.restarted(in: surroundings, faults: faults))
    let report = Mutex(Report())
    var tried = contract
    tried.scenarios = scenarios
    let record: @Sendable (Hidden<Observation>) -> Void = { observation in
      report.withLock { $0.observations.append(observation.value) }
    }
    var settings = RunSettings(servers: mock.servers, maxWait: longestStream, pollEvery: pollInterval, jobs: 1)
    settings.clock = surroundings.timeOfClient
    let verifier = Verifier(
      contract: tried,
      settings: settings,
      transport: mock,
      vault: SecretVault(),
      files: responder.surroundings.files,
      record: isObserved ? record : nil,
      keepsLedger: false,
      unknownPaths: unknownPaths,
      emit: { event in
        guard case .checkEnded(_, let findings) = event.value else { return }
        report.withLock { $0.findings += findings }
        if findings.contains(where: isDecisive) { mock.silence() }
      }
    )
    _ = await verifier.run(version: "", started: "")
    return report.withLock { $0 }
  }

  /// The scenarios that call `operation`, cut down to what its calls need; where none does, one made for it.
  func scenarios(calling operation: String) -> [Scenario] {
    let found = (callers[operation] ?? []).map { contract.scenarios[$0] }
    guard found.isEmpty else { return found.map { $0.excerpt(around: operation, of: contract) } }
    return [Scenario(name: operation, steps: [Step(id: operation, operation: operation)])]
  }

  /// The scenarios that call any of `operations`, whole; for one that none calls, one made for it.
  func scenarios(calling operations: Set<String>) -> [Scenario] {
    let found = contract.scenarios.filter { $0.steps.contains { operations.contains($0.operation) } }
    let called = Set(found.flatMap(\.steps).map(\.operation))
    return found
      + contract.operations.map(\.name).filter { operations.contains($0) && !called.contains($0) }
      .flatMap { scenarios(calling: $0) }
  }
}
