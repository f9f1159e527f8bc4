import AssayJSON
import AssayKit
import TestKit
import Testing

/// What client code in guides shows of how it takes answers and events stands beside the models, and nothing more does.
struct ClientDraftTests {
  @Test func saysWhatTheCodeShows() throws {
    let draft = try ConformanceSuite.derive(fromDocuments: [Repository.path("fixtures/derive-client/guide.md")])
    var lines: [String] = []
    func walk(_ value: JSONValue, _ place: String) {
      if let client = value["client"] { lines.append("\(place): \(client.canonicalText)") }
      for member in value.members { walk(member.value, "\(place)/\(member.key)") }
    }
    walk(try JSONDocument(parsing: Array(draft.text.utf8)).root["operations"] ?? .null, "")
    try Golden.expect(lines.joined(separator: "\n") + "\n", Repository.url("fixtures/derive-client/expected.txt"))
  }

  @Test func draftIsCleanAndVerifiesItsOwnMock() async throws {
    try await DraftTests.check([Repository.path("fixtures/derive-client/guide.md")], in: try TemporaryFolder())
  }
}
