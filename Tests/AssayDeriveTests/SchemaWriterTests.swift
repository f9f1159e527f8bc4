import AssayKit
import TestKit
import Testing

/// Examples of drafts, which hold no credential that a guide shows.
struct SchemaWriterTests {
  private func draft(_ guide: String) throws -> String {
    let folder = try TemporaryFolder()
    let text = try ConformanceSuite.derive(fromDocuments: [folder.write(guide, to: "guide.md")]).text
    // What is cited of a guide is its own text.
    return text.split(separator: "\n").filter { !$0.contains("curl ") }.joined(separator: "\n")
  }

  @Test func credentialsOfAGuideAreReadFromTheEnvironment() throws {
    let draft = try draft(
      """
      # A guide

      ## Make a thing

      ```bash
      curl -X POST 'https://api.example.com/things?api_key=k4f9a8b7c6d5e4f3a2b1c' -H 'X-Auth: 9f8e7d6c5b4a39281706' -H 'X-Team: blue' -d '{"name": "a", "deploy": "ghp_abcdefghijklmnopqrstuvwxyz0123"}'
      ```

      ## Sign in

      ```bash
      curl https://api.example.com/login -d 'user=ann' -d 'client_secret=b1946ac92492d2347c62'
      ```
      """
    )
    for secret in ["k4f9a8b7c6d5e4f3a2b1c", "9f8e7d6c5b4a39281706", "ghp_", "b1946ac92492d2347c62"] {
      #expect(!draft.contains(secret), "\(draft)")
    }
    for name in ["${API_KEY}", "${X_AUTH}", "${DEPLOY_SECRET}", "${CLIENT_SECRET}", "\"blue\"", "\"ann\""] {
      #expect(draft.contains(name), "\(name) in \(draft)")
    }
  }

  @Test func wordsInPlaceOfCredentialsStay() throws {
    let draft = try draft(
      """
      # A guide

      ## Make a thing

      ```bash
      curl -X POST 'https://api.example.com/things?page_token=2' -H 'X-Api-Key: YOUR_API_KEY_GOES_HERE_1' -d '{"password": "secret"}'
      ```
      """
    )
    #expect(draft.contains("YOUR_API_KEY_GOES_HERE_1") && draft.contains("\"password\":\"secret\""), "\(draft)")
    #expect(!draft.contains("${"))
  }
}
