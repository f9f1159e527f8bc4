import AssayHTTP
import Testing

@testable import AssayVerifier

/// Secrets that hold one another.
struct SecretVaultTests {
  @Test(arguments: [[0, 1], [1, 0]])
  func aSecretInsideAnotherLeavesNothingOfIt(_ order: [Int]) {
    let secrets = [Secret(name: "SHORT", value: "swordfish"), Secret(name: "LONG", value: "swordfish-and-chips")]
    let vault = SecretVault()
    for index in order { vault.add(secrets[index]) }
    #expect(vault.conceal("a swordfish-and-chips, a swordfish") == "a ${LONG}, a ${SHORT}")
  }

  /// JSON lets any letter be an escape (RFC 8259 section 7).
  @Test(arguments: [
    (#"a \u0073wordfish"#, "a ${A}"), (#"\u0073\u0077ord\u0066ish\n"#, #"${A}\n"#), (#"\"swordfis\u0068\""#, #"\"${A}\""#),
    (#"\uD83D\uDC1F-hook and \ud83d\udc1f-hook"#, "${B} and ${B}"), (#"C2VjcmV0\u002bK1NlY3JldDE\u003d"#, "${C}\\u003d"),
    (#"\\u0073wordfish"#, #"\\u0073wordfish"#), (#"\u00zz \"#, #"\u00zz \"#), (#"\uD83D"#, #"\uD83D"#),
  ])
  func escapesHideNothing(_ text: String, _ concealed: String) {
    let secrets = [("A", "swordfish"), ("B", "🐟-hook"), ("C", "C2VjcmV0+K1NlY3JldDE")]
    let vault = SecretVault(secrets.map { Secret(name: $0, value: $1) })
    #expect(vault.conceal(text) == concealed)
  }

  @Test func twoNamesOfOneValueAreBothPutIn() {
    let vault = SecretVault([Secret(name: "A", value: "swordfish"), Secret(name: "B", value: "swordfish")])
    let request = vault.reveal(HTTPRequest(method: "GET", url: "http://host/${A}/${B}"))
    #expect(request.url == "http://host/swordfish/swordfish")
    #expect(vault.conceal("swordfish") == "${A}")
  }
}
