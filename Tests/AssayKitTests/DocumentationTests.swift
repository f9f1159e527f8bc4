import Foundation
import TestKit
import Testing

/// What the documentation shows compiles: every example stands in a file beside these tests, too.
struct DocumentationTests {
  private static let catalogue = Repository.root.appending(path: "Sources/AssayKit/AssayKit.docc")

  @Test(arguments: ["AssayKit.md", "YourFirstContractTest.md"])
  func everyExampleIsCompiled(page: String) throws {
    let text = try String(contentsOf: Self.catalogue.appending(path: page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(!blocks.isEmpty)
    let folder = Repository.root.appending(path: "Tests/AssayKitTests/Documentation")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let compiled = try files.map { Self.unindented(try String(contentsOf: $0, encoding: .utf8)) }
    for block in blocks {
      let isCompiled = compiled.contains { $0.contains(Self.unindented(block)) }
      #expect(isCompiled, "stands in no file of \(folder.path):\n\(block)")
    }
  }

  /// Who follows `CONTRIBUTING.md` finds every file it names, and meets one exchange in 40 of them.
  @Test func guideForContributorsNamesFilesThatAreThere() throws {
    let text = try String(contentsOf: Repository.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let paths = text.matches(of: /`((?:Sources|fixtures|contracts)\/[\w.+\/-]*)`/).map { String($0.output.1) }
      .filter { !$0.contains("NAME") }
    for path in paths {
      let isThere = FileManager.default.fileExists(atPath: Repository.path(path))
      #expect(isThere, "\(path) is not there")
    }
    let walk = text.matches(of: /\n\| \d+ \| `(Sources[^`]+)`/).map { String($0.output.1) }
    #expect(Set(walk).count == walk.count && walk.count <= 40 && !walk.isEmpty)
  }

  private static func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }
}
