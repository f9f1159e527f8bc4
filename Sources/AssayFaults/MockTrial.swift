import AssayContract
import AssayFindings
import AssayHTTP
import AssayMock
import AssayObservation
import AssaySecrets
import AssayVerifier
import AssayText
import Synchronization

/// A trial: the verification of a contract against its own mock in memory, with or without faults. The findings are the
/// same as over sockets.
struct MockTrial: Sendable {
  let contract: Contract
  /// The mock's responder; each trial uses a new copy.
  private let responder: Responder
  /// For each operation, the positions of the scenarios that call it.
  private let callers: [String: [Int]]
  /// The interval between polls in trials: long enough that no job is polled more than about a hundred times before its
  /// time is over.
  private let pollInterval: Duration?
  private let unknownPaths: UnknownPaths

  /// The result of a trial.
  struct Report {
    /// The findings of each check, in order.
    var findings: [Finding] = []
    /// The observations, if they were requested.
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
    unknownPaths = UnknownPaths(of: contract)
    pollInterval =
      contract.operations.compactMap { operation in
        guard case .poll(let promise) = operation.interaction else { return nil }
        return promise.within.duration / 100
      }.min()
  }

  /// Runs `scenarios` against a mock with `faults`. `longestStream` limits the time of streams that would not end; if
  /// `isObserved`, the observations are kept.
  ///
  /// After a finding for which `isDecisive` is true, the mock no longer responds, so that the trial ends early.
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
    // A contract has many operations, and a trial calls few.
    let called = scenarios.flatMap { $0.operations(in: contract) }
    var tried = contract
    (tried.scenarios, tried.operations) = (scenarios, contract.operations(named: called))
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

  /// Returns the scenarios that call `operation`, reduced to the steps that its calls need; if none exists, a scenario
  /// with a single call.
  func scenarios(calling operation: String) -> [Scenario] {
    let found = (callers[operation] ?? []).map { contract.scenarios[$0] }
    guard found.isEmpty else { return found.map { $0.excerpt(around: operation, of: contract) } }
    return [Scenario(name: operation, steps: [Step(id: operation, operation: operation)])]
  }

  /// Returns the complete scenarios that call any of `operations`, and a scenario with a single call for each operation
  /// that none of them calls.
  func scenarios(calling operations: Set<String>) -> [Scenario] {
    let found = contract.scenarios.filter { $0.steps.contains { operations.contains($0.operation) } }
    let called = Set(found.flatMap(\.steps).map(\.operation))
    return found
      + contract.operations.map(\.name).filter { operations.contains($0) && !called.contains($0) }
      .flatMap { scenarios(calling: $0) }
  }
}

extension Scenario {
  /// Returns the names of the operations that the scenario's steps call, also during their streams.
  fileprivate func operations(in contract: Contract) -> [String] {
    (before + steps + after).flatMap { step in
      [step.operation] + (contract.operation(named: step.operation)?.furtherOperations(of: step) ?? [])
    }
  }
}
