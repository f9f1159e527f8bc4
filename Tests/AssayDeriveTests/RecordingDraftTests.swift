import AssayKit
import Foundation
import TestKit
import Testing

/// A folder of `fixtures/recordings` holds a recording, the draft of it, what the draft leaves out, and in `secrets.txt`
/// what must not be in it.
struct RecordingDraftTests {
  static var cases: [String] {
    get throws { try Fixtures.folders("recordings") }
  }

  private static func setSecrets() {
    for name in [
      "PASSWORD", "BEARER_TOKEN", "X_API_KEY", "COOKIE", "API_KEY", "X_CSRF_TOKEN", "SECRET", "RESET_SECRET",
      "INVITATIONS_SECRET", "TOKEN",
    ] {
      setenv(name, "4f1c-not-a-word-\(name.count)", 1)
    }
    // Those of the examples as their backends know them, which other tests of this process call.
    for file in ForeignSystem.examples.compactMap(\.environment) {
      for line in (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n") ?? [] {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { continue }
        setenv(String(parts[0]), parts[1].trimmingCharacters(in: ["\""]), 1)
      }
    }
  }

  /// Derives from the recording at `path`; its draft is clean, and the recording passes it.
  @discardableResult
  private static func check(_ path: String, in folder: TemporaryFolder) async throws -> String {
    setSecrets()
    let draft = try ConformanceSuite.derive(fromDocuments: [path])
    let file = folder.path("draft.json")
    try Data(draft.text.utf8).write(to: URL(filePath: file))
    let suite = try ConformanceSuite(contentsOf: file)
    let diagnostics = suite.lint(documents: [:])
    #expect(diagnostics.isEmpty, "\(diagnostics.map(\.description).joined(separator: "\n"))")
    var options = VerifyOptions()
    options.strict = true
    let replayed = try await suite.verify(replaying: try Recording(contentsOf: path), options: options)
    #expect(replayed.isConforming, "\(replayed.failureDescription)")
    return draft.text
  }

  @Test(arguments: try cases) func draftIsAsRecorded(_ name: String) async throws {
    let folder = Repository.path("fixtures/recordings/\(name)")
    let draft = try ConformanceSuite.derive(fromDocuments: ["\(folder)/recording.har"])
    try Golden.expect(draft.text, URL(filePath: "\(folder)/draft.json"))
    let told = (draft.warnings + draft.notCarriedOver).map { $0 + "\n" }.joined()
    try Golden.expect(told, URL(filePath: "\(folder)/told.txt"))
    for secret in try Repository.text("fixtures/recordings/\(name)/secrets.txt").split(separator: "\n") {
      #expect(!draft.text.contains(secret), "\(secret) is in the draft")
    }
  }

  @Test(arguments: try cases) func draftIsCleanAndVerifiesItsOwnMock(_ name: String) async throws {
    Self.setSecrets()
    let path = Repository.path("fixtures/recordings/\(name)/recording.har")
    try await DraftTests.check([path], in: try TemporaryFolder())
  }

  @Test(arguments: try cases) func recordingPassesItsOwnDraft(_ name: String) async throws {
    try await Self.check(Repository.path("fixtures/recordings/\(name)/recording.har"), in: try TemporaryFolder())
  }

  /// What was recorded of the mocks of the documented systems is judged by its draft under the checks' own names.
  @Test(arguments: DocumentedSystem.allCases) func aRecordingOfOurOwnPassesItsDraft(_ system: DocumentedSystem)
    async throws
  {
    let folder = try TemporaryFolder()
    try await Self.checkRoundTrip(system.contract, in: folder)
  }

  /// The examples hold all that a contract can say: streams of every format, polls by status, rows, steps before others.
  @Test(arguments: ForeignSystem.examples) func aRecordingOfAnExamplePassesItsDraft(_ system: ForeignSystem)
    async throws
  {
    Self.setSecrets()
    let folder = try TemporaryFolder()
    try await Self.checkRoundTrip(system.contract, in: folder)
    try await DraftTests.check([folder.path("run.har")], in: folder)
  }

  /// Records a run of the contract at `path` against its mock, and holds the recording against the draft of it.
  private static func checkRoundTrip(_ path: String, in folder: TemporaryFolder) async throws {
    let suite = try ConformanceSuite(contentsOf: path)
    var mocking = MockOptions()
    mocking.isFast = true
    let backend = try await suite.mock(mocking)
    defer { backend.stop() }
    var options = VerifyOptions()
    for server in backend.servers { options.servers[server.name] = server.url }
    options.limits.pollEvery = .milliseconds(10)
    let writer = RecordingWriter()
    let result = try await suite.verify(options, recordingTo: writer)
    try writer.write([result], to: folder.path("run.har"))
    let draft = try await Self.check(folder.path("run.har"), in: folder)
    #expect(draft == (try ConformanceSuite.derive(fromDocuments: [folder.path("run.har")]).text))
  }

  /// Recordings that are none, or of which nothing can be drafted.
  @Test(arguments: try Fixtures.folders("recordings-errors")) func mistakeIsToldWithItsLine(_ name: String) throws {
    let folder = Repository.path("fixtures/recordings-errors/\(name)")
    let error = #expect(throws: ConformanceError.self) {
      try ConformanceSuite.derive(fromDocuments: ["\(folder)/recording.har"])
    }
    let said = error.map { $0.description.replacing(folder + "/", with: "") } ?? ""
    try Golden.expect(said + "\n", URL(filePath: "\(folder)/error.txt"))
  }
}
