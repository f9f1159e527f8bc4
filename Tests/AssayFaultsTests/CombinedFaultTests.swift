import AssayContract
import AssayDrift
import AssayFindings
import AssayJSON
import AssayKit
import AssayMock
import AssayVerifier
import Foundation
import Synchronization
import Testing

/// Plays picks of faults at once, and holds what `verify` finds, and what `drift` lists, against what each breaks alone.
@Suite(.serialized) struct CombinedFaultTests {
  /// How many picks are played of each contract's faults; far more where there is time.
  static let picks = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] == nil ? 5 : 60

  @Test(arguments: FaultVerificationTests.contracts)
  func showsEachFaultOfAPick(name: String) async throws {
    let suite = try FaultVerificationTests.suite(name)
    let faults = DerivedFaults.all(of: suite.contract)
    let combiner = FaultCombiner(contract: suite.contract)
    var numbers = SeededNumbers(seed: 2_024)
    for number in 0..<Self.picks {
      let mixed = number.isMultiple(of: 2) ? faults.shuffled(using: &numbers) : evenly(faults, &numbers)
      let pick = pick(of: mixed, combiner)
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

  /// Up to ten that can be played at once, the first that can.
  private func pick(of faults: [Fault], _ combiner: FaultCombiner) -> [Fault] {
    var pick: [Fault] = []
    func add(_ group: ArraySlice<Fault>) {
      let group = group.prefix(10 - pick.count)
      guard !group.isEmpty else { return }
      if combiner.canPlay(pick + group) {
        pick += group
      } else if group.count > 1 {
        let middle = group.startIndex + group.count / 2
        add(group[..<middle])
        add(group[middle...])
      }
    }
    // A job that never ends is waited for in real time.
    add(faults.filter { $0.rule != "poll.within" }.prefix(14))
    return pick
  }

  private func wanted(_ faults: [Fault]) -> [String] {
    faults.compactMap { fault in
      fault.breaks.map { "\(fault.rule) \(fault.level) \(Self.place(fault.rule, $0.pointer.description))" }
    }.sorted()
  }

  private func found(_ findings: [Finding]) -> [String] {
    findings.filter { $0.rule != "stream.unknownEvent" }
      .map { "\($0.rule) \($0.level) \(Self.place($0.rule, $0.promise?.pointer ?? "-"))" }.sorted()
  }

  /// Where the broken promise stands; an answer that breaks off is the same fault whatever each step wanted of it.
  private static func place(_ rule: String, _ pointer: String) -> String {
    rule.hasPrefix("transport.") ? "" : pointer
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
