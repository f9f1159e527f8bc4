import AssayKit
import Foundation
import TestKit
import Testing

/// A folder of `fixtures/arazzo` holds workflows with the descriptions they name, the draft, and what it leaves out.
struct ArazzoReaderTests {
  private static func workflow(_ folder: String) throws -> String {
    let names = ["workflow.arazzo.yaml", "workflow.arazzo.json"].map { "\(folder)/\($0)" }
    return try #require(names.first { FileManager.default.fileExists(atPath: $0) })
  }

  @Test(arguments: try Fixtures.folders("arazzo")) func draftIsAsRecorded(_ name: String) throws {
    let folder = Repository.path("fixtures/arazzo/\(name)")
    let draft = try ConformanceSuite.derive(fromDocuments: [Self.workflow(folder)])
    try Golden.expect(draft.text, URL(filePath: "\(folder)/draft.json"))
    let losses = draft.notCarriedOver.map { $0 + "\n" }.joined()
    try Golden.expect(losses, URL(filePath: "\(folder)/not-carried-over.txt"))
  }

  @Test(arguments: try Fixtures.folders("arazzo")) func draftIsCleanAndVerifiesItsOwnMock(_ name: String) async throws {
    setenv("PASSWORD", "4f1c-not-a-word", 1)
    try await DraftTests.check(
      [Self.workflow(Repository.path("fixtures/arazzo/\(name)"))],
      in: try TemporaryFolder()
    )
  }

  @Test(arguments: try Fixtures.folders("arazzo-errors")) func mistakeIsToldWithItsLine(_ name: String) throws {
    let folder = Repository.path("fixtures/arazzo-errors/\(name)")
    let path = try Self.workflow(folder)
    let error = #expect(throws: ConformanceError.self) { try ConformanceSuite.derive(fromDocuments: [path]) }
    let said = error.map { $0.description.replacing(folder + "/", with: "") } ?? ""
    try Golden.expect(said + "\n", URL(filePath: "\(folder)/error.txt"))
  }
}
