import Foundation
import TestKit
import Testing

/// `.ci/prose`, which `make lint` runs, finds replaceable words in comments, texts and pages, and nothing in code.
struct ProseTests {
  @Test(arguments: [
    ("/// The event behind this one.\n", "Sources/A/Planted.swift:1: \"behind\""),
    ("let a = 1\nlet text = \"this is no number\"\n", "Sources/A/Planted.swift:2: \"is no\""),
    ("let text = \"\"\"\n  first\n  the schema lacks a type\n  \"\"\"\n", "Sources/A/Planted.swift:3: \"lacks\""),
  ])
  func findsWords(text: String, line: String) throws {
    let outcome = try Self.prose(of: text)
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix(line), "\(outcome.output)\(outcome.errors)")
  }

  @Test(arguments: [
    "let behind = 1\n", "let text = \"\\(behind) is no longer there\"\n", "/// The scripts Mend Mende.\n",
  ])
  func leavesCodeAndNames(text: String) throws {
    let outcome = try Self.prose(of: text)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func theRepositoryIsPlain() throws {
    let outcome = try Program.python.run([Repository.path(".ci/prose"), Repository.path("")])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  private static func prose(of text: String) throws -> Program.Outcome {
    let tree = try TemporaryFolder()
    let file = tree.url.appending(path: "Sources/A/Planted.swift")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return try withExtendedLifetime(tree) { try Program.python.run([Repository.path(".ci/prose"), tree.path("")]) }
  }
}
