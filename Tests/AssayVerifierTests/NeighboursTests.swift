import AssayContract
import AssayFindings
import AssayHTTP
import AssaySecrets
import AssayVerifier
import Testing

/// A finding about a difference between two answers names the scenarios that may have changed something meanwhile.
@Suite(.timeLimit(.minutes(1)))
struct NeighboursTests {
  private static let contract = #"""
    { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "stats": { "request": { "method": "GET", "path": "/stats" },
                   "responses": { "200": { "body": { "type": "object", "required": ["orders"] } } } },
        "read": { "request": { "method": "GET", "path": "/orders/1" }, "responses": { "200": {} } },
        "order": { "request": { "method": "POST", "path": "/orders" }, "responses": { "201": {} } },
        "reset": { "request": { "method": "DELETE", "path": "/stats" }, "responses": { "201": {} } } },
      "scenarios": {
        "counts": { "steps": [ { "operation": "stats", "stepId": "first" }, { "operation": "stats", "stepId": "second",
          "invariants": [ { "rule": "$response.body#/orders == $steps.first.response.body#/orders" } ] } ] },
        "repeats": { "steps": [ { "operation": "stats", "again": "same" } ] },
        "one": { "steps": [ { "operation": "stats", "invariants": [ { "rule": "$response.body#/orders == 0" } ] } ] },
        "orders": { "steps": [ { "operation": "order" } ] },
        "reads": { "steps": [ { "operation": "read" } ] },
        "resets": { "steps": [ { "operation": "reset" } ] } } }
    """#

  private static func findings(of scenarios: [String]) async throws -> [Finding] {
    let backend = Backend { call, count in
      call.hasPrefix("GET") ? .answer(200, "{\"orders\": \(count)}") : .answer(201, "{}")
    }
    return await Verifier(
      contract: try ContractLoader.load(bytes: Array(contract.utf8), file: "shop.json"),
      settings: RunSettings(only: scenarios.map { "\($0)/*" }),
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value.findings
  }

  @Test(arguments: ["counts", "repeats"])
  func areNamed(_ scenario: String) async throws {
    let findings = try await Self.findings(of: [scenario, "orders"])
    #expect(findings.map(\.rule.id) == ["invariant"], "\(findings)")
    let said = findings.first?.details.first { $0.name == "concurrent" }?.text
    #expect(said == "changes by `orders` may happen at the same time, unless --jobs is 1")
  }

  /// A scenario that only reads; one that changes the same path, and so waits; one answer that is compared with no other.
  @Test(arguments: [("counts", "reads"), ("counts", "resets"), ("one", "orders")])
  func areNotNamed(_ scenario: String, _ other: String) async throws {
    let findings = try await Self.findings(of: [scenario, other])
    #expect(findings.map(\.rule.id) == ["invariant"], "\(findings)")
    #expect(findings.allSatisfy { !$0.details.contains { $0.name == "concurrent" } }, "\(findings)")
  }
}
