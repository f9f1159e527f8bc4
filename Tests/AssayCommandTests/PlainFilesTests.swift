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
}
