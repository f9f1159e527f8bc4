import AssayDrift
import AssayJSON
import AssayKit
import AssayReport
import Foundation
import TestKit
import Testing

/// Backends that run, over real sockets: those that keep their documents, and those that do not.
struct LiveDriftTests {
  /// The report of a run, which the recording of it must come to as well.
  private func report(on servers: [String: String], _ contract: String) async throws -> DriftReport {
    var options = VerifyOptions()
    options.servers = servers.compactMapValues { ServerURL($0) }
    options.limits.pollEvery = .milliseconds(20)
    options.limits.maxWait = .seconds(30)
    options.limits.jobs = 8
    let suite = try ConformanceSuite(contentsOf: contract)
    let writer = RecordingWriter()
    var live = try await suite.drift(options, recordingTo: writer)
    let folder = FileManager.default.temporaryDirectory.appending(path: "assay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "run.har").path
    try writer.write([live.run], to: file)
    var replayed = try await suite.drift(replaying: try Recording(contentsOf: file))
    (live.run.started, replayed.run.started) = ("", "")
    #expect(DriftFormat.json.render(live) == DriftFormat.json.render(replayed), "the recording is judged differently")
    return live
  }

  private func list(_ rows: [DriftRow]) -> [String] {
    rows.map { "\($0.operation): \($0.location): \($0.kind.rawValue): \($0.verdict.rawValue)" }.sorted()
  }

  @Test(arguments: DocumentedSystem.allCases)
  func nothingOnTheConformingBackend(_ system: DocumentedSystem) async throws {
    let backend = try RunningServer.python(system.backend)
    let report = try await report(on: backend.servers, system.contract)
    #expect(list(report.drift) == [])
    #expect(report.outcome == .none)
  }

  @Test func exactlyTheTenOfADeviatingBackend() async throws {
    let backend = try RunningServer.python(Repository.path("fixtures/drift/deviating.py"))
    let report = try await report(on: backend.servers, DocumentedSystem.mondrian.contract)
    let file = Repository.fixtures.appending(path: "drift/deviating.expected.json")
    let expected = try JSONDocument(parsing: Repository.bytes(file)).root.items.compactMap(\.string)
    #expect(expected.count == 10)
    #expect(list(report.drift) == expected.sorted())
    #expect(report.outcome == .drift)
  }
}
