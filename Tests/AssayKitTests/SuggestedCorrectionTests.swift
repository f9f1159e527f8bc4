import AssayKit
import AssayReport
import Foundation
import TestKit
import Testing

/// The corrections of a guide that `--report suggest` writes: applied, they heal the rows they are for, and bring nothing new.
///
/// A folder of `fixtures/drift/round-trip` is a guide and a recording of a backend that differs from it.
struct SuggestedCorrectionTests {
  private static let folder = Repository.fixtures.appending(path: "drift/round-trip")

  @Test(arguments: try Fixtures.folders("drift/round-trip"))
  func healsWhatItIsFor(_ name: String) async throws {
    let fixture = Self.folder.appending(path: name)
    let recording = try Recording(contentsOf: fixture.appending(path: "recording.har").path(percentEncoded: false))
    let work = try TemporaryFolder()
    _ = try work.write(String(contentsOf: fixture.appending(path: "guide.md"), encoding: .utf8), to: "guide.md")

    let before = try await report(work, recording)
    let diff = DriftFormat.suggest.render(before)
    try Golden.expect(diff, fixture.appending(path: "expected.diff"))
    if before.drift.isEmpty, !diff.contains("@@") { return }
    let patch = try work.write(diff, to: "guide.diff")
    let applied = try Program.found("patch").run(["-p0", "-d", work.url.path(percentEncoded: false), "-i", patch])
    try #require(applied.status == 0, "\(applied.output)\(applied.errors)")

    let after = try await report(work, recording)
    #expect(after.drift.map { "\($0.operation) \($0.location) \($0.kind.rawValue)" } == [])
    #expect(!DriftFormat.suggest.render(after).contains("@@"))
  }

  private func report(_ work: TemporaryFolder, _ recording: Recording) async throws -> DriftReport {
    let suite = try await ConformanceSuite.load(work.path("guide.md"))
    let documents = suite.documents(in: work.url.path(percentEncoded: false))
    return try await suite.drift(replaying: recording, documents: documents)
  }
}
