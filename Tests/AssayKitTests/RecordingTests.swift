import AssayKit
import AssayMock
import Foundation
import TestKit
import Testing

/// Runs that end before they began; those against whole backends are in ``ForeignBackendTests``.
struct RecordingTests {
  @Test func aServerThatDoesNotAnswerIsSaidAgain() async throws {
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.serialOCR.contract)
    var options = VerifyOptions()
    options.servers["api"] = ServerURL("http://127.0.0.1:1")
    let result = try await suite.verifyAndReplay(options, "nobody listens")
    #expect(result.outcome == .error)
  }

  @Test func aRecordingOfAnotherContractIsRefused() async throws {
    let writer = RecordingWriter()
    let serial = try ConformanceSuite(contentsOf: DocumentedSystem.serialOCR.contract)
    var options = VerifyOptions()
    options.servers["api"] = ServerURL("http://127.0.0.1:1")
    let result = try await serial.verify(options, recordingTo: writer)
    let file = FileManager.default.temporaryDirectory.appending(path: "assay-\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: file) }
    try writer.write([result], to: file.path)
    let recording = try Recording(contentsOf: file.path)
    let memorai = try ConformanceSuite(contentsOf: DocumentedSystem.memorai.contract)
    await #expect(
      throws: ConformanceError.foreignRecording(path: file.path, services: ["serial-ocr"], service: "memorai")
    ) {
      try await memorai.verify(replaying: recording)
    }
  }

  /// Secrets of each kind a flag can bring: in a server's URL, in a header, in a cookie.
  @Test func noSecretIsRecorded() async throws {
    let backend = try ForeignBackend(.serialOCR)
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.serialOCR.contract)
    var options = VerifyOptions()
    options.servers = backend.servers.compactMapValues {
      ServerURL($0.replacing("://", with: "://visitor:hunter%2022@"))
    }
    options.headers = [
      try #require(HeaderField("Authorization", "Bearer bearer-secret-1")),
      try #require(HeaderField("Cookie", "session=cookie-secret-2")),
    ]
    options.limits.pollEvery = .milliseconds(20)
    let writer = RecordingWriter()
    let result = try await suite.verify(options, recordingTo: writer)
    let text = writer.text([result])
    for secret in ["hunter%2022", "hunter 22", "bearer-secret-1", "cookie-secret-2"] {
      #expect(!text.contains(secret), "the recording shows \(secret)")
    }
    #expect(text.contains("http://${userinfo}@127.0.0.1") && text.contains("Bearer ${Authorization}"))
  }

  /// What is recorded of a whole system, its streams, polls and forms, is HAR to readers that are not Assay's.
  @Test(.enabled("haralyzer or jsonschema is missing") { Self.hasReaders }, arguments: DocumentedSystem.allCases)
  func isReadByOthers(_ system: DocumentedSystem) async throws {
    let suite = try ConformanceSuite(contentsOf: system.contract)
    let files = try suite.files(allowing: [])
    let mock = try MockServer(contract: suite.contract, settings: MockSettings(pace: .fast, files: { files.read($0) }))
    defer { mock.stop() }
    var options = VerifyOptions()
    options.limits.pollEvery = .milliseconds(5)
    for server in try mock.start() { options.servers[server.name] = ServerURL(server.url) }
    let writer = RecordingWriter()
    let result = try await suite.verify(options, recordingTo: writer)
    let file = FileManager.default.temporaryDirectory.appending(path: "assay-\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: file) }
    try writer.write([result], to: file.path)
    #expect(try Self.read(["fixtures/har/read_har.py"].map(Repository.path) + [file.path]) == (0, "\n"))
  }

  private static var hasReaders: Bool { Program.hasPython(module: "haralyzer, jsonschema") }

  private static func read(_ arguments: [String]) throws -> (Int32, String) {
    let outcome = try Program.python.run(arguments)
    return (outcome.status, outcome.output)
  }
}
