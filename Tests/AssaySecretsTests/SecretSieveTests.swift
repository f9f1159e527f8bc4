import Testing

@testable import AssaySecrets

/// Of very many secrets, and of very long ones, only those are looked for that there is anything of.
struct SecretSieveTests {
  @Test(arguments: [
    ("it is a sword-fishmonger.", ["sword-fishmonger"]), ("a sword-fi…", ["sword-fishmonger"]),
    ("…monger and …", ["sword-fishmonger"]), ("…rd-fishm…", ["sword-fishmonger"]),
    (#"{"a":"\u0073word-fishmonger"}"#, ["sword-fishmonger"]), ("a=sword%2Dfishmonger", ["sword-fishmonger"]),
    ("a sword", []), ("", []),
    // In Base64, alone and behind a user's name, whole, cut, wrapped, escaped, and for URLs.
    ("c3dvcmQtZmlzaG1vbmdlcg==", ["sword-fishmonger"]), ("note=bWU6c3dvcmQtZmlzaG1vbmdlcg", ["sword-fishmonger"]),
    ("bWU6c3dv…", ["sword-fishmonger"]), ("…ZmlzaG1vbmdlcg==", ["sword-fishmonger"]),
    ("c3dvcmQtZmlz\r\n aG1vbmdlcg==", ["sword-fishmonger"]), ("c8O8w58tdW5kLXNhdWVy", ["süß-und-sauer"]),
    (#"Basic bTpzd29yZC1maXNobW9uZ2Vy\u003d"#, ["sword-fishmonger"]), ("sword&#45;fishmonger", ["sword-fishmonger"]),
    ("c29tZXRoaW5nIGVsc2U=", []), ("bWU6dmFs", []),
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

  /// Of a key in several lines a finding may show one.
  @Test(arguments: [5, 80]) func aLineOfAKeyIsFound(_ count: Int) throws {
    let lines = (0..<count).map { "line-\($0)-of-a-private-key-that-nobody-may-see" }
    let key = Secret(name: "KEY", value: lines.joined(separator: "\n"))
    for line in lines {
      let vault = SecretVault(SecretSieve(["it is \(line)."]).held(of: [key]))
      let hidden = vault.hide("it is \(line).")
      #expect(hidden.hasPrefix("it is ${KEY") && hidden.hasSuffix("}.") && !hidden.contains("private"), "\(hidden)")
    }
    #expect(SecretSieve(["line-1-of-something-else"]).held(of: [key]).isEmpty)
  }

  @Test(arguments: [
    ("accessTokens", true), ("refresh_tokens", true), ("apiKeys", true), ("passwords", true), ("clientSecrets", true),
    ("max_tokens", false), ("tokens", false), ("publicKeys", false), ("nextPageToken", false), ("keys", false),
  ])
  func namesTell(_ name: String, _ isSecret: Bool) { #expect(Credentials.isSecret(name) == isSecret) }
}
