import AssayContract
import AssayJSON
import AssayKit
import AssayMock
import Testing

/// Every fault the mock can play is caught by the promise it breaks, and by nothing else.
@Suite(.serialized)
struct FaultTests {
  @Test(arguments: DocumentedSystem.allCases)
  func mockWithoutFaultKeepsItsContract(_ system: DocumentedSystem) async throws {
    let suite = try ConformanceSuite(contentsOf: system.contract)
    let result = try await verify(suite, playing: [])
    #expect(result.isConforming, "\(result.failureDescription)")
    #expect(result.findings.allSatisfy(\.isHarmless), "\(result.failureDescription)")
  }

  @Test(arguments: DocumentedSystem.allCases)
  func everyFaultIsCaughtByThePromiseItBreaks(_ system: DocumentedSystem) async throws {
    let suite = try ConformanceSuite(contentsOf: system.contract)
    let faults = Faults.all(of: suite.contract)
    #expect(faults.count { $0.kind == .breaking } >= 20)
    try await withThrowingTaskGroup(of: String?.self) { group in
      var rest = faults[...]
      for fault in rest.prefix(4) { group.addTask { try await complaint(about: fault, suite) } }
      rest = rest.dropFirst(4)
      for try await complaint in group {
        if let complaint { Issue.record("\(complaint)") }
        if let fault = rest.popFirst() { group.addTask { try await self.complaint(about: fault, suite) } }
      }
    }
  }

  @Test(arguments: DocumentedSystem.allCases)
  func everyOddityPasses(_ system: DocumentedSystem) async throws {
    let suite = try ConformanceSuite(contentsOf: system.contract)
    for oddity in Oddity.all {
      let result = try await verify(suite, playing: [], oddities: [oddity.name])
      #expect(result.isConforming, "\(oddity.name): \(result.failureDescription)")
      #expect(result.findings.allSatisfy(\.isHarmless), "\(oddity.name): \(result.failureDescription)")
    }
  }

  /// What is wrong with what a fault brought about, where anything is.
  private func complaint(about fault: Fault, _ suite: ConformanceSuite) async throws -> String? {
    let result = try await verify(suite, playing: [fault])
    let found = result.findings.filter { !$0.isHarmless || $0.rule == fault.rule }.filter { $0.level > .may }
    let told = found.map { "\($0.level) \($0.operation) \($0.rule) at \($0.location): \($0.message)" }
    switch fault.kind {
    case .addition: return found.isEmpty ? nil : "\(fault.name) breaks nothing, but: \(told)"
    case .breaking where fault.level == .may: return found.isEmpty ? nil : "\(fault.name) breaks a may, but: \(told)"
    case .breaking:
      guard found.count == 1, let only = found.first, only.operation == fault.operation, only.rule == fault.rule,
        only.level == fault.level
      else { return "\(fault.name) should break \(fault.level) \(fault.rule), but: \(told)" }
      return nil
    }
  }

  private func verify(
    _ suite: ConformanceSuite,
    playing faults: [Fault],
    oddities: [String] = []
  ) async throws -> RunResult {
    let mock = try suite.mock(MockSettings(oddities: oddities, pace: .fast), playing: faults)
    defer { mock.stop() }
    var options = VerifyOptions()
    for server in try mock.start() { options.servers[server.name] = server.url }
    options.pollEvery = .milliseconds(10)
    // A fault that is about being late has to be waited for; one that never ends need not be.
    options.timeout = faults.contains { $0.rule == "transport.timeout" } ? .seconds(1) : .seconds(20)
    options.maxWait = faults.contains { $0.isAboutLateness } ? .seconds(90) : .seconds(1)
    options.jobs = 8
    if let fault = faults.first { options.only = suite.checks(concerning: fault) }
    return try await suite.verify(options)
  }
}

extension Finding {
  /// Whether a conforming backend can bring it about: a remark, or a machine so busy that the mock answers late.
  fileprivate var isHarmless: Bool { level == .may || rule == "response.time" }
}

extension Fault {
  fileprivate var isAboutLateness: Bool { ["stream.first", "stream.silence", "poll.blocks"].contains(rule) }
}

extension ConformanceSuite {
  /// The ids of the checks that call the fault's operation; of one scenario where the promise is that scenario's.
  fileprivate func checks(concerning fault: Fault) -> [String] {
    let place = fault.breaks?.pointer.tokens ?? []
    if place.count > 1, place[0] == "scenarios" { return ["\(place[1])/*"] }
    return contract.scenarios.flatMap { scenario in
      scenario.steps.contains { $0.operation == fault.operation } ? ["\(scenario.name)/*"] : []
    }
  }
}
