import AssayContract
import AssayDrift
import AssayFindings
import AssayKit
import AssayMock
import AssayVerifier
import Synchronization
import Testing

/// Plays picks of faults at once, and holds what `verify` finds, and what `drift` lists, against what each breaks alone.
@Suite(.serialized) struct CombinedFaultTests {
  static let picks = 12

  @Test(arguments: FaultVerificationTests.contracts)
  func showsEachFaultOfAPick(name: String) async throws {
    let suite = try FaultVerificationTests.suite(name)
    let faults = Faults.all(of: suite.contract)
    let combiner = FaultCombiner(contract: suite.contract)
    var numbers = SeededNumbers(seed: 2_024)
    for number in 0..<Self.picks {
      let pick = pick(of: number.isMultiple(of: 2) ? faults : evenly(faults, &numbers), combiner, &numbers)
      let report = await drift(suite, playing: pick)
      let told = "\(pick.map(\.name))"
      #expect(found(report.run.findings) == wanted(pick), "\(told)")
      let rows = report.rows.filter { $0.isDrift || $0.level != nil }
      #expect(rows.count == pick.count, "\(told): \(rows.map { "\($0.operation) \($0.kind.rawValue) \($0.location)" })")
    }
  }

  /// As many additions as there are, up to five, and then the others.
  private func evenly(_ faults: [Fault], _ numbers: inout SeededNumbers) -> [Fault] {
    let additions = faults.filter { $0.kind == .addition }.shuffled(using: &numbers).prefix(5)
    return additions + faults.filter { $0.kind == .breaking }.shuffled(using: &numbers)
  }

  /// Up to ten that can be played at once.
  private func pick(of faults: [Fault], _ combiner: FaultCombiner, _ numbers: inout SeededNumbers) -> [Fault] {
    var pick: [Fault] = []
    let isMixed = faults.first?.kind == .addition
    for fault in isMixed ? faults : faults.shuffled(using: &numbers) where pick.count < 10 {
      if fault.rule == "poll.within" { continue }
      if combiner.clash(among: pick + [fault]) == nil { pick.append(fault) }
    }
    return pick.shuffled(using: &numbers)
  }

  private func wanted(_ faults: [Fault]) -> [String] {
    faults.compactMap { fault in fault.breaks.map { "\(fault.rule) \(fault.level) \($0.pointer)" } }.sorted()
  }

  private func found(_ findings: [Finding]) -> [String] {
    findings.filter { $0.rule != "stream.unknownEvent" }
      .map { "\($0.rule) \($0.level) \($0.promise?.pointer ?? "-")" }.sorted()
  }

  private func drift(_ suite: ConformanceSuite, playing faults: [Fault]) async -> DriftReport {
    let transport = MockTransport(contract: suite.contract, faults: faults, files: suite.file)
    let observed = Mutex(ObservedBackend(contract: suite.contract))
    let verifier = Verifier(
      contract: suite.contract,
      settings: RunSettings(servers: transport.servers, pollEvery: .microseconds(100)),
      transport: transport,
      vault: SecretVault(),
      files: suite.file,
      record: { observation in observed.withLock { $0.add(observation) } }
    )
    let run = await verifier.run(version: "0.0.0", started: "")
    return DriftReport(observed: observed.withLock { $0 }, run: run)
  }
}

/// The same numbers each time (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
