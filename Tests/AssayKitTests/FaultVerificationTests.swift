import AssayContract
import AssayDrift
import AssayFindings
import AssayJSON
import AssayKit
import AssayMock
import AssayReport
import Foundation
import TestKit
import Testing

/// Plays every fault of every contract over real sockets, and holds what `verify` finds, and what `drift` lists, against
/// what the fault breaks.
///
/// Each run is recorded, and its recording judged: to the same report.
@Suite(.serialized) struct FaultVerificationTests {
  static let contracts = ["serial-ocr", "landmark", "memorai", "mondrian"]

  static func suite(_ name: String) throws -> ConformanceSuite {
    try ConformanceSuite(contentsOf: Repository.path("contracts/\(name).json"))
  }

  /// What a run that cannot last longer than a fault needs is allowed.
  static func options(for fault: Fault?, of contract: Contract) -> VerifyOptions {
    var options = VerifyOptions()
    options.pollEvery = .milliseconds(5)
    options.timeout = .seconds(10)
    options.jobs = 4
    if let fault {
      let calling = contract.scenarios.filter { $0.steps.contains { $0.operation == fault.operation } }
      // What takes real time is waited for once.
      options.only = calling.prefix(takesTime(fault) ? 1 : calling.count).map { "\($0.name)/*" }
    }
    switch fault?.rule {
    case "transport.timeout": options.timeout = .milliseconds(500)
    case "stream.within", "poll.within": options.maxWait = .milliseconds(500)
    default: break
    }
    return options
  }

  /// Whether a run with `fault` does little but wait.
  static func takesTime(_ fault: Fault) -> Bool {
    ["response.time", "stream.first", "stream.within", "transport.timeout", "poll.blocks"].contains(fault.rule)
  }

  /// Runs `suite` against a mock of its own, and again against what of that run was recorded, to the same report.
  static func drift(_ suite: ConformanceSuite, playing faults: [Fault], oddity: String? = nil) async throws
    -> DriftReport
  {
    let mock = try MockServer(
      contract: suite.contract,
      settings: MockSettings(oddities: oddity.map { [$0] } ?? [], pace: .fast, files: suite.file),
      playing: faults
    )
    var options = options(for: faults.first, of: suite.contract)
    if faults.isEmpty { options.jobs = 8 }
    for server in try mock.start() { options.servers[server.name] = ServerURL(server.url) }
    defer { mock.stop() }
    return try await suite.driftAndReplay(options, faults.first?.name ?? oddity ?? "conforming")
  }

  @Test(arguments: contracts)
  func catchesEachFaultByThePromiseItBreaks(name: String) async throws {
    let suite = try Self.suite(name)
    // A silence longer than the minute that is promised is waited for only where that was asked for.
    let isPatient = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] != nil
    let faults = DerivedFaults.all(of: suite.contract).filter { isPatient || $0.rule != "stream.silence" }
    // Those that wait do it together; the others would be late for one another.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, fault) in faults.filter(Self.takesTime).enumerated() {
        if index >= 8 { try await group.next() }
        group.addTask { try await Self.expectToBeCaught(fault, suite) }
      }
      try await group.waitForAll()
    }
    for fault in faults where !Self.takesTime(fault) { try await Self.expectToBeCaught(fault, suite) }
  }

  /// Plays `fault`, and looks at what is found and what is listed.
  private static func expectToBeCaught(_ fault: Fault, _ suite: ConformanceSuite) async throws {
    let report = try await drift(suite, playing: [fault])
    // On a busy machine the mock itself may be late.
    let isToBlame = { (rule: String) in rule != "response.time" || fault.rule == rule }
    expect(report.run.findings.filter { isToBlame($0.rule) }, of: fault)
    expect(report.rows.filter { isToBlame($0.rule) }, of: fault)
  }

  /// What is broken is one finding, and what is added none that counts.
  private static func expect(_ findings: [Finding], of fault: Fault) {
    let found = Set(findings.map { "\($0.rule) \($0.level) \($0.promise?.pointer ?? "-")" })
    let wanted: Set<String> =
      fault.breaks.map { ["\(fault.rule) \(fault.level) \($0.pointer)"] } ?? []
    if fault.kind == .addition {
      #expect(findings.allSatisfy { $0.level == .may }, "\(fault.name): \(found)")
    } else if found != wanted {
      Issue.record("\(fault.name): wanted \(wanted), found \(found)")
    }
  }

  /// What is broken is one row, and so is what is added; a `may` is a note.
  private static func expect(_ rows: [DriftRow], of fault: Fault) {
    let listed = rows.filter { $0.isDrift || $0.level != nil }
    let told = listed.map { "\($0.operation) \($0.kind.rawValue) \($0.rule) \($0.location)" }
    guard listed.count == 1, let row = listed.first else {
      Issue.record("\(fault.name): wanted one row, found \(told)")
      return
    }
    switch fault.kind {
    case .breaking: #expect(row.rule == fault.rule && row.isDrift == (fault.level > .may), "\(fault.name): \(told)")
    case .addition:
      let isUndocumented = [.undocumentedField, .undocumentedEvent].contains(row.kind)
      #expect(isUndocumented && row.operation == fault.operation, "\(fault.name): \(told)")
    }
  }

  @Test(arguments: contracts)
  func mindsNoOddity(name: String) async throws {
    let suite = try Self.suite(name)
    for oddity in [nil] + Oddity.all.map(\.name) {
      let report = try await Self.drift(suite, playing: [], oddity: oddity)
      let result = report.run
      let told = result.findings.filter { $0.rule != "response.time" }
      #expect(told.isEmpty, "\(oddity ?? "conforming"): \(result.failureDescription)")
      #expect(result.outcome == .passed)
      let drift = report.drift.filter { $0.rule != "response.time" }
      #expect(drift.allSatisfy { $0.kind == .undocumentedField }, "\(oddity ?? "conforming"): \(drift)")
    }
  }
}
