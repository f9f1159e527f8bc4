import Foundation
import TestKit
import Testing

/// Contracts as they were in a revision of a Git repository.
struct ContractRevisionTests {
  /// A repository with a commit of a contract and its rows.
  private static func repository() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in ["postage.json", "postage.csv"] {
      _ = try folder.write(Repository.text("contracts/examples/\(file)"), to: file)
    }
    let author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in [["init", "--quiet"], ["add", "."], author + ["commit", "--quiet", "--message", "Postage"]] {
      let outcome = try await Program.found("git").finish(words, folder: folder.url)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    return folder
  }

  @Test func theFilesItNamesAreThoseOfTheRevision() async throws {
    let folder = try await Self.repository()
    try FileManager.default.removeItem(atPath: folder.path("postage.csv"))
    let outcome = try await Program.assay.finish(["lint", "HEAD:postage.json"], folder: folder.url)
    #expect(outcome.output.contains("1 contract: 0 errors"), "\(outcome.output)\(outcome.errors)")
    let now = try await Program.assay.finish(["lint", "postage.json"], folder: folder.url)
    #expect(now.status == 2)
  }

  @Test(arguments: [
    ("HEAD:post*.json", "git has no such revision or file"), ("HEAD:.", "git has no such revision or file"),
    ("v1:postage.json", "git has no such revision or file"),
  ])
  func whatIsNotThereIsNamedAsItWasTyped(operand: String, reason: String) async throws {
    let folder = try await Self.repository()
    let outcome = try await Program.assay.finish(["lint", operand], folder: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "error: cannot use \(operand): \(reason)\n", "\(outcome.errors)")
  }
}
