import AssayJSON
import AssayKit
import Foundation
import TestKit
import Testing

/// What client code in guides shows of how it takes answers and events stands beside the models, and nothing more does.
struct ClientDraftTests {
  @Test(arguments: try Fixtures.folders("derive-client"))
  func saysWhatTheCodeShows(_ language: String) throws {
    let folder = Repository.url("fixtures/derive-client/\(language)")
    let draft = try ConformanceSuite.derive(fromDocuments: [folder.appending(path: "guide.md").path])
    var lines: [String] = []
    func walk(_ value: JSONValue, _ place: String) {
      if let client = value["client"] { lines.append("\(place): \(client.canonicalText)") }
      for member in value.members { walk(member.value, "\(place)/\(member.key)") }
    }
    walk(try JSONDocument(parsing: Array(draft.text.utf8)).root["operations"] ?? .null, "")
    try Golden.expect(lines.joined(separator: "\n") + "\n", folder.appending(path: "expected.txt"))
  }

  @Test(arguments: try Fixtures.folders("derive-client"))
  func draftIsCleanAndVerifiesItsOwnMock(_ language: String) async throws {
    try await DraftTests.check(
      [Repository.path("fixtures/derive-client/\(language)/guide.md")],
      in: try TemporaryFolder()
    )
  }
}
