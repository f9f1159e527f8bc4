import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssaySecrets
import AssayVerifier
import Testing

/// Answers that ask for fewer calls, and answers to values that Assay made up.
struct ThrottleTests {
  private static let contract = #"""
    { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
      "variables": { "item_id": { "placeholder": 1 }, "key": { "secret": true, "default": "${KEY}", "placeholder": "none" } },
      "operations": {
        "list": { "request": { "method": "GET", "path": "/items" }, "responses": { "200": {} } },
        "read": { "request": { "method": "GET", "path": "/items/{id}",
                  "parameters": { "id": { "schema": {}, "example": "$variables.item_id" } } }, "responses": { "200": {} } },
        "login": { "request": { "method": "POST", "path": "/login",
                   "body": { "example": { "key": "$variables.key" } } }, "responses": { "200": {} } } },
      "scenarios": {
        "list": { "steps": [ { "operation": "list" } ] },
        "read": { "steps": [ { "operation": "read" } ] },
        "own": { "steps": [ { "operation": "read", "parameters": { "id": 7 } } ] },
        "login": { "steps": [ { "operation": "login" } ] },
        "drop": { "tags": [ "unsafe" ], "steps": [ { "operation": "list" } ] } } }
    """#

  private func run(_ backend: Backend, _ settings: RunSettings, _ values: [String: String] = [:]) async throws
    -> RunResult
  {
    var contract = try ContractLoader.load(bytes: Array(Self.contract.utf8), file: "shop.json")
    for index in contract.variables.indices where contract.variables[index].name == "key" {
      contract.variables[index].isUnset = true
    }
    for index in contract.variables.indices {
      if let value = values[contract.variables[index].name] { contract.variables[index].given = .string(value) }
    }
    return await Verifier(
      contract: contract,
      settings: settings,
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
  }

  @Test(arguments: [429, 503])
  func aCallIsMadeAgainWhenTheBackendHasTime(_ status: Int) async throws {
    let fields = status == 503 ? [HTTPHeader("Retry-After", "2")] : []
    let backend = Backend(isInstant: true) { _, count in count < 3 ? .answer(status, "", fields) : .answer(200, "{}") }
    let result = try await run(backend, RunSettings(only: ["list"]))
    #expect(result.outcome == .passed)
    #expect(backend.calls == ["GET /items", "GET /items", "GET /items"])
  }

  @Test func aBackendThatAsksForTooMuchTimeIsNotJudged() async throws {
    let backend = Backend(isInstant: true) { _, _ in .answer(429, "", [HTTPHeader("Retry-After", "3600")]) }
    let result = try await run(backend, RunSettings(only: ["list"]))
    #expect(result.findings.isEmpty)
    #expect(result.checks.map(\.status) == [.error])
    #expect(result.checks.first?.reason.contains("429 with Retry-After") == true)
    #expect(backend.calls.count == 1)
  }

  /// Thirty seconds in all, unless the run says otherwise; what is waited doubles where the backend names no time.
  @Test(arguments: [
    ("30", nil, 2), ("31", nil, 1), ("15", nil, 3), ("16", nil, 2), (nil, nil, 5), ("5", Duration.seconds(4), 1),
    ("2", .seconds(4), 3), ("0", .milliseconds(120), 3),
  ])
  func aCallWaitsSoLongInAll(_ retryAfter: String?, _ maxWait: Duration?, _ calls: Int) async throws {
    let fields = retryAfter.map { [HTTPHeader("Retry-After", $0)] } ?? []
    let backend = Backend(isInstant: true) { _, _ in .answer(429, "", fields) }
    let result = try await run(backend, RunSettings(only: ["list"], maxWait: maxWait))
    #expect(result.checks.map(\.status) == [.error])
    #expect(backend.calls.count == calls)
  }

  @Test func a503WithoutRetryAfterIsAFault() async throws {
    let backend = Backend(isInstant: true) { _, _ in .answer(503, "") }
    #expect(try await run(backend, RunSettings(only: ["list"])).findings.map(\.rule) == [.status])
  }

  @Test(arguments: [401, 403, 404, 409, 410, 422])
  func aRefusalOfAMadeUpIDIsNoFault(_ status: Int) async throws {
    let backend = Backend { _, _ in .answer(status, "") }
    let result = try await run(backend, RunSettings(only: ["read"]))
    #expect(result.findings.isEmpty)
    #expect(result.checks.map(\.status) == [.error])
    #expect(result.checks.first?.reason.contains("no known item_id: its placeholder was answered \(status)") == true)
    #expect(result.checks.first?.reason.contains("--set item_id=VALUE") == true)
  }

  @Test func aKnownIDIsJudged() async throws {
    let backend = Backend { call, _ in call == "GET /none" ? .answer(404, "{}") : .answer(410, "") }
    #expect(try await run(backend, RunSettings(only: ["own"])).checks.map(\.status) == [.failed])
    #expect(try await run(backend, RunSettings(only: ["read"]), ["item_id": "8"]).checks.map(\.status) == [.failed])
    let wrong = Backend { _, _ in .answer(500, "") }
    #expect(try await run(wrong, RunSettings(only: ["read"])).checks.map(\.status) == [.failed])
  }

  @Test func wrongCredentialsMayBeRefusedWith400() async throws {
    let backend = Backend { _, _ in .answer(400, "") }
    let result = try await run(backend, RunSettings(only: ["login"]))
    #expect(result.findings.isEmpty)
    #expect(result.checks.first?.reason.contains("give one with KEY in the environment") == true)
    #expect(try await run(backend, RunSettings(only: ["read"])).checks.map(\.status) == [.failed])
  }

  @Test func whatIsUnsafeRunsWhenAsked() async throws {
    let backend = Backend { _, _ in .answer(200, "{}") }
    var settings = RunSettings(only: ["list", "drop"])
    #expect(try await run(backend, settings).checks.map(\.id) == ["list/list"])
    settings.selection.runsUnsafe = true
    #expect(try await run(backend, settings).checks.map(\.id) == ["list/list", "drop/list"])
  }
}
