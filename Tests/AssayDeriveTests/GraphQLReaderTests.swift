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
    #expect(
      draft.notCarriedOver == [
        "operations:26: subscription Sold: it needs graphql-transport-ws, and the draft is of GraphQL over HTTP; "
          + "protocol:graphql-ws checks the protocol"
      ]
    )
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

  private static let schema = "type Query { item: Item! }\ntype Item { id: ID! name: String! next: Item }\n"

  /// Writes a schema and files of operations; returns their paths.
  private static func write(_ operations: [String], in folder: TemporaryFolder) throws -> [String] {
    try ([Self.schema] + operations).enumerated().map { number, text in
      try folder.write(text, to: number == 0 ? "schema.graphql" : "operations\(number).graphql")
    }
  }

  /// In a block string only `\"""` is an escape, and the common indentation is left out; in another one they are JSON's.
  @Test(arguments: [
    (#""a\"b\u0041\\n""#, #""a\"bA\\n""#), (#""""#, #""""#), (#""""a\n\"b""""#, #""a\\n\\\"b""#),
    (#""""a \""" b""""#, #""a \"\"\" b""#), ("\"\"\"\n    a\n      b\n\n    c\n  \"\"\"", #""a\n  b\n\nc""#),
    (#""$a""#, #""$$a""#),
  ])
  func stringsAreRead(_ written: String, _ json: String) throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write("type Query { item(name: String): Int }\n", to: "schema.graphql")
    let query = try folder.write("query Q($name: String = \(written)) { item(name: $name) }", to: "operations.graphql")
    let draft = try ConformanceSuite.derive(fromDocuments: [schema, query])
    #expect(draft.text.contains("\"name\": \(json)"), "\(draft.text)")
  }

  @Test func fragmentsOfAnotherFileAreSent() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(
      ["query Cross { item { id ...F } }", "query Own { item { ...F } }\nfragment F on Item { id name }"],
      in: folder
    )
    let draft = try ConformanceSuite.derive(fromDocuments: paths)
    #expect(draft.text.components(separatedBy: "fragment F on Item").count == 3)
    try await DraftTests.check(paths, in: folder)
  }

  /// Fragments in which each one uses the next one twice, and one that uses itself.
  @Test(arguments: [
    (0..<40).map { "fragment F\($0) on Item { id ...F\($0 + 1) ...F\($0 + 1) }" }.joined(separator: "\n"),
    "fragment F0 on Item { id next { ...F0 } }",
  ])
  func fragmentsWithoutAnEndAreRefused(_ fragments: String) throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(["query Q { item { ...F0 } }\n\(fragments)"], in: folder)
    let error = #expect(throws: ConformanceError.self) { try ConformanceSuite.derive(fromDocuments: paths) }
    #expect(error?.description.contains("operations1.graphql:1:1: the operation selects 10000 fields or more") == true)
  }
}
