import AssayContract
import AssayFaults
import AssayFindings
import AssayMock
import AssayReport
import AssayTransport
import AssayVerifier
import Testing

/// Holds what `verify` finds of each fault, and what `drift` lists, against what the fault breaks.
struct FaultVerificationTests {
  @Test(arguments: Gallery.names + Gallery.examples + ["calls"])
  func catchesEachFaultByThePromiseItBreaks(name: String) async throws {
    let contract = try Gallery.contract(name)
    // Each was held by the verifier already when it was derived, over the steps it touches; here are the whole scenarios.
    for (number, fault) in Gallery.share(await Gallery.faults(of: contract), every: 3).enumerated() {
      let run = await MockRun.inMemory(contract, playing: [fault])
      Self.expect(run, fault)
      guard number.isMultiple(of: 3) else { continue }
      try await run.expectSameOfItsRecording(fault.name, settings: MockRun.settings([fault], contract, [:]))
    }
  }

  /// What is broken below the content of an answer, over a real connection.
  @Test(arguments: ["mondrian", "serial-ocr"])
  func catchesWhatBreaksOnTheWire(name: String) async throws {
    let contract = try Gallery.contract(name)
    let transport = CurlTransport()
    defer { transport.shutdown() }
    let broken: Set<Rule> = [
      "transport.truncated", "transport.reset", "transport.timeout", "stream.ended", "stream.truncated",
      "stream.within", "response.status", "response.time", "stream.missing", "poll.transition",
    ]
    var seen: Set<Rule> = []
    for fault in await Gallery.faults(of: contract) {
      guard let rule = fault.rule, broken.contains(rule), seen.insert(rule).inserted else { continue }
      let mock = try MockServer(
        contract: contract,
        settings: MockSettings(pace: .fast, files: { Array("the bytes of \($0)".utf8) }),
        playing: [fault.played]
      )
      let servers = Dictionary(uniqueKeysWithValues: try mock.start().map { ($0.name, $0.url) })
      defer { mock.stop() }
      var settings = MockRun.settings([fault], contract, servers)
      settings.selection.only = Array(settings.selection.only.prefix(1))
      settings.limits.pollEvery = .milliseconds(5)
      if rule == .timedOut { settings.limits.timeout = .seconds(3) }
      Self.expect(await MockRun(contract, settings: settings, over: transport), fault)
    }
    #expect(seen.count >= 5)
  }

  /// What is broken is one finding and one row, what is added a row and no finding that counts; a `may` is a note.
  private static func expect(_ run: MockRun, _ fault: Fault) {
    // What a redirect leads to shows in the operation that redirects as well.
    let leading = Set(run.contract.operations.filter(\.followsRedirects).map(\.name)).subtracting([fault.operation])
    let findings = run.result.findings.filter { !leading.contains($0.operation) }
    let found = Set(findings.map { "\($0.rule) \($0.level) \($0.promise?.pointer ?? "-")" })
    let wanted: Set<String> = fault.breaks.map { ["\(fault.rule?.id ?? "") \(fault.level) \($0.pointer)"] } ?? []
    if fault.kind == .addition {
      #expect(findings.allSatisfy { $0.level == .may }, "\(fault.name): \(found)")
    } else if found != wanted {
      Issue.record("\(fault.name): wanted \(wanted), found \(found)")
    }
    let listed = run.drift.rows.filter { ($0.isDrift || $0.level != nil) && !leading.contains($0.operation) }
    let told = listed.map { "\($0.operation) \($0.kind.rawValue) \($0.rule?.id ?? "") \($0.location)" }
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

  @Test(arguments: Gallery.names)
  func mindsNoLegalVariation(name: String) async throws {
    let contract = try Gallery.contract(name)
    for variation in [nil] + LegalVariation.all {
      let run = await MockRun.inMemory(contract, variation: variation)
      let told = variation?.name ?? "conforming"
      let found = run.result.findings.map { "\($0.check): \($0.rule) at \($0.location): \($0.message)" }
      #expect(found == [], "\(told)")
      #expect(run.result.outcome == .passed, "\(told)")
      let drift = run.drift.rows.filter(\.isDrift)
      #expect(drift.allSatisfy { $0.kind == .undocumentedField }, "\(told): \(drift)")
      if variation == nil { try await run.expectSameOfItsRecording(told, settings: RunSettings()) }
    }
  }
}
