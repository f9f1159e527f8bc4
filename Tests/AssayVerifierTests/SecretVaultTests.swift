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

  @Test func twoNamesOfOneValueAreBothPutIn() {
    let vault = SecretVault([Secret(name: "A", value: "swordfish"), Secret(name: "B", value: "swordfish")])
    let request = vault.reveal(HTTPRequest(method: "GET", url: "http://host/${A}/${B}"))
    #expect(request.url == "http://host/swordfish/swordfish")
    #expect(vault.conceal("swordfish") == "${A}")
  }
}
