import AssayKit
import Foundation
import TestKit
import Testing

/// A folder of `fixtures/derive-update` holds a document as it was and as it is, with what follows for the contract.
struct ContractUpdateTests {
  static var cases: [String] {
    get throws { try Fixtures.folders("derive-update") }
  }

  /// The draft of the document as it was, edited by hand, beside the document.
  private static func contract(_ name: String, in folder: TemporaryFolder) throws -> (path: String, document: String) {
    let kept = Repository.path("fixtures/derive-update/\(name)")
    let ending = FileManager.default.fileExists(atPath: "\(kept)/before.md") ? "md" : "yaml"
    let document = folder.path("document.\(ending)")
    try Data(Repository.bytes("fixtures/derive-update/\(name)/before.\(ending)")).write(to: URL(filePath: document))
    let draft = try ConformanceSuite.derive(fromDocuments: [document]).text
    let path = folder.path("contract.json")
    let edited = draft.replacing(
      "\"title\": ",
      with: "\"description\": \"By hand.\",   \"title\": ",
      maxReplacements: 1
    )
    try Data(edited.utf8).write(to: URL(filePath: path))
    #expect(try ConformanceSuite(contentsOf: path).update(fromDocuments: [document]).isChanged == false)
    try Data(Repository.bytes("fixtures/derive-update/\(name)/after.\(ending)")).write(to: URL(filePath: document))
    return (path, document)
  }

  @Test(arguments: try cases) func sourcesFollowTheirText(_ name: String) throws {
    let folder = try TemporaryFolder()
    let (path, document) = try Self.contract(name, in: folder)
    let suite = try ConformanceSuite(contentsOf: path)
    let kinds = suite.lint(documents: suite.documents(in: folder.path(""))).map(\.description)
    #expect(kinds.contains { $0.contains("[changed-document]") })
    let updated = try suite.update(fromDocuments: [document])
    let kept = Repository.path("fixtures/derive-update/\(name)")
    let report = updated.report.map { $0.replacing(folder.path(""), with: "") + "\n" }.joined()
    try Golden.expect("\(updated.moved) moved\n" + report, URL(filePath: "\(kept)/report.txt"))
    try Golden.expect(updated.text, URL(filePath: "\(kept)/updated.json"))
    #expect(updated.text.contains("\"description\": \"By hand.\",   \"title\""))
    try Data(updated.text.utf8).write(to: URL(filePath: path))
    let again = try ConformanceSuite(contentsOf: path)
    #expect(try again.update(fromDocuments: [document]).isChanged == false)
    let left = again.lint(documents: again.documents(in: folder.path(""))).map(\.description)
    #expect(!left.contains { $0.contains("[changed-document]") })
  }

  @Test func aContractThatRemembersNothingIsTakenAsItIs() throws {
    let folder = try TemporaryFolder()
    let document = folder.path("guide.md")
    try Data("# A\n\n`GET /a`\n\n`GET /b`\n".utf8).write(to: URL(filePath: document))
    let path = folder.path("contract.json")
    try Data(
      """
      { "contract": "1", "service": "a", "title": "A",
        "documents": { "guide": { "title": "A", "file": "guide.md" } },
        "servers": { "api": { "url": "http://127.0.0.1:1" } },
        "operations": { "a": { "source": "guide:3", "request": { "method": "GET", "path": "/a" }, "responses": { "2XX": {} } } },
        "scenarios": { "a": { "steps": [ { "operation": "a" } ] } } }

      """.utf8
    ).write(to: URL(filePath: path))
    let updated = try ConformanceSuite(contentsOf: path).update(fromDocuments: [document])
    #expect(updated.isChanged)
    #expect(updated.moved == 0)
    #expect(updated.report.last == "new call: GET /b (guide:5)")
    #expect(updated.text.contains("\"cited\": {\n      \"3\": \"`GET /a`\"\n    }"))
    try Data(updated.text.utf8).write(to: URL(filePath: path))
    #expect(try ConformanceSuite(contentsOf: path).update(fromDocuments: [document]).isChanged == false)
  }
}
