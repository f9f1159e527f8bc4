import AssayKit
import TestKit
import Testing

/// First contracts made of answers that are large: `fixtures/cli/init-…` holds those of others.
struct ProjectDraftTests {
  /// One secret so often, and so many secrets, that looking for each by itself takes minutes, or all of the stack.
  @Test(.timeLimit(.minutes(1)), arguments: ["often", "many"])
  func hidesWhatIsThereOften(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let answer =
      kind == "often"
      ? #"{ "token": "abc123", "x": "\#(String(repeating: "abc123", count: 60_000))" }"#
      : "[" + (0..<60_000).map { #"{ "token": "abc123-\#($0)", "x": "no secret at all" }"# }.joined(separator: ",")
        + "]"
    let path = try folder.write(answer, to: "answer.json")
    let url = try #require(ServerURL("http://127.0.0.1:9/x"))
    let draft = try ProjectDraft(answer: path, of: url)
    #expect(draft.files.map(\.path) == ["contracts/backend.json", "assay.json"])
    #expect(!draft.files[0].text.contains("abc123"))
  }

  @Test func namesNoSecretOfAURLThatCannotBeCalled() async throws {
    let url = try #require(ServerURL("http://127.0.0.1:1/hooks/ghp_abcdefSECRET0123456789?key=SECRET"))
    await #expect {
      _ = try await ProjectDraft(calling: url)
    } throws: { error in
      !"\(error)".contains("SECRET")
    }
  }
}
