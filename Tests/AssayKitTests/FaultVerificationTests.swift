import AssayContract
import AssayJSON
import AssayKit
import AssayMock
import Foundation
import Testing

/// Plays every fault of every contract over real sockets, and holds what `verify` finds against what the fault breaks.
///
/// Each run is recorded, and its recording judged: to the same report.
@Suite(.serialized) struct FaultVerificationTests {
  static let contracts = ["serial-ocr", "landmark", "memorai", "mondrian"]

  static func suite(_ name: String) throws -> ConformanceSuite {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try ConformanceSuite(contentsOf: root.appending(path: "contracts/\(name).json").path)
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

  static func verify(_ suite: ConformanceSuite, playing faults: [Fault], oddity: String? = nil) async throws
    -> RunResult
  {
    let mock = try MockServer(
      contract: suite.contract,
      settings: MockSettings(oddities: oddity.map { [$0] } ?? [], pace: .fast, files: suite.file),
      playing: faults
    )
    var options = options(for: faults.first, of: suite.contract)
    if faults.isEmpty { options.jobs = 8 }
    for server in try mock.start() { options.servers[server.name] = server.url }
    defer { mock.stop() }
    return try await suite.verifyAndReplay(options, faults.first?.name ?? oddity ?? "conforming")
  }

  @Test(arguments: contracts)
  func catchesEachFaultByThePromiseItBreaks(name: String) async throws {
    let suite = try Self.suite(name)
    // A silence longer than the minute that is promised is waited for only where that was asked for.
    let isPatient = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] != nil
    let faults = Faults.all(of: suite.contract).filter { isPatient || $0.rule != "stream.silence" }
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

  private static func expectToBeCaught(_ fault: Fault, _ suite: ConformanceSuite) async throws {
    let result = try await verify(suite, playing: [fault])
    // On a busy machine the mock itself may be late.
    let told = result.findings.filter { $0.rule != "response.time" || fault.rule == "response.time" }
    let found = Set(told.map { "\($0.rule) \($0.level) \($0.promise?.pointer ?? "-")" })
    let wanted: Set<String> =
      fault.breaks.map { ["\(fault.rule) \(fault.level) \($0.pointer)"] } ?? []
    if fault.kind == .addition {
      #expect(told.allSatisfy { $0.level == .may }, "\(fault.name): \(found)")
    } else if found != wanted {
      Issue.record("\(fault.name): wanted \(wanted), found \(found)")
    }
  }

  @Test(arguments: contracts)
  func mindsNoOddity(name: String) async throws {
    let suite = try Self.suite(name)
    for oddity in [nil] + Oddity.all.map(\.name) {
      let result = try await Self.verify(suite, playing: [], oddity: oddity)
      let told = result.findings.filter { $0.rule != "response.time" }
      #expect(told.isEmpty, "\(oddity ?? "conforming"): \(result.failureDescription)")
      #expect(result.outcome == .passed)
    }
  }
}
