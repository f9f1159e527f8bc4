import Foundation
import TestKit
import Testing

/// Files that are named by a flag for libcurl, or by another file: a pipe among them would be waited for without a limit.
struct PlainFilesTests {
  @Test(arguments: ["--cacert", "--cert", "--key"])
  func aPipeIsNotLeftToLibcurl(_ flag: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let outcome = try await Program.assay.finish(
      ["verify", Repository.path("fixtures/hostile/contract.json"), flag, path]
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: cannot use \(path): not a plain file"), "\(outcome.errors)")
  }

  @Test func aDescriptionThatRefersToAPipeIsRefused() async throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let description = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "http://127.0.0.1:1"}],
       "paths": {"/a": {"$ref": "pipe"}}}
      """,
      to: "api.json"
    )
    let outcome = try await Program.assay.finish(["derive", description, "-o", "-"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("not a plain file"), "\(outcome.errors)")
  }

  /// Only the command line can name a pipe: what a project file names is opened like everything that a file names.
  @Test(arguments: [
    #"{"contracts": ["NAME"]}"#, #"{"contracts": ["other.json", "NAME"]}"#, #"{"contracts": [], "baseline": "NAME"}"#,
    #"{"contracts": [], "cacert": "NAME"}"#, #"{"contracts": [], "reports": {"json": "NAME"}}"#,
  ])
  func aPipeOfAProjectFileIsNotOpened(_ project: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let file = try folder.write(project.replacing("NAME", with: "pipe"), to: "assay.json")
    let outcome = try await Program.assay.finish(["verify", "--config", file])
    #expect(outcome.status == 2)
    let reason = "names \(path), which is not a plain file; name pipes on the command line"
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }

  /// The legal neighbours: a plain file that a project names, and a pipe on the command line.
  @Test func whatTheCommandLineNamesMayBeAPipe() async throws {
    let folder = try TemporaryFolder()
    let contract = Repository.path("fixtures/hostile/contract.json")
    let project = try folder.write(#"{"contracts": ["\#(contract)"]}"#, to: "assay.json")
    #expect(try await Program.assay.finish(["lint", "--config", project]).status == 0)
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    async let outcome = Program.assay.finish(["promises", path])
    // Opens only when the command does.
    try FileHandle(forWritingTo: URL(filePath: path)).write(contentsOf: Data(contentsOf: URL(filePath: contract)))
    #expect(try await outcome.status == 0)
  }
}
