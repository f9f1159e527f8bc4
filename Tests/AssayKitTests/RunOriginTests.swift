import AssayKit
import Foundation
import TestKit
import Testing

/// The commit that a run names, read from repositories of several kinds.
@Suite struct RunOriginTests {
  private static let commit = String(repeating: "1a2b3c4d", count: 5)

  private func origin(_ files: [String: String], of contract: String = "contracts/api.json") throws -> RunOrigin {
    let folder = try TemporaryFolder()
    for (name, text) in files.merging([contract: "{}"], uniquingKeysWith: { first, _ in first }) {
      let url = folder.url.appending(path: name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return RunOrigin(contract: folder.path(contract), environment: "staging")
  }

  @Test(arguments: [
    [".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": "\(commit)\n"],
    [".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": "# pack-refs\n\(commit) refs/heads/main\n"],
    [".git/HEAD": "\(commit)\n"],
    [
      ".git": "gitdir: first/.git/worktrees/second\n", "first/.git/worktrees/second/HEAD": "ref: refs/heads/b\n",
      "first/.git/worktrees/second/commondir": "../..\n", "first/.git/refs/heads/b": "\(commit)\n",
    ],
  ])
  func readsTheCommit(files: [String: String]) throws {
    let origin = try origin(files)
    #expect(origin.commit == Self.commit)
    #expect(origin.environment == "staging")
  }

  @Test(arguments: [
    [".git/HEAD": "ref: refs/heads/main\n"],
    [".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": "<script>\n"],
    [".git/HEAD": ""],
  ])
  func namesNoneWhereThereIsNone(files: [String: String]) throws {
    // In a pipeline its own commit is named.
    let usual = RunOrigin(contract: "https://example.com/api.json").commit
    #expect(try origin(files).commit == usual)
  }
}
