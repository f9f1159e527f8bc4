import AssayKit
import Foundation
import TestKit
import Testing

/// Backends that have gone on since their guides were written depart in the ways their author says, and in no others.
struct DriftingBackendTests {
  /// What the author of a backend says of one departure.
  private struct Truth: Decodable {
    var operation: String
    var kind: String
    /// The part of the operation and the place in it.
    var location: String
    /// What becomes of the documented client.
    var verdict: String
    /// The lines of the guide, as the report cites them.
    var source: String
    /// What came; `nil` where it is another in each run.
    var observed: String?
    /// True if only a probe shows it.
    var probed: Bool?

    func describes(_ row: DriftRow) -> Bool {
      let source = row.sources.map(\.description).joined(separator: ", ")
      return (operation, kind, location) == (row.operation, row.kind.rawValue, row.location)
        && (verdict, self.source) == (row.verdict.rawValue, source) && (observed ?? row.observed) == row.observed
    }
  }

  private struct TruthFile: Decodable { var rows: [Truth] }

  private static func truth(_ system: DocumentedSystem, probed isProbed: Bool = false) throws -> [Truth] {
    let file = Repository.url("fixtures/backends/drifting/\(system.rawValue).json")
    return try JSONDecoder().decode(TruthFile.self, from: Data(contentsOf: file)).rows.filter {
      isProbed || $0.probed != true
    }
  }

  @Test(arguments: DocumentedSystem.allCases)
  func everyDepartureIsTold(_ system: DocumentedSystem) async throws {
    let suite = try ConformanceSuite(contentsOf: system.contract)
    let backend = try ForeignBackend(system)
    let ordinary = Set(try await rows(of: suite, backend, as: "conforming").map(Self.words))
    let first = try await rows(of: suite, backend, as: "drifting")
    let second = try await rows(of: suite, backend, as: "drifting")
    #expect(first.map(\.key) == second.map(\.key), "two runs say different things")
    var found = first.filter { !ordinary.contains(Self.words($0)) }
    // What is unlike an example of the guide shows only where the guide is at hand.
    let truth = try Self.truth(system).filter { Repository.documents != nil || $0.kind != "unlike the example" }
    for expected in truth {
      if let index = found.firstIndex(where: expected.describes) {
        found.remove(at: index)
      } else {
        Issue.record("missing: \(expected)")
      }
    }
    for row in found { Issue.record("too many: \(Self.words(row))") }
  }

  /// Compared with the backend of then, that of today differs in the ways its author says, and in no others.
  @Test(arguments: DocumentedSystem.allCases)
  func everyDepartureShowsBesideAnotherBackend(_ system: DocumentedSystem) async throws {
    let suite = try ConformanceSuite(contentsOf: system.contract)
    let backend = try ForeignBackend(system)
    let before = try await report(of: suite, backend, as: "conforming")
    let again = try await report(of: suite, backend, as: "conforming")
    let now = try await report(of: suite, backend, as: "drifting")
    func places(_ report: DriftReport) -> [String] {
      let differences = report.compared(with: before, names: ("now", "before")).drift
      return Set(differences.map { "\($0.operation) \($0.location)" }).sorted()
    }
    #expect(places(again) == [])
    let truth = try Self.truth(system).filter { Repository.documents != nil || $0.kind != "unlike the example" }
    #expect(places(now) == Set(truth.map { "\($0.operation) \($0.location)" }).sorted())
  }

  @Test func thereAreFortyThree() throws {
    #expect(try DocumentedSystem.allCases.map { try Self.truth($0, probed: true).count }.reduce(0, +) == 43)
  }

  /// A switch that is turned off and starts the job all the same is told by probes; one that is obeyed is not.
  @Test func switchWithoutEffectIsToldByProbes() async throws {
    let system = DocumentedSystem.mondrian
    let suite = try ConformanceSuite(contentsOf: system.contract)
    let backend = try ForeignBackend(system)
    func told(_ variant: String) async throws -> [DriftRow] {
      try await backend.select(variant)
      var options = VerifyOptions()
      options.servers = backend.servers.compactMapValues { ServerURL($0) }
      options.limits.maxWait = .seconds(30)
      options.selection.only = ["journey/stream/stream", "journey/*/probe-course*"]
      options.probes = ProbeOptions()
      return try await suite.driftAndReplay(options, documents: [:], variant).rows.filter { $0.kind == .withoutEffect }
    }
    let expected = try Self.truth(system, probed: true).filter { $0.probed == true }
    let found = try await told("drifting")
    #expect(expected.count == 1 && found.count == 1)
    #expect(zip(expected, found).allSatisfy { $0.describes($1) }, "\(found.map(Self.words))")
    #expect(try await told("conforming").map(Self.words) == [])
  }

  /// A backend as its guide says still shows where it is unlike an example, and an input that it does nothing with.
  @Test(.enabled(if: Repository.documents != nil), arguments: DocumentedSystem.allCases)
  func conformingBackendsAreToldSparingly(_ system: DocumentedSystem) async throws {
    let suite = try ConformanceSuite(contentsOf: system.contract)
    let rows = try await rows(of: suite, ForeignBackend(system), as: "conforming")
    let notes = rows.filter { $0.kind == .unlikeExample || $0.kind == .withoutEffect }
    let expected =
      system == .serialOCR ? ["answer /estimated_time unlike the example", "the part preset without effect"] : []
    #expect(notes.map { "\($0.location) \($0.kind.rawValue)" }.sorted() == expected)
  }

  private static func words(_ row: DriftRow) -> String {
    let source = row.sources.map(\.description).joined(separator: ", ")
    return
      "\(row.operation): \(row.kind.rawValue): \(row.location): \(row.verdict.rawValue): \(source): \(row.observed)"
  }

  /// What a variant does beside its documents, or where these say nothing; live and replayed the same.
  private func rows(
    of suite: ConformanceSuite,
    _ backend: ForeignBackend,
    as variant: String
  ) async throws -> [DriftRow] {
    let kinds: Set<DriftRow.Kind> = [.undescribed, .unlikeExample, .withoutEffect]
    return try await report(of: suite, backend, as: variant).rows.filter { $0.isDrift || kinds.contains($0.kind) }
  }

  private func report(
    of suite: ConformanceSuite,
    _ backend: ForeignBackend,
    as variant: String
  ) async throws -> DriftReport {
    try await backend.select(variant)
    var options = VerifyOptions()
    options.servers = backend.servers.compactMapValues { ServerURL($0) }
    options.limits.pollEvery = .milliseconds(20)
    options.limits.maxWait = .seconds(30)
    let documents = Repository.documents.map { suite.documents(in: $0.path(percentEncoded: false)) } ?? [:]
    return try await suite.driftAndReplay(options, documents: documents, variant)
  }
}
