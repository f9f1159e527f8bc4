import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssaySecrets
import AssayVerifier
import Synchronization
import Testing

/// A finding about values that other scenarios change says which of them changed something meanwhile.
@Suite(.timeLimit(.minutes(1)))
struct NeighboursTests {
  private static let contract = #"""
    { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "stats": { "request": { "method": "GET", "path": "/stats" },
                   "responses": { "200": { "body": { "type": "object", "required": ["orders"] } } } },
        "read": { "request": { "method": "GET", "path": "/orders/1" }, "responses": { "200": {} } },
        "order": { "request": { "method": "POST", "path": "/orders" }, "responses": { "201": {} } } },
      "scenarios": {
        "counts": { "steps": [ { "operation": "stats", "stepId": "first" }, { "operation": "stats", "stepId": "second",
          "invariants": [ { "rule": "$response.body#/orders == $steps.first.response.body#/orders" } ] } ] },
        "orders": { "steps": [ { "operation": "order" } ] },
        "reads": { "steps": [ { "operation": "read" } ] } } }
    """#

  /// Runs two scenarios on a backend whose count differs between the two calls of `counts`; each of them waits, at its
  /// first call, until the other one has begun or `jobs` says that it cannot.
  private static func findings(_ other: String, jobs: Int) async throws -> [Finding] {
    let begun = Mutex<Set<String>>([])
    let backend = Backend { call, count in
      let isCount = call == "GET /stats"
      begun.withLock { _ = $0.insert(isCount ? "counts" : other) }
      while jobs > 1, begun.withLock({ $0.count }) < 2 { await Task.yield() }
      return isCount ? .answer(200, "{\"orders\": \(count)}") : .answer(call.hasPrefix("POST") ? 201 : 200, "{}")
    }
    var settings = RunSettings(only: ["counts/*", "\(other)/*"])
    settings.limits.jobs = jobs
    return await Verifier(
      contract: try ContractLoader.load(bytes: Array(contract.utf8), file: "shop.json"),
      settings: settings,
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value.findings
  }

  @Test(arguments: [("orders", 4, true), ("orders", 1, false), ("reads", 4, false)])
  func isNamed(_ other: String, _ jobs: Int, _ isRace: Bool) async throws {
    let findings = try await Self.findings(other, jobs: jobs)
    #expect(findings.map(\.rule.id) == ["invariant"], "\(findings)")
    let said = findings.first?.details.first { $0.name == "meanwhile" }?.text
    let race = "`orders` changed things on this server; a race if it passes with --jobs 1"
    #expect(said == (isRace ? race : nil))
  }
}
