import Testing

@testable import AssayDerive

/// A draft repeats lines of its guide, and no credential that someone left in one.
struct RememberedDocumentsTests {
  @Test func noCredentialOfAGuideIsInItsDraft() throws {
    let secrets = ["sk-live-4f9a8b7c6d5e4f3a2b1c", "pw1234567", "AKIA99887766554433", "8f14e45fceea167a5a36dedd"]
    let guide = """
      # API

      ## List the items

      ```sh
      curl -H "Authorization: Bearer \(secrets[0])" https://u:\(secrets[1])@h.example/items?api_key=\(secrets[2])
      ```

      ## Add an item

      `POST /items`

      | Header | Value |
      | --- | --- |
      | `X-Api-Key` | `\(secrets[3])` |

      ```sh
      curl -X POST -H "X-Api-Key: \(secrets[3])" https://h.example/items -d '{"name": "a"}'
      ```
      """
    let text = try ContractDraft(guides: [(name: "guide.md", bytes: Array(guide.utf8))]).text
    for secret in secrets { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains("Bearer ${AUTHORIZATION}") && text.contains("\"https://h.example\""), "\(text)")
    #expect(text.contains("`POST /items`"), "a line without a credential is remembered")
  }

  @Test(arguments: [
    ("curl -H 'Authorization: Bearer YOUR_TOKEN' https://h.example/a", false),
    ("`GET /items?page=12345678901234567`", false),
    ("Send `Authorization: Bearer <token>`", false), ("See https://h.example/@user:name/a", false),
    ("token: 8f14e45fceea167a5a36dedd", true), ("Authorization: Basic dXNlcjE6cGFzczEyMw", true),
    ("https://user:word@h.example/a", true), ("export KEY=ghp_16C7e42F292c6912E7710c838347Ae178B4a", true),
    // The name tells where the value is plain.
    ("{ \"password\": \"lovelace\" }", true), ("'token': 'tok-aaaabbbbccccdddd',", true),
    ("?access_token=at-99887766", true), ("| client_secret | cs-77aa88bb99cc |", true),
    ("Authorization: Bearer 1|iIGxeYBekhJvXD0C2YYq", true), ("curl -u ann:lovelace https://h.example", true),
    ("The `password`: hunter22", true), ("A password reset needs a secret with 8-64 characters.", false),
    ("| `password` | string | Required, at least 8 characters |", false), ("- `token`: of the session", false),
    ("{ \"password\": \"YOUR_PASSWORD\", \"token_type\": \"bearer\" }", false), ("\"max_tokens\": 512", false),
    ("curl -u \"$USER\" https://h.example", false),
  ])
  func credentialsAreRecognised(_ line: String, _ isShown: Bool) {
    #expect(SeenSecrets.isShown(in: line) == isShown)
  }
}
