import Foundation
import TestKit
import Testing

/// The documents contracts cite, where `--documents` says they are.
struct DocumentsTests {
  private let contracts = ["landmark", "serial-ocr"].map { Repository.path("contracts/\($0).json") }

  /// Both contracts call their document `guide`.
  @Test func eachContractIsQuotedFromItsOwnDocument() async throws {
    let folder = try TemporaryFolder()
    for file in ["landmark-requirements.md", "serial-ocr-integration.md"] {
      let lines = (1...400).map { "line \($0) of \(file)" }.joined(separator: "\n")
      try lines.write(to: folder.url.appending(path: file), atomically: true, encoding: .utf8)
    }
    let landmark = try RunningServer.mock(contracts[0])
    let serial = try RunningServer.mock(contracts[1], ["--fault", "health.status-500"])
    let outcome = try await Program.assay.finish(
      ["verify"] + contracts + [
        "--server", "landmark.api=\(landmark.servers["api"] ?? "")",
        "--server", "serial-ocr.api=\(serial.servers["api"] ?? "")", "--only", "health/*",
        "--documents", folder.path(""),
      ]
    )
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("of serial-ocr-integration.md"), "\(outcome.output)")
    #expect(!outcome.output.contains("of landmark-requirements.md"), "\(outcome.output)")
  }

  @Test(arguments: ["lint", "verify"])
  func aFolderWithoutTheDocumentsIsTold(_ command: String) async throws {
    let folder = try TemporaryFolder()
    let mock = try RunningServer.mock(contracts[0])
    let outcome = try await Program.assay.finish(
      [command, contracts[0], "--documents", folder.path("")] + (command == "verify" ? mock.serverFlags : [])
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("has none of the documents of landmark"), "\(outcome.errors)")
  }
}
