import AssayKit
import Foundation
import TestKit
import Testing

/// A folder of `fixtures/openapi` holds a description, the draft of it, and what a contract cannot say of it.
struct OpenAPIReaderTests {
  static var cases: [String] {
    get throws { try Fixtures.folders("openapi") }
  }

  private static func description(_ folder: String) throws -> String {
    let names = ["openapi.yaml", "openapi.json"].map { "\(folder)/\($0)" }
    return try #require(names.first { FileManager.default.fileExists(atPath: $0) })
  }

  @Test(arguments: try cases) func draftIsAsRecorded(_ name: String) throws {
    let folder = Repository.path("fixtures/openapi/\(name)")
    let draft = try ConformanceSuite.derive(fromDocuments: [Self.description(folder)])
    try Golden.expect(draft.text, URL(filePath: "\(folder)/draft.json"))
    let losses = draft.notCarriedOver.map { $0 + "\n" }.joined()
    try Golden.expect(losses, URL(filePath: "\(folder)/not-carried-over.txt"))
  }

  @Test(arguments: try cases) func draftIsCleanAndVerifiesItsOwnMock(_ name: String) async throws {
    let names = [
      "BEARER_AUTH_TOKEN", "BEARER_TOKEN", "KEY", "QUERY_KEY", "CRUMB_KEY", "OFFICE_USERNAME", "OFFICE_PASSWORD",
      "PARTNER_CLIENT_ID", "PARTNER_CLIENT_SECRET", "PERSON_TOKEN", "SSO_TOKEN",
    ]
    for name in names { setenv(name, "4f1c-not-a-word", 1) }
    try await DraftTests.check(
      [Self.description(Repository.path("fixtures/openapi/\(name)"))],
      in: try TemporaryFolder()
    )
  }

  /// Circles, references that lead out or nowhere, aliases by the billion, other versions.
  @Test(arguments: try Fixtures.folders("openapi-errors")) func mistakeIsToldWithItsLine(_ name: String) throws {
    let folder = Repository.path("fixtures/openapi-errors/\(name)")
    let path = try Self.description(folder)
    let error = #expect(throws: ConformanceError.self) { try ConformanceSuite.derive(fromDocuments: [path]) }
    let said = error.map { $0.description.replacing(folder + "/", with: "") } ?? ""
    try Golden.expect(said + "\n", URL(filePath: "\(folder)/error.txt"))
  }

  /// What a valid call is answered with is not known, so that no scenario makes one; where no operation says it, each is
  /// called.
  @Test(arguments: [true, false]) func anOperationWithoutASuccessIsListed(_ isAlone: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("openapi.yaml")
    let other = "  /b: { get: { responses: { '200': { description: B } } } }\n"
    let text = """
      openapi: 3.1.0
      info: { title: A, version: '1' }
      paths:
        /a: { get: { responses: { '410': { description: Gone } } } }
      \(isAlone ? "" : other)
      """
    try Data(text.utf8).write(to: URL(filePath: path))
    let lost = try ConformanceSuite.derive(fromDocuments: [path]).notCarriedOver
    let listed = "openapi:4 #/paths/~1a/get/responses: calls of get-a: no response to a valid one is described"
    #expect(lost == (isAlone ? [] : [listed]))
  }

  @Test func aLinkOutOfTheFolderIsNotFollowed() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try Data("get: {}\n".utf8).write(to: URL(filePath: other.path("there.yaml")))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("here.yaml"),
      withDestinationPath: other.path("there.yaml")
    )
    let path = folder.path("openapi.yaml")
    let text = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /a: { $ref: here.yaml }\n"
    try Data(text.utf8).write(to: URL(filePath: path))
    let error = #expect(throws: ConformanceError.self) { try ConformanceSuite.derive(fromDocuments: [path]) }
    #expect(
      error?.description.contains("openapi.yaml:4:1: here.yaml cannot be read: it is outside the folder") == true
    )
  }
}
