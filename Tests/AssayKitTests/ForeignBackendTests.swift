import AssayKit
import Foundation
import TestKit
import Testing

/// The contracts hold for backends that share no line of code with Assay, and catch them where they break.
struct ForeignBackendTests {
  @Test(arguments: ForeignSystem.all)
  func everyVariantIsJudgedAsItsAuthorSays(_ system: ForeignSystem) async throws {
    let suite = try Self.suite(system)
    let variants = try ForeignBackend.variants(of: system).filter {
      [.conforming, .legal, .broken].contains($0.kind)
    }
    #expect(variants.count { $0.kind == .legal } >= 5)
    #expect(variants.count { $0.kind == .broken } >= 10)
    try await hold(suite, as: variants, system) { _ in nil }
  }

  /// Probes find what no scenario sends, and nothing where all is well.
  @Test(arguments: DocumentedSystem.allCases.map { ForeignSystem($0) } + ForeignSystem.probed)
  func probesFindWhatNoScenarioSends(_ system: ForeignSystem) async throws {
    let suite = try Self.suite(system)
    let all = try ForeignBackend.variants(of: system)
    // Every other legal one, and all of them where there is time.
    let step = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] == nil ? 2 : 1
    let legal = all.filter { $0.kind == .legal }.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    let variants = all.filter { [.conforming, .probed].contains($0.kind) } + legal
    let isExample = ForeignSystem.probed.contains { $0.name == system.name }
    #expect(variants.count { $0.kind == .probed } >= (isExample ? 1 : 7))
    try await hold(suite, as: variants, system) { variant in
      var probes = ProbeOptions()
      // Each legal way to answer meets other probes; the conforming one all of them.
      if variant.kind == .legal { (probes.most, probes.seed) = (20, UInt64(variant.name.utf8.count)) }
      return probes
    }
  }

  private func hold(
    _ suite: ConformanceSuite,
    as variants: [ForeignBackend.Variant],
    _ system: ForeignSystem,
    probes: @escaping @Sendable (ForeignBackend.Variant) -> ProbeOptions?
  ) async throws {
    // Several backends share the variants: they wait more than they work.
    let backends = 8
    try await withThrowingTaskGroup { group in
      for first in 0..<backends {
        group.addTask {
          let backend = try ForeignBackend(system)
          for index in stride(from: first, to: variants.count, by: backends) {
            try await hold(suite, against: backend, as: variants[index], probes(variants[index]))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// What the cookbook shows is whole: without an error, and kept by its own mock.
  @Test(arguments: ForeignSystem.examples)
  func aContractOfTheCookbookHoldsForItsOwnMock(_ system: ForeignSystem) async throws {
    let suite = try Self.suite(system)
    #expect(suite.lint().filter { $0.severity == .error } == [])
    let mock = try await suite.mock()
    defer { mock.stop() }
    var options = VerifyOptions()
    options.servers = Dictionary(uniqueKeysWithValues: mock.servers.map { ($0.name, $0.url) })
    options.strict = true
    options.limits.pollEvery = .milliseconds(10)
    let result = try await suite.verify(options)
    #expect(result.isConforming, "\(result.failureDescription)")
    #expect(result.findings.filter { $0.level > .may } == [])
  }

  private static func suite(_ system: ForeignSystem) throws -> ConformanceSuite {
    let suite = try ConformanceSuite(contentsOf: system.contract)
    return try suite.reading(system.environment.map { [try VariableFile(contentsOf: $0)] } ?? [])
  }

  /// Verifies `backend` behaving as `variant`, and compares what is found with what its author says.
  private func hold(
    _ suite: ConformanceSuite,
    against backend: ForeignBackend,
    as variant: ForeignBackend.Variant,
    _ probes: ProbeOptions?
  ) async throws {
    try await backend.select(variant.name)
    var options = VerifyOptions()
    options.servers = backend.servers.compactMapValues { ServerURL($0) }
    options.limits.pollEvery = .milliseconds(20)
    options.limits.maxWait = .seconds(3)
    options.limits.jobs = 8
    options.probes = probes
    // Megabytes are recorded once for each system; no variant is about them.
    if variant.kind != .conforming { options.selection.skip = ["*/probe-large-*"] }
    var told = complaints(about: try await suite.verifyAndReplay(options, variant.name), variant)
    if !told.isEmpty {
      // On a busy machine a job may take longer than what is waited for one that never ends.
      try await backend.select(variant.name)
      options.limits.maxWait = .seconds(30)
      told = complaints(about: try await suite.verifyAndReplay(options, variant.name), variant)
    }
    for complaint in told { Issue.record("\(variant.name): \(complaint)") }
  }

  /// What is wrong with the findings: one that is missing, one too many.
  private func complaints(about result: RunResult, _ variant: ForeignBackend.Variant) -> [String] {
    var left = result.findings.filter { $0.level > .may }
    var complaints: [String] = []
    for expected in variant.expects {
      let match = left.firstIndex { finding in
        finding.level.rawValue == expected.level && finding.operation == expected.operation
          && expected.rules.contains(finding.rule.id) && finding.location.hasSuffix(expected.location ?? "")
          && expected.says.map(finding.message.contains) != false
      }
      if let match {
        left.remove(at: match)
      } else if !expected.isOptional {
        complaints.append(
          "expected \(expected.level) \(expected.operation) \(expected.rules) \(expected.location ?? "")"
        )
      }
    }
    return complaints
      + left.map { "too many: \($0.level) \($0.operation) \($0.rule) at \($0.location): \($0.message) (\($0.check))" }
  }
}
