import AssayKit
import Foundation
import TestKit
import Testing

/// A folder of `fixtures/graphql` holds a schema, in its language or as introspected, operations, and the draft of them.
struct GraphQLReaderTests {
  private static func files(_ name: String) throws -> [String] {
    let folder = Repository.path("fixtures/graphql/\(name)")
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".graphql") || $0.hasPrefix("schema.") }.sorted().map { "\(folder)/\($0)" }
  }

  @Test(arguments: try Fixtures.folders("graphql")) func draftIsAsRecorded(_ name: String) throws {
    let draft = try ConformanceSuite.derive(fromDocuments: Self.files(name))
    try Golden.expect(draft.text, Repository.url("fixtures/graphql/\(name)/draft.json"))
    #expect(draft.notCarriedOver == ["operations:26: subscription Sold; see protocol:graphql-ws"])
  }

  @Test(arguments: try Fixtures.folders("graphql")) func draftIsCleanAndVerifiesItsOwnMock(_ name: String) async throws
  {
    try await DraftTests.check(try Self.files(name), in: try TemporaryFolder())
  }

  @Test func aSchemaAloneIsNoDraft() throws {
    let schema = Repository.path("fixtures/graphql/shop/schema.graphql")
    let error = #expect(throws: ConformanceError.self) { try ConformanceSuite.derive(fromDocuments: [schema]) }
    #expect(error?.description.contains("name a file with example operations as well") == true)
  }

  /// What is not GraphQL ends with the file's name, however deep it is.
  @Test(arguments: ["query {", "{ a(b: \"", "query Q { a ", String(repeating: "{ a ", count: 10_000)])
  func whatIsNotAnOperationIsNamed(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("operations.graphql")
    try Data(text.utf8).write(to: URL(filePath: path))
    let schema = Repository.path("fixtures/graphql/shop/schema.graphql")
    let error = #expect(throws: ConformanceError.self) { try ConformanceSuite.derive(fromDocuments: [schema, path]) }
    #expect(error?.description.contains("operations.graphql:1:1: not a GraphQL document with an operation") == true)
  }
}
