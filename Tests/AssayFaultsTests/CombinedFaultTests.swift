import AssayContract
import AssayFaults
import AssayFindings
import AssayJSON
import AssayReport
import Foundation
import Testing

/// Plays picks of faults at once, and holds what `verify` finds, and what `drift` lists, against what each breaks alone.
struct CombinedFaultTests {
  /// How many picks are played of each contract's faults; far more where there is time.
  static let picks = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] == nil ? 5 : 60

  @Test(arguments: Gallery.names)
  func showsEachFaultOfAPick(name: String) async throws {
    let contract = try Gallery.contract(name)
    let faults = await Gallery.faults(of: contract)
    let combiner = await FaultCombiner(contract: contract)
    var numbers = SeededNumbers(seed: 2_024)
    for number in 0..<Self.picks {
      let mixed = number.isMultiple(of: 2) ? faults.shuffled(using: &numbers) : evenly(faults, &numbers)
      let pick = await pick(of: mixed, combiner)
      let run = await MockRun.inMemory(contract, playing: pick)
      let told = "\(pick.map(\.name))"
      #expect(found(run.result.findings) == wanted(pick), "\(told)")
      let rows = run.drift.rows.filter { $0.isDrift || $0.level != nil }
      #expect(rows.count == pick.count, "\(told): \(rows.map { "\($0.operation) \($0.kind.rawValue) \($0.location)" })")
    }
  }

  /// As many additions as there are, up to five, and then the others.
  private func evenly(_ faults: [Fault], _ numbers: inout SeededNumbers) -> [Fault] {
    let additions = faults.filter { $0.kind == .addition }.shuffled(using: &numbers).prefix(5)
    return additions + faults.filter { $0.kind == .breaking }.shuffled(using: &numbers)
  }

  /// Up to ten that can be played at once, the first that can.
  private func pick(of faults: [Fault], _ combiner: FaultCombiner) async -> [Fault] {
    var pick: [Fault] = []
    var groups = [faults.filter { $0.rule != "stream.within" }.prefix(14)]
    while let group = groups.popLast()?.prefix(10 - pick.count), pick.count < 10 {
      if await combiner.canPlay(pick + group) {
        pick += group
      } else if group.count > 1 {
        let middle = group.startIndex + group.count / 2
        groups += [group[middle...], group[..<middle]]
      }
    }
    return pick
  }

  private func wanted(_ faults: [Fault]) -> [String] {
    faults.compactMap { fault in
      fault.breaks.map { Self.told(fault.rule, fault.level, $0.pointer.description) }
    }.sorted()
  }

  private func found(_ findings: [Finding]) -> [String] {
    findings.filter { $0.rule != "stream.unknownEvent" }
      .map { Self.told($0.rule, $0.level, $0.promise?.pointer ?? "-") }.sorted()
  }

  /// A broken promise; an answer that breaks off is the same fault whatever each step wanted of it.
  private static func told(_ rule: Rule?, _ level: Level, _ pointer: String) -> String {
    "\(rule?.id ?? "") \(level) \(rule?.family == .transport ? "" : pointer)"
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
