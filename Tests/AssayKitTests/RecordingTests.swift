import AssayKit
import Foundation
import Testing

/// Runs that end before they began; those against whole backends are in ``ForeignBackendTests``.
struct RecordingTests {
  @Test func aServerThatDoesNotAnswerIsSaidAgain() async throws {
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.serialOCR.contract)
    var options = VerifyOptions()
    options.servers = ["api": "http://127.0.0.1:1"]
    let result = try await suite.verifyAndReplay(options, "nobody listens")
    #expect(result.outcome == .error)
  }

  @Test func aRecordingOfAnotherContractIsRefused() async throws {
    let writer = RecordingWriter()
    let serial = try ConformanceSuite(contentsOf: DocumentedSystem.serialOCR.contract)
    var options = VerifyOptions()
    options.servers = ["api": "http://127.0.0.1:1"]
    let result = try await serial.verify(options, recordingTo: writer)
    let file = FileManager.default.temporaryDirectory.appending(path: "assay-\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: file) }
    try writer.write([result], to: file.path)
    let recording = try Recording(contentsOf: file.path)
    let memorai = try ConformanceSuite(contentsOf: DocumentedSystem.memorai.contract)
    await #expect(throws: ConformanceError.options("\(file.path) holds runs of serial-ocr, and none of memorai")) {
      try await memorai.verify(replaying: recording)
    }
  }

  /// Secrets of each kind a flag can bring: in a server's URL, in a header, in a cookie.
  @Test func noSecretIsRecorded() async throws {
    let backend = try ForeignBackend(.serialOCR)
    let suite = try ConformanceSuite(contentsOf: DocumentedSystem.serialOCR.contract)
    var options = VerifyOptions()
    options.servers = backend.servers.mapValues { $0.replacing("://", with: "://visitor:hunter%2022@") }
    options.headers = ["Authorization: Bearer bearer-secret-1", "Cookie: session=cookie-secret-2"]
    options.pollEvery = .milliseconds(20)
    let writer = RecordingWriter()
    let result = try await suite.verify(options, recordingTo: writer)
    let text = writer.text([result])
    for secret in ["hunter%2022", "hunter 22", "bearer-secret-1", "cookie-secret-2"] {
      #expect(!text.contains(secret), "the recording shows \(secret)")
    }
    #expect(text.contains("http://${userinfo}@127.0.0.1") && text.contains("Bearer ${Authorization}"))
  }
}
