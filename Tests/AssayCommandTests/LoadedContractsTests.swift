import Foundation
import TestKit
import Testing

/// Commands that take documents in place of contracts.
struct LoadedContractsTests {
  private static let old = """
    openapi: 3.1.0
    info: { title: Things, version: "1" }
    paths:
      /things:
        get:
          operationId: things
          responses:
            "200": { description: All, content: { application/json: { schema: { type: object, required: [kind] } } } }
    """

  @Test func aURLIsVerifiedAndThreeLinesSayWhatWasMade() async throws {
    let documents = try RunningServer.python(Repository.path("fixtures/backends/documents.py"))
    let url = documents.url + "/guarded/openapi.json"
    let outcome = try await Program.assay.finish(
      [
        "verify", url, "--header", "Authorization: Bearer ${THINGS_TOKEN}",
        "--server", "api=\(documents.url)",
      ],
      environment: ["THINGS_TOKEN": "tok-4f1c-xyz-12", "no_proxy": "127.0.0.1"]
    )
    #expect(outcome.errors.hasPrefix("\(url): drafted 1 operation and 1 check\n  all of it was carried over\n"))
    #expect(
      outcome.errors.contains("  keep and edit the draft: assay derive \(url) -o things.json\n"),
      "\(outcome.errors)"
    )
    #expect(!outcome.errors.contains("tok-4f1c"))
  }

  @Test func twoDescriptionsAreCompared() async throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(Self.old, to: "old.yaml")
    let new = try folder.write(Self.old.replacing("required: [kind]", with: "required: []"), to: "new.yaml")
    let outcome = try await Program.assay.finish(["diff", old, new])
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.output.contains("kind"), "\(outcome.output)")
    #expect(try await Program.assay.finish(["diff", old, old]).status == 0)
  }

  @Test func aRevisionOfADescriptionIsCompared() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      Self.old.replacing("schema: { type: object, required: [kind] }", with: "schema: { $ref: kind.yaml }"),
      to: "api.yaml"
    )
    _ = try folder.write("type: object\nrequired: [kind]\n", to: "kind.yaml")
    let author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in [["init", "--quiet"], ["add", "."], author + ["commit", "--quiet", "--message", "Things"]] {
      try #require(try await Program.found("git").finish(words, folder: folder.url).status == 0)
    }
    // The file that it refers to is that of the revision.
    _ = try folder.write("type: object\n", to: "kind.yaml")
    let outcome = try await Program.assay.finish(["diff", "HEAD:api.yaml", "api.yaml"], folder: folder.url)
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.output.contains("kind"), "\(outcome.output)")
  }

  @Test(arguments: ["lint", "mock"]) func verboseListsWhatIsNotCarriedOver(command: String) async throws {
    let path = Repository.path("fixtures/openapi/optional-3.1/openapi.yaml")
    let outcome = try await Program.assay.finish(
      [command, path, "--verbose"] + (command == "mock" ? ["--list-faults"] : [])
    )
    #expect(outcome.errors.contains("not carried over: openapi:"), "\(outcome.errors)")
  }
}
