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

  /// The name tells, however plain the value is.
  @Test func plainValuesUnderNamesOfSecretsAreReadFromTheEnvironment() throws {
    let draft = try draft(
      """
      # A guide

      ## Sign in

      ```bash
      curl -X POST 'https://api.example.com/login?access_token=at-99887766' -H 'X-Api-Key: acme77' -H 'X-Auth-Token: plum' -d '{"client_secret": "cs-77aa88bb99cc", "password": "lovelace", "otp": 481216, "passwordPolicy": "strong"}'
      ```

      | Field | Type | Meaning |
      | --- | --- | --- |
      | `passwordPolicy` | string | one of `strong`, `weak` |

      ```json
      {"access_token": "tok-aaaabbbbccccdddd", "session": {"secret": "lovelace-2"}, "token_type": "bearer", "next_page_token": "p-12345"}
      ```

      ## Make a thing

      `POST /things`

      ```bash
      curl -u ann:lovelace https://api.example.com/things -F password=lovelace -F otp=481216 -F user=ann
      ```
      """
    )
    for secret in ["at-99", "acme77", "cs-77", "lovelace", "481216", "tok-a"] {
      #expect(!draft.contains(secret), "\(draft)")
    }
    for kept in [
      "${ACCESS_TOKEN}", "${X_API_KEY}", "\"plum\"", "${CLIENT_SECRET}", "${PASSWORD}", "${OTP}", "\"ann\"",
      "\"passwordPolicy\":\"strong\"", "\"access_token\":\"access_token\"", "\"secret\":\"secret\"",
      "\"token_type\":\"bearer\"", "\"next_page_token\":\"p-12345\"",
    ] { #expect(draft.contains(kept), "\(kept) in \(draft)") }
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
