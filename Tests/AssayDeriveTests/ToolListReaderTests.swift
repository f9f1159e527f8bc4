import AssayKit
import Foundation
import TestKit
import Testing

/// A folder of `fixtures/tools` holds what an MCP server listed, the draft of it, and in `changes` what it lists later.
struct ToolListReaderTests {
  private static func list(_ name: String) -> String { Repository.path("fixtures/tools/\(name)/tools.json") }

  @Test(arguments: try Fixtures.folders("tools")) func draftIsAsRecorded(_ name: String) throws {
    let draft = try ConformanceSuite.derive(fromDocuments: [Self.list(name)])
    try Golden.expect(draft.text, Repository.url("fixtures/tools/\(name)/draft.json"))
  }

  @Test(arguments: try Fixtures.folders("tools")) func draftIsCleanAndVerifiesItsOwnMock(_ name: String) async throws {
    try await DraftTests.check([Self.list(name)], in: try TemporaryFolder())
  }

  /// A change of a tool that breaks its callers is found where it is; another one is not.
  @Test(arguments: try Fixtures.files("tools/shop/changes", suffix: ".json"))
  func changeIsFound(_ name: String) async throws {
    let folder = Repository.path("fixtures/tools/shop/changes")
    let later = try await ConformanceSuite.load("\(folder)/\(name).json")
    let backend = try await later.mock()
    defer { backend.stop() }
    var options = VerifyOptions()
    options.selection.only = ["tools/*"]
    let known = try await ConformanceSuite.load(Self.list("shop"))
    let result = try await known.verify(against: backend.servers.first?.url.description ?? "", options: options)
    let found = result.findings.map { "\($0.level.rawValue) \($0.rule): \($0.location): \($0.message)\n" }.joined()
    try Golden.expect(found, Repository.url("fixtures/tools/shop/changes/\(name).txt"))
    #expect(result.isConforming == name.hasPrefix("kept"))
  }
}
