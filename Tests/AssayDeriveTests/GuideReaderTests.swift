import AssayJSON
import AssayKit
import Foundation
import TestKit
import Testing

/// The parts of a guide that a draft takes up: promises, requests, order of calls, notes, and the sections it was read from.
struct GuideReaderTests {
  /// `told.txt` of a case of `fixtures/derive` has all of that.
  @Test(arguments: try DraftTests.cases)
  func draftSaysWhatTheGuideTells(_ name: String) throws {
    let text = try Self.told(by: DraftTests.guides(of: name))
    try Golden.expect(text, Repository.url("fixtures/derive/\(name)/told.txt"))
  }

  private static func told(by guides: [String]) throws -> String {
    let draft = try ConformanceSuite.derive(fromDocuments: guides)
    let folder = try TemporaryFolder()
    let path = folder.path("draft.json")
    try Data(draft.text.utf8).write(to: URL(filePath: path))
    var text = try ConformanceSuite(contentsOf: path).promiseTable
    let root = try JSONDocument(parsing: Array(draft.text.utf8)).root
    func list(_ title: String, _ lines: [String]) {
      if !lines.isEmpty { text += "\n\(title)\n\n" + lines.map { "- \($0)\n" }.joined() }
    }
    func members(_ value: JSONValue?) -> [JSONMember] { (value ?? .null).members.map { $0 } }
    list("Requests", members(root["operations"]).map { "\($0.key): `\($0.value["request"]?.canonicalText ?? "")`" })
    let polled = members(root["operations"]).compactMap { operation in
      operation.value["poll"]?["every"].map { "\(operation.key): `\($0.canonicalText)`" }
    }
    list("Polls", polled)
    list("Scenarios", members(root["scenarios"]).map { "\($0.key): `\($0.value.canonicalText)`" })
    list("Servers", members(root["servers"]).map { "\($0.key): `\($0.value.canonicalText)`" })
    list("Notes", (root["notes"] ?? .null).items.map { "\($0["topic"]?.string ?? ""): \($0["note"]?.string ?? "")" })
    list(
      "Sections",
      draft.sections.map { section in
        let unread = section.notUnderstood.map { " not understood \($0.lowerBound)-\($0.upperBound)" }.joined()
        return "\(section.title): \(section.isUsed ? "used" : "not used")\(unread)"
      }
    )
    return text
  }
}
