import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssaySecrets
import AssayText
import AssayVerifier
import Synchronization
import Testing

/// Tokens that are asked for: once, again when they are over or refused, and never shown.
struct AccessTokenTests {
  private static let contract = #"""
    { "contract": "1", "service": "stock", "title": "Stock", "servers": { "api": { "url": "http://api.test" } },
      "variables": { "secret": { "default": "a-client-secret-1", "secret": true } },
      "securitySchemes": { "partner": { "type": "oauth2",
        "flows": { "clientCredentials": { "tokenUrl": "/token", "scopes": {} } },
        "credentials": { "clientId": "shop", "clientSecret": "$variables.secret" } } },
      "security": [ { "partner": [] } ],
      "operations": {
        "items": { "request": { "method": "GET", "path": "/items" }, "responses": { "200": {} } },
        "watch": { "request": { "method": "GET", "path": "/watch" }, "responses": { "200": { "content": "text/event-stream" } },
                   "stream": { "events": { "done": { "final": true } }, "order": "done" } } },
      "scenarios": { "read": { "steps": [ { "stepId": "a", "operation": "items" }, { "stepId": "b", "operation": "items" },
                                          { "operation": "watch" } ] } } }
    """#

  private static let done = Backend.Reply.stream("event: done\ndata: {}\n\n", .complete)

  private func run(
    _ backend: Backend,
    now: @escaping @Sendable () -> DateTime = { DateTime(millisecondsSinceEpoch: 0) },
    record: @escaping @Sendable (Hidden<Observation>) -> Void = { _ in }
  ) async throws -> RunResult {
    let contract = try ContractLoader.load(bytes: Array(Self.contract.utf8), file: "stock.json")
    var settings = RunSettings(jobs: 1)
    settings.now = now
    return await Verifier(
      contract: contract,
      settings: settings,
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil },
      record: record
    ).run(version: "", started: "").value
  }

  private static func token(_ count: Int) -> Backend.Reply {
    .answer(200, #"{ "access_token": "token-number-\#(count)", "token_type": "Bearer", "expires_in": 100 }"#)
  }

  @Test func oneTokenServesAllCallsAndIsNeverShown() async throws {
    let backend = Backend { call, count in
      call == "POST /token" ? Self.token(count) : call == "GET /watch" ? Self.done : .answer(200, "{}")
    }
    let seen = Mutex<[Observation]>([])
    let result = try await run(backend, record: { observation in seen.withLock { $0.append(observation.value) } })
    #expect(
      backend.calls.filter { !$0.contains("assay") } == ["POST /token", "GET /items", "GET /items", "GET /watch"]
    )
    #expect(result.outcome == .passed, "\(result.findings)")
    let shown = seen.withLock { "\($0)" }
    #expect(shown.contains("Bearer ${"))
    for secret in ["token-number-1", "a-client-secret-1"] { #expect(!shown.contains(secret)) }
  }

  /// The text of a refusal is hidden before it is shortened: no half of a secret is left at the cut.
  @Test(arguments: [("a-client-secret-1", false), ("a-public-reason-1", true)])
  func aRefusalShowsNoPartOfASecret(_ end: String, _ isShown: Bool) async throws {
    let error = String(repeating: "x", count: 70) + " " + end
    let backend = Backend { call, _ in
      call == "POST /token" ? .answer(400, #"{ "error": "\#(error)" }"#) : .answer(200, "{}")
    }
    let result = try await run(backend)
    let reasons = result.checks.map(\.reason)
    #expect(reasons.allSatisfy { $0.contains("xxx") && $0.contains(end.prefix(5)) == isShown }, "\(reasons)")
  }

  @Test func aTokenIsAskedForAnewShortlyBeforeItIsOver() async throws {
    let backend = Backend { call, count in
      call == "POST /token" ? Self.token(count) : call == "GET /watch" ? Self.done : .answer(200, "{}")
    }
    // Each call is made so much later that the next one finds the token over, which lasts 70 seconds for us.
    let looks = Mutex(0)
    let result = try await run(
      backend,
      now: {
        looks.withLock { looks in
          looks += 1
          return DateTime(millisecondsSinceEpoch: looks * 50_000)
        }
      }
    )
    #expect(result.outcome == .passed)
    #expect(backend.calls.count { $0 == "POST /token" } == 2)
  }

  @Test func aRefusedTokenIsAskedForAnewWhereItLetACallInBefore() async throws {
    let backend = Backend { call, count in
      switch (call, count) {
      case ("POST /token", _): Self.token(count)
      case ("GET /items", 2), ("GET /watch", 1): .answer(401, #"{ "error": "over" }"#)
      case ("GET /watch", _): Self.done
      default: .answer(200, "{}")
      }
    }
    let result = try await run(backend)
    #expect(result.outcome == .passed, "\(result.findings)")
    #expect(
      backend.calls.filter { !$0.contains("assay") } == [
        "POST /token", "GET /items", "GET /items", "POST /token", "GET /items", "GET /watch", "POST /token",
        "GET /watch",
      ]
    )
  }

  /// A new token that is refused as well is told of; a first one that is refused was not asked for again.
  @Test(arguments: [2, 1]) func aNewTokenThatIsRefusedTooIsTold(_ refused: Int) async throws {
    let backend = Backend { call, count in
      switch call {
      case "POST /token": Self.token(count)
      case "GET /watch": Self.done
      default: count < refused ? .answer(200, "{}") : .answer(401, #"{ "error": "over" }"#)
      }
    }
    let finding = try #require(try await run(backend).findings.first { $0.operation == "items" })
    #expect(finding.details.contains { $0.text.contains("new access token") } == (refused == 2), "\(finding.details)")
  }

  @Test func aTokenThatNeverLetAnybodyInIsNotAskedForAgain() async throws {
    let backend = Backend { call, count in
      call == "POST /token" ? Self.token(count) : .answer(401, #"{ "error": "stranger" }"#)
    }
    let result = try await run(backend)
    #expect(result.findings.contains { $0.rule == .status && $0.level == .must })
    #expect(backend.calls.first == "POST /token" && backend.calls[1] == "GET /items")
    #expect(backend.calls.count { $0 == "POST /token" } <= 3)
  }

  @Test(arguments: [
    (Backend.Reply.answer(401, #"{ "error": "invalid_client" }"#), "answered 401, `invalid_client`"),
    (.answer(200, "{}"), "no `access_token`"), (.answer(200, "<html>"), "no `access_token`"),
    (.answer(200, #"{ "access_token": "a\r\nX-Other: b" }"#), "cannot be sent"),
    (.answer(200, #"{ "access_token": "abc", "token_type": "mac" }"#), "of the type `mac`"), (.end(.reset), "reset"),
  ])
  func withoutATokenNothingIsJudged(_ reply: Backend.Reply, _ reason: String) async throws {
    let backend = Backend { call, _ in call == "POST /token" ? reply : .answer(200, "{}") }
    let result = try await run(backend)
    #expect(backend.calls.filter { !$0.contains("assay") } == ["POST /token"])
    let first = try #require(result.checks.first)
    #expect(first.status == .error)
    #expect(first.reason.contains("security scheme `partner`") && first.reason.contains(reason), "\(first.reason)")
    #expect(result.findings.isEmpty)
  }

  /// Tokens of other scopes are asked for one by one, and of a server that is down none of them.
  @Test(arguments: [(TransferEnd.Reason.refused, 1), (.totalTimeout, 3)])
  func aServerThatIsDownIsAskedForNoMoreTokens(_ end: TransferEnd.Reason, _ count: Int) async throws {
    let names = (0..<8).map { "o\($0)" }
    let operations = names.map {
      #""\#($0)": { "security": [ { "partner": ["\#($0)"] } ], "request": { "method": "GET", "path": "/\#($0)" },"#
        + #" "responses": { "200": {} } }"#
    }
    let scopes = names.map { #""\#($0)": "It""# }.joined(separator: ",")
    let text = #"""
      { "contract": "1", "service": "stock", "title": "Stock",
        "servers": { "api": { "url": "http://api.test" } },
        "variables": { "secret": { "default": "a-client-secret-1", "secret": true } },
        "securitySchemes": { "partner": { "type": "oauth2",
          "flows": { "clientCredentials": { "tokenUrl": "/token", "scopes": { \#(scopes) } } },
          "credentials": { "clientId": "shop", "clientSecret": "$variables.secret" } } },
        "operations": { \#(operations.joined(separator: ",")) },
        "scenarios": { \#(names.map { #""\#($0)": { "steps": [ { "operation": "\#($0)" } ] }"# }.joined(separator: ",")) } }
      """#
    let backend = Backend(isInstant: true) { call, _ in call == "POST /token" ? .end(end) : .answer(200, "{}") }
    let result = await Verifier(
      contract: try ContractLoader.load(bytes: Array(text.utf8), file: "stock.json"),
      settings: RunSettings(jobs: 1),
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
    #expect(backend.calls.count { $0 == "POST /token" } == count, "\(backend.calls)")
    #expect(result.checks.allSatisfy { $0.status == .error }, "\(result.checks.map(\.reason))")
  }
}
