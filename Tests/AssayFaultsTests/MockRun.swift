import AssayContract
import AssayDrift
import AssayFaults
import AssayFindings
import AssayHTTP
import AssayMock
import AssayObservation
import AssayReport
import AssaySecrets
import AssayText
import AssayVerifier
import Synchronization
import Testing

/// A verification of a contract against its own mock, in memory or over any other transport, and what came of it.
struct MockRun {
  let contract: Contract
  let result: RunResult
  let observations: [Observation]

  /// Runs all scenarios that call the operations of `faults`; all there are where there is none.
  static func inMemory(
    _ contract: Contract,
    playing faults: [Fault] = [],
    variation: LegalVariation? = nil
  ) async -> MockRun {
    let surroundings = MockSurroundings.reproducible(for: contract)
    let responder = Responder(contract: contract, surroundings: surroundings, faults: faults.map(\.played))
    let writer = AnswerWriter(variations: variation.map { [$0] } ?? [], pace: .fast)
    let mock = InMemoryTransport(responder, writer: writer)
    var settings = settings(faults, contract, mock.servers)
    settings.clock = surroundings.timeOfClient
    return await MockRun(contract, settings: settings, over: mock)
  }

  init(_ contract: Contract, settings: RunSettings, over transport: any Transport) async {
    let observations = Mutex<[Observation]>([])
    let verifier = Verifier(
      contract: contract,
      settings: settings,
      transport: transport,
      vault: SecretVault(),
      files: { Array("the bytes of \($0)".utf8) },
      record: { observation in observations.withLock { $0.append(observation.value) } }
    )
    result = await verifier.run(version: "0.0.0", started: "2024-01-15T10:30:00.000Z").value
    self.contract = contract
    self.observations = observations.withLock { $0 }
  }

  /// What a run that lasts no longer than a fault needs is allowed. One call at a time, as `FaultCombiner` plays faults: which
  /// calls are a server's last before it counts as down would otherwise differ from run to run.
  static func settings(_ faults: [Fault], _ contract: Contract, _ servers: [String: String]) -> RunSettings {
    var settings = RunSettings(servers: servers, jobs: 1)
    let operations = Set(faults.map(\.operation))
    if !faults.isEmpty {
      let calling = contract.scenarios.filter { $0.steps.contains { operations.contains($0.operation) } }
      settings.selection.only = calling.map { "\($0.name)/*" }
    }
    if faults.contains(where: { $0.rule == "stream.within" }) { settings.limits.maxWait = .milliseconds(500) }
    return settings
  }

  var drift: DriftReport {
    DriftComparison(contract: contract, observations: observations, run: result).report
  }

  /// Writes what was seen to a recording, reads it back and judges it, and expects the findings and drift of this run.
  func expectSameOfItsRecording(_ name: String, settings: RunSettings) async throws {
    let recorded = RecordedRun(
      service: contract.service,
      started: try #require(DateTime(result.started)),
      duration: result.duration,
      servers: result.servers.map { .init(name: $0.name, url: $0.url) },
      observations: observations
    )
    let log = try HARReader.read(Array(HARWriter.write([recorded], version: "0.0.0").utf8))
    let observed = Mutex<[Observation]>([])
    let verifier = Verifier(
      replaying: Replay(of: log, against: contract),
      settings: settings,
      record: { observation in observed.withLock { $0.append(observation.value) } }
    )
    var replayed = await verifier.run(version: "0.0.0", started: result.started).value
    replayed.duration = result.duration
    expectSame(json(result), json(replayed), name)
    let again = DriftComparison(contract: contract, observations: observed.withLock { $0 }, run: replayed).report
    expectSame(DriftFormat.json.render(drift), DriftFormat.json.render(again), name)
  }

  private func json(_ result: RunResult) -> String { JSONReport().render([result], options: ReportOptions()) }

  private func expectSame(_ live: String, _ replayed: String, _ name: String) {
    guard live != replayed else { return }
    let lines = zip(live.split(separator: "\n"), replayed.split(separator: "\n"))
    let different = lines.first { $0.0 != $0.1 }
    Issue.record("\(name): live \(different?.0.prefix(400) ?? "…"), replayed \(different?.1.prefix(400) ?? "…")")
  }
}
