import AssayContract
import AssayJSON
import AssayKit
import Foundation
import TestKit
import Testing

/// A contract that is written to another folder still finds its files.
struct MovedContractTests {
  private let folder: TemporaryFolder
  private let path: String

  private static let files = ["images/a.png", "../shared/b.png", "answer.bin", "rows.csv"]

  init() throws {
    folder = try TemporaryFolder()
    for name in [".git", "contracts/images", "shared", "elsewhere/deep"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    for name in Self.files { _ = try folder.write("name\nx\n", to: "contracts/\(name)") }
    _ = try folder.write("{}", to: "contracts/contract.schema.json")
    _ = try folder.write("# A guide\n\n`POST /send` takes all of it.\n", to: "guide.md")
    path = try folder.write(Self.text, to: "contracts/pictures.json")
  }

  private static let text = #"""
    {
      "$schema": "contract.schema.json",
      "contract": "1", "service": "pictures", "title": "Pictures",
      "documents": { "guide": { "title": "A guide", "file": "guide.md", "digest": "sha256:0000000000000000000000000000000000000000000000000000000000000000" } },
      "servers": { "api": { "url": "http://127.0.0.1:1" } },
      "operations": {
        "send": {
          "source": "guide:1-3",
          "request": { "method": "POST", "path": "/send", "multipart": { "picture": { "file": ["images/a.png", "../shared/b.png"], "required": true } } },
          "responses": { "200": { "content": "image/png", "example": { "$file": "answer.bin" } } } // as it is
        }
      },
      "scenarios": { "all": { "examples": { "file": "rows.csv" }, "steps": [ { "operation": "send", "multipart": { "picture": { "file": "images/a.png" } } } ] } }
    }
    """#

  /// The contract at `path` names the same files, all of which it may read.
  private func expectItsFiles(at path: String, _ schema: String? = nil) throws {
    let suite = try ConformanceSuite(contentsOf: path)
    let missing = suite.lint().filter { $0.id == "missing-file" || $0.severity == .error }
    #expect(missing.map(\.description) == [])
    let place = URL(filePath: path).deletingLastPathComponent()
    let named = suite.contract.fileNames.map { place.appending(path: $0).standardizedFileURL.path }
    let wanted = Self.files.dropLast().map { folder.url.appending(path: "contracts/\($0)").standardizedFileURL.path }
    #expect(Set(named) == Set(wanted))
    #expect(suite.contract.scenarios.first?.rows.map(\.name) == ["x"])
    if let schema { #expect(suite.contract.document.root["$schema"]?.string == schema) }
  }

  @Test(arguments: ["elsewhere/deep/p.json", "elsewhere/p.yaml", "contracts/images/p.json", "p.json"])
  func laidOutElsewhere(_ target: String) throws {
    let target = folder.path(target)
    let text = try ConformanceSuite.formatted(contentsOf: path, asYAML: target.hasSuffix("yaml"), for: target)
    try text.write(toFile: target, atomically: true, encoding: .utf8)
    try expectItsFiles(at: target)
    #expect(text.contains("as it is") && text.contains("/contract.schema.json"))
    // And back, as it was.
    let back = folder.path("contracts/back.json")
    let again = try ConformanceSuite.formatted(contentsOf: target, asYAML: false, for: back)
    #expect(try again == ConformanceSuite.formatted(contentsOf: path, asYAML: false))
  }

  @Test func laidOutBesideItself() throws {
    let text = try ConformanceSuite.formatted(contentsOf: path, asYAML: false, for: folder.path("contracts/other.json"))
    #expect(try text == ConformanceSuite.formatted(contentsOf: path, asYAML: false))
  }

  @Test func followsItsDocumentsElsewhere() throws {
    let target = folder.path("elsewhere/p.json")
    let suite = try ConformanceSuite(contentsOf: path)
    let guide = try folder.write("# A guide\n\n`POST /send` is told of.\n", to: "guide.md")
    let update = try suite.update(fromDocuments: [guide], for: target)
    #expect(update.isChanged && update.text.contains("// as it is"))
    try update.text.write(toFile: target, atomically: true, encoding: .utf8)
    try expectItsFiles(at: target, "../contracts/contract.schema.json")
  }

  /// A contract in YAML stays YAML, with its comments, and one that has nothing to follow stays what it is to the byte.
  @Test func followsItsDocumentsInYAML() throws {
    let yaml = folder.path("contracts/pictures.yaml")
    let text = try ConformanceSuite.formatted(contentsOf: path, asYAML: true, for: yaml)
    try "# On top.\n\(text)".write(toFile: yaml, atomically: true, encoding: .utf8)
    let guide = folder.path("guide.md")
    let followed = try ConformanceSuite(contentsOf: yaml).update(fromDocuments: [guide])
    #expect(followed.isChanged && followed.text.hasPrefix("# On top.\n") && followed.text.contains("# as it is"))
    #expect(followed.text.contains("\nservice: pictures\n") && followed.text.contains("takes all of it."))
    let again = Array("#  On   top.\n\(followed.text)".utf8)
    try Data(again).write(to: URL(filePath: yaml))
    let same = try ConformanceSuite(contentsOf: yaml).update(fromDocuments: [guide])
    #expect(!same.isChanged && same.text.utf8.elementsEqual(again))
    let target = folder.path("elsewhere/p.json")
    let json = try ConformanceSuite(contentsOf: yaml).update(fromDocuments: [guide], for: target)
    try json.text.write(toFile: target, atomically: true, encoding: .utf8)
    #expect(json.text.contains("// as it is"))
    try expectItsFiles(at: target)
  }

  /// An export names files as seen from its own folder, and so does the contract that is made of it.
  @Test(arguments: ["contracts/back.json", "elsewhere/deep/back.json"])
  func exportedAndBack(_ target: String) throws {
    let suite = try ConformanceSuite(contentsOf: path)
    let target = folder.path(target)
    let description = folder.path("elsewhere/pictures.openapi.json")
    try suite.openAPIDescription(for: description).write(toFile: description, atomically: true, encoding: .utf8)
    #expect(try folder.text("elsewhere/pictures.openapi.json").contains(#""../contracts/images/a.png""#))
    let draft = try ConformanceSuite.derive(fromDocuments: [description], for: target)
    try draft.text.write(toFile: target, atomically: true, encoding: .utf8)
    try expectItsFiles(at: target)
  }

  /// Workflows and the description beneath them each name files from their own folders.
  @Test func exportedAsWorkflowsAndBack() throws {
    let suite = try ConformanceSuite(contentsOf: path)
    let description = folder.path("elsewhere/deep/pictures.openapi.json")
    let workflows = folder.path("elsewhere/pictures.arazzo.json")
    try suite.openAPIDescription(for: description).write(toFile: description, atomically: true, encoding: .utf8)
    try suite.arazzoWorkflows(describedIn: "deep/pictures.openapi.json", for: workflows)
      .write(toFile: workflows, atomically: true, encoding: .utf8)
    let target = folder.path("contracts/back.json")
    let draft = try ConformanceSuite.derive(fromDocuments: [workflows], for: target)
    #expect(draft.notCarriedOver == [])
    try draft.text.write(toFile: target, atomically: true, encoding: .utf8)
    try expectItsFiles(at: target)
  }

  /// Where neither folder nor repository holds the files, it is said which.
  @Test func saysWhatIsOutOfReach() throws {
    let other = try TemporaryFolder()
    let target = other.path("p.json")
    let text = try ConformanceSuite.formatted(contentsOf: path, asYAML: false, for: target)
    try text.write(toFile: target, atomically: true, encoding: .utf8)
    #expect(ConformanceSuite.filesOutOfReach(ofContractAt: target).count == Self.files.count)
    #expect(ConformanceSuite.filesOutOfReach(ofContractAt: path) == [])
  }
}
