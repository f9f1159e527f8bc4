import Testing

@testable import AssayVerifier

/// Of very many secrets, and of very long ones, only those are looked for that there is anything of.
struct SecretSieveTests {
  @Test(arguments: [
    ("it is a sword-fishmonger.", ["sword-fishmonger"]), ("a sword-fi…", ["sword-fishmonger"]),
    ("…monger and …", ["sword-fishmonger"]), ("…rd-fishm…", ["sword-fishmonger"]),
    (#"{"a":"\u0073word-fishmonger"}"#, ["sword-fishmonger"]), ("a=sword%2Dfishmonger", ["sword-fishmonger"]),
    ("a sword", []), ("", []),
    ("süß-und-sauer, value-77 and value-7777", ["süß-und-sauer", "value-7", "value-77", "value-777", "value-7777"]),
  ])
  func holds(_ text: String, _ held: [String]) {
    let values = ["sword-fishmonger", "süß-und-sauer"] + (0..<10_000).map { "value-\($0)" }
    let secrets = values.map { Secret(name: "S", value: $0) }
    let found = SecretSieve([text, "another"]).held(of: secrets).map(\.value)
    #expect(Set(found) == Set(held))
  }

  /// Of a file in Base64 a finding shows a little.
  @Test(.timeLimit(.minutes(1))) func aLongValueIsFoundByItsParts() {
    let value = (0..<40_000).map { "ü\($0)" }.joined()
    let shown = value.dropFirst(100_001).prefix(300)
    for text in ["it is \(value.prefix(300))…", "…\(shown)…", "…\(value.suffix(300))"] {
      let held = SecretSieve([text]).held(of: [Secret(name: "S", value: value)])
      #expect(!held.isEmpty && held.count < 10)
      #expect(held.allSatisfy { value.contains($0.value) })
      let hidden = SecretVault(held).hide(text)
      #expect(hidden.contains("${S}") && hidden.utf8.count < 40, "\(hidden)")
    }
  }

  @Test(arguments: [
    ("accessTokens", true), ("refresh_tokens", true), ("apiKeys", true), ("passwords", true), ("clientSecrets", true),
    ("max_tokens", false), ("tokens", false), ("publicKeys", false), ("nextPageToken", false), ("keys", false),
  ])
  func namesTell(_ name: String, _ isSecret: Bool) { #expect(Credentials.isSecret(name) == isSecret) }
}
