import AssayContract
import AssayFindings
import AssayHTTP
import AssaySecrets
import Synchronization
import Testing

@testable import AssayVerifier

/// What was made for one server goes to no other, wherever an answer leads.
struct OriginTests {
  private static let contract = #"""
    { "contract": "1", "service": "pages", "title": "Pages",
      "servers": { "api": { "url": "http://api.test" }, "files": { "url": "http://files.test" } },
      "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer", "credentials": { "token": "${KEY}" } } },
      "security": [ { "bearer": [] } ],
      "operations": {
        "list": { "server": "api", "request": { "method": "GET", "path": "/list" },
                  "responses": { "200": { "content": "application/json", "body": { "type": "object" } } } } },
      "scenarios": {
        "elsewhere": { "steps": [ { "stepId": "a", "operation": "list" },
          { "stepId": "b", "operation": "list", "url": "$steps.a.response.body#/elsewhere" } ] },
        "here": { "steps": [ { "stepId": "a", "operation": "list" },
          { "stepId": "b", "operation": "list", "url": "$steps.a.response.body#/here" } ] },
        "pages-elsewhere": { "steps": [
          { "operation": "list", "paginate": { "next": "default($response.body#/elsewhere, null)" } } ] },
        "pages-here": { "steps": [
          { "operation": "list", "paginate": { "next": "default($response.body#/here, null)" } } ] } } }
    """#

  /// The header fields of the second call, which goes to the URL `here` or to another server.
  private static func fields(
    _ scenario: String,
    api: String = "http://api.test",
    _ here: String = "http://api.test/list?page=2"
  ) async throws -> [String: String] {
    let answer = #"{ "elsewhere": "http://files.test/list?page=2", "here": "\#(here)" }"#
    let contract = try ContractLoader.load(bytes: Array(contract.utf8), file: "pages.json")
    let seen = Mutex<[HTTPRequest]>([])
    let backend = Backend(seeing: { request, _, _ in
      seen.withLock { $0.append(request) }
      return .answer(200, request.url.contains("page=2") ? "{}" : answer)
    })
    let result = await Verifier(
      contract: contract,
      settings: RunSettings(servers: ["api": api], only: ["\(scenario)/*"], jobs: 1),
      headers: [
        SentField(HTTPHeader("X-Trace", "1")), SentField(HTTPHeader("X-Api", "for-the-api"), server: "api"),
        SentField(HTTPHeader("X-Files", "for-the-files"), server: "files"),
      ],
      transport: backend,
      vault: SecretVault([Secret(name: "KEY", value: "the-key-of-the-api-4711")]),
      files: { _ in nil }
    ).run(version: "", started: "").value
    #expect(result.outcome == .passed, "\(result.checks.map(\.reason)) \(result.findings.map(\.message))")
    let second = try #require(seen.withLock { $0.first { $0.url.contains("page=2") } })
    return Dictionary(second.headers.map { ($0.name, $0.value) }) { first, _ in first }
  }

  @Test(arguments: ["elsewhere", "pages-elsewhere"])
  func aURLOfAnotherServerCarriesNoCredentials(_ scenario: String) async throws {
    let fields = try await Self.fields(scenario)
    #expect(fields["Authorization"] == nil)
    #expect(fields["X-Api"] == nil)
    #expect(fields["X-Files"] == "for-the-files")
    #expect(fields["X-Trace"] == "1")
  }

  /// A backend may name itself by another name of this machine.
  @Test func thisMachineIsOneServer() async throws {
    let fields = try await Self.fields("here", api: "http://localhost:8080", "http://127.0.0.1:8080/list?page=2")
    #expect(fields["Authorization"] == "Bearer the-key-of-the-api-4711")
  }

  @Test(arguments: ["here", "pages-here"]) func aURLOfTheSameServerCarriesThem(_ scenario: String) async throws {
    let fields = try await Self.fields(scenario)
    #expect(fields["Authorization"] == "Bearer the-key-of-the-api-4711")
    #expect(fields["X-Api"] == "for-the-api")
    #expect(fields["X-Files"] == nil)
  }
}
