import Foundation
import TestKit
import Testing

@testable import AssayKit

/// A folder of `fixtures/derive` holds guides, and what they tell of by hand in `truth.json`.
struct DraftTests {
  static var cases: [String] {
    get throws { try Fixtures.folders("derive") }
  }

  /// The guides of a case, in order.
  static func guides(of name: String) throws -> [String] {
    let folder = Repository.path("fixtures/derive/\(name)")
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  /// Values for the secrets of a draft: its mock takes any, and without them it is not called with credentials.
  static func credentials(in draft: String) throws -> [VariableSetting] {
    let contract = try JSONSerialization.jsonObject(with: Data(draft.utf8)) as? [String: Any]
    let variables = contract?["variables"] as? [String: [String: Any]] ?? [:]
    return variables.filter { $0.value["secret"] as? Bool == true }.keys.sorted()
      .map { VariableSetting($0, text: "known-to-the-mock") }
  }

  /// Writes the draft of `guides` into `folder`, holds it against its guides, and its mock against it.
  static func check(_ guides: [String], in folder: TemporaryFolder) async throws {
    let draft = try ConformanceSuite.derive(fromDocuments: guides)
    let path = folder.path("draft.json")
    try Data(draft.text.utf8).write(to: URL(filePath: path))
    var suite = try ConformanceSuite(contentsOf: path).settled(try credentials(in: draft.text))
    for name in draft.text.matches(of: /\$\{(\w+)\}/) { suite.environmentFile[String(name.1)] = "known-to-the-mock" }
    let documents = suite.documents(in: URL(filePath: guides[0]).deletingLastPathComponent().path)
    let diagnostics = suite.lint(documents: documents)
    #expect(diagnostics.isEmpty, "\(diagnostics.map(\.description).joined(separator: "\n"))")
    var mocking = MockOptions()
    mocking.isFast = true
    let backend = try await suite.mock(mocking)
    defer { backend.stop() }
    var options = VerifyOptions()
    for server in backend.servers { options.servers[server.name] = server.url }
    options.limits.pollEvery = .milliseconds(10)
    options.selection.runsUnsafe = true
    let result = try await suite.verify(options)
    #expect(result.isConforming, "\(result.failureDescription)")
  }

  @Test(arguments: try cases)
  func draftIsCleanAndVerifiesItsOwnMock(_ name: String) async throws {
    try await Self.check(try Self.guides(of: name), in: try TemporaryFolder())
  }

  /// Each process hashes with a seed of its own, so that an order taken from a set or a dictionary shows.
  @Test(arguments: try cases)
  func sameGuideGivesTheSameDraftInEveryProcess(_ name: String) throws {
    let guides = try Self.guides(of: name)
    let folder = try TemporaryFolder()
    let drafts = try (0..<3).map { number in
      let path = folder.path("draft-\(number).json")
      let outcome = try Program.assay.run(["derive"] + guides + ["-o", path])
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try String(contentsOf: URL(filePath: path), encoding: .utf8)
    }
    #expect(drafts[0].contains("\"operations\""))
    #expect(Set(drafts).count == 1)
  }

  @Test func whatTellsOfNoCallIsNoDraft() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.md")
    try Data("# Notes\n\nNothing here.\n".utf8).write(to: URL(filePath: path))
    let error = #expect(throws: ConformanceError.self) { try ConformanceSuite.derive(fromDocuments: [path]) }
    #expect(
      error?.description.hasSuffix("notes.md:1:1: no call found: no method with a path, no `curl`, no client code")
        == true
    )
  }
}
