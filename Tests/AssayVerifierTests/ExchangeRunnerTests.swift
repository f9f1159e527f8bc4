import AssayContract
import AssayFindings
import AssaySecrets
import AssayVerifier
import Testing

/// The calls that each kind of loop makes, in order, and what ends it.
@Suite(.timeLimit(.minutes(1)))
struct ExchangeRunnerTests {
  /// Runs one step over `GET /items`, after a step `list`, with `loop` among its keys.
  private static func run(
    _ loop: String,
    _ answer: @escaping @Sendable (String, Int) -> String
  ) async throws -> (calls: [String], result: RunResult) {
    let text = """
      { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
        "operations": {
          "list": { "request": { "method": "GET", "path": "/list" }, "responses": { "200": {} } },
          "items": {
            "request": { "method": "GET", "path": "/items", "query": { "id": { "schema": {} } } },
            "responses": { "200": { "body": { "type": "object", "required": ["ok"] } } } } },
        "scenarios": { "s": { "steps": [
          { "operation": "list", "outputs": { "ids": "$response.body#/ids" } },
          { "operation": "items", \(loop) } ] } } }
      """
    let backend = Backend(isInstant: true) { call, count in .answer(200, answer(call, count)) }
    let result = await Verifier(
      contract: try ContractLoader.load(bytes: Array(text.utf8), file: "shop.json"),
      settings: RunSettings(),
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
    return (Array(backend.calls.dropFirst()), result)
  }

  @Test func onceIsOneCall() async throws {
    let (calls, result) = try await Self.run(#""description": "once""#) { _, _ in #"{ "ok": 1, "ids": [] }"# }
    #expect(calls == ["GET /items"])
    #expect(result.findings.isEmpty)
  }

  @Test func forEachCallsOnceForEachItem() async throws {
    let loop = #""forEach": "$steps.list.outputs.ids", "as": "id", "query": { "id": "$id" }"#
    let (calls, result) = try await Self.run(loop) { call, _ in
      call.hasSuffix("=b") ? #"{ "no": 1 }"# : #"{ "ok": 1, "ids": ["a", "b", "c"] }"#
    }
    #expect(calls == ["GET /items?id=a", "GET /items?id=b", "GET /items?id=c"])
    #expect(result.findings.map(\.check) == ["s/items"])
    #expect(result.findings.first?.location.contains("2") == true, "\(result.findings.map(\.location))")
  }

  @Test func forEachOverNothingMakesNoCall() async throws {
    let loop = #""forEach": "$steps.list.outputs.ids", "query": { "id": "$item" }"#
    let (calls, result) = try await Self.run(loop) { _, _ in #"{ "ok": 1, "ids": [] }"# }
    #expect(calls.isEmpty)
    #expect(result.findings.isEmpty)
  }

  @Test func pagesFollowEachOtherUntilOneNamesNone() async throws {
    let loop = #""paginate": { "next": "$response.body#/next", "query": "id" }"#
    let (calls, result) = try await Self.run(loop) { call, _ in
      switch call {
      case "GET /items": #"{ "ok": 1, "next": "2" }"#
      case "GET /items?id=2": #"{ "ok": 1, "next": "3" }"#
      default: #"{ "ok": 1, "next": null, "ids": [] }"#
      }
    }
    #expect(calls == ["GET /items", "GET /items?id=2", "GET /items?id=3"])
    #expect(result.findings.isEmpty)
  }

  @Test func aPageThatLeadsBackEndsTheLoop() async throws {
    let loop = #""paginate": { "next": "$response.body#/next", "query": "id" }"#
    let (calls, result) = try await Self.run(loop) { _, _ in #"{ "ok": 1, "next": "2", "ids": [] }"# }
    #expect(calls == ["GET /items", "GET /items?id=2"])
    #expect(result.findings.map(\.check) == ["s/items"])
  }

  /// The pages after one that breaks were not made: who knows the fault of the first does not know theirs.
  @Test(arguments: [(#"{ "no": 1, "next": "2" }"#, "page 2 was not requested"), (#"{ "no": 1, "next": null }"#, nil)])
  func aBrokenPageOwesTheNextOne(_ page: String, _ obstacle: String?) async throws {
    let loop = #""paginate": { "next": "$response.body#/next", "query": "id" }"#
    let (calls, result) = try await Self.run(loop) { _, _ in page }
    #expect(calls == ["GET /items"])
    let check = try #require(result.checks.last)
    #expect(check.status == .failed)
    #expect(check.obstacle.map { $0.hasPrefix(obstacle ?? "-") } ?? (obstacle == nil), "\(check.obstacle ?? "")")
  }

  @Test func repeatEndsOnceItsRuleHolds() async throws {
    let loop = #""repeat": { "until": "$response.body#/ok == 3", "atMost": 5 }"#
    let (calls, result) = try await Self.run(loop) { _, count in #"{ "ok": \#(count), "ids": [] }"# }
    #expect(calls.count == 3)
    #expect(result.findings.isEmpty)
  }

  @Test func repeatThatNeverEndsIsAFinding() async throws {
    let loop = #""repeat": { "until": "$response.body#/ok == 9", "atMost": 4 }"#
    let (calls, result) = try await Self.run(loop) { _, count in #"{ "ok": \#(count), "ids": [] }"# }
    #expect(calls.count == 4)
    #expect(result.findings.map(\.check) == ["s/items"])
  }

  @Test func aBrokenAnswerEndsARepetition() async throws {
    let loop = #""repeat": { "until": "$response.body#/ok == 9", "atMost": 4 }"#
    let (calls, result) = try await Self.run(loop) { _, count in
      count == 2 ? #"{ "no": 1 }"# : #"{ "ok": 1, "ids": [] }"#
    }
    #expect(calls.count == 2)
    #expect(result.findings.count == 1)
  }

  @Test func aLoadMakesAllItsCalls() async throws {
    let (calls, result) = try await Self.run(#""repeat": { "times": 7, "width": 3 }"#) { _, count in
      count == 2 ? #"{ "no": 1 }"# : #"{ "ok": 1, "ids": [] }"#
    }
    #expect(calls.count == 7)
    #expect(result.findings.count == 1)
  }

  @Test func aSecondCallIsComparedWithTheFirst() async throws {
    let (calls, same) = try await Self.run(#""again": "same""#) { _, _ in #"{ "ok": 1, "ids": [] }"# }
    #expect(calls.count == 2)
    #expect(same.findings.isEmpty)
    let (_, other) = try await Self.run(#""again": "same""#) { _, count in #"{ "ok": \#(count), "ids": [] }"# }
    #expect(other.findings.map(\.check) == ["s/items"])
  }

  /// A call that breaks is not made again, and the second one is owed.
  @Test func aSecondCallIsOwed() async throws {
    let (calls, result) = try await Self.run(#""again": "same""#) { _, _ in #"{ "no": 1 }"# }
    #expect(calls.count == 1)
    #expect(result.checks.last?.obstacle?.hasPrefix("call 2 was not requested") == true)
  }
}
