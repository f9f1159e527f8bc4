import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySecrets
import AssayText
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
        "both": { "steps": [ { "operation": "read", "headers": { "X-Key": "$variables.key" } } ] },
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
  }

  /// Where a call has no body, only the made-up value can be what the backend calls a bad request.
  @Test func aMadeUpIDWithoutABodyMayBeRefusedWith400() async throws {
    let backend = Backend { _, _ in .answer(400, "") }
    let result = try await run(backend, RunSettings(only: ["read"]))
    #expect(result.checks.map(\.status) == [.error])
    #expect(result.checks.first?.reason.contains("no known item_id: its placeholder was answered 400") == true)
  }

  /// A refusal of the caller says nothing of the id; any other refusal may be of either.
  @Test(arguments: [(401, "no known key:"), (403, "no known item_id, key:")])
  func unauthorizedIsOfCredentialsAlone(_ status: Int, _ words: String) async throws {
    let backend = Backend { _, _ in .answer(status, "") }
    let result = try await run(backend, RunSettings(only: ["both"]))
    #expect(result.checks.first?.reason.hasPrefix(words) == true, "\(result.checks.first?.reason ?? "")")
  }

  @Test func whatIsUnsafeRunsWhenAsked() async throws {
    let backend = Backend { _, _ in .answer(200, "{}") }
    var settings = RunSettings(only: ["list", "drop"])
    #expect(try await run(backend, settings).checks.map(\.id) == ["list/list"])
    settings.selection.runsUnsafe = true
    #expect(try await run(backend, settings).checks.map(\.id) == ["list/list", "drop/list"])
  }
}

/// Answers after which Assay makes a call again: they are judged as every answer is, and are part of a recording.
@Suite(.timeLimit(.minutes(2)))
struct AskedAgainTests {
  private static let contract = #"""
    { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "list": { "request": { "method": "GET", "path": "/items" }, "responses": {
          "200": { "content": "application/json", "body": { "type": "object", "required": ["items"] } },
          "429": { "content": "application/json", "headers": { "Retry-After": { "type": "string" } },
                   "body": { "type": "object", "properties": { "error": { "type": "string" } }, "required": ["error"] } } } },
        "job": { "request": { "method": "GET", "path": "/job" }, "responses": {
          "200": { "content": "application/json", "body": { "type": "object" } },
          "429": { "body": { "type": "object", "properties": { "error": { "type": "string" } } } } },
          "poll": { "state": "/state", "states": { "busy": { "next": ["done"] }, "done": { "final": true } },
                    "every": "1ms", "within": "60s" } },
        "events": { "request": { "method": "GET", "path": "/events" }, "responses": {
          "200": { "content": "text/event-stream" },
          "429": { "body": { "type": "object", "properties": { "error": { "type": "string" } } } } },
          "stream": { "events": { "done": { "final": true } }, "order": "done", "within": "5s" } },
        "first": { "request": { "method": "GET", "path": "/first" }, "within": "1s", "responses": {
          "200": { "content": "application/json", "body": { "type": "object" } } } },
        "second": { "request": { "method": "GET", "path": "/second" }, "within": "1s", "responses": { "200": {} } } },
      "scenarios": {
        "list": { "steps": [ { "operation": "list" } ] },
        "job": { "steps": [ { "operation": "job" } ] },
        "events": { "steps": [ { "operation": "events" } ] },
        "first": { "steps": [ { "operation": "first" } ] },
        "second": { "steps": [ { "operation": "second" } ] } } }
    """#

  /// Runs the scenarios at the same time; what their recording comes to, written and read again, is the same.
  private func run(
    _ names: String...,
    with backend: Backend,
    leavingOut isLeftOut: (Observation) -> Bool = { _ in false }
  ) async throws -> RunResult {
    let contract = try ContractLoader.load(bytes: Array(Self.contract.utf8), file: "shop.json")
    var settings = RunSettings(only: names)
    settings.limits.jobs = names.count
    let (result, seen) = await recordedTrial(of: contract, settings, with: backend)
    let kept = seen.filter { !isLeftOut($0) }
    let run = RecordedRun(service: "shop", started: DateTime(millisecondsSinceEpoch: 0), observations: kept)
    let log = try HARReader.read(Array(HARWriter.write([run], version: "0").utf8))
    let replayed = await Verifier(replaying: Replay(of: log, against: contract), settings: settings)
      .run(version: "", started: "").value
    if kept.count < seen.count { return replayed }
    #expect(Self.told(replayed) == Self.told(result))
    #expect(replayed.kept.map(\.promise) == result.kept.map(\.promise))
    return result
  }

  private static func told(_ result: RunResult) -> [String] {
    result.checks.map { "\($0.status.rawValue) \($0.id)" }
      + result.findings.map { "\($0.rule) \($0.location) \($0.level)" }
  }

  private static let stream = Backend.Reply.stream("event: done\ndata: {}\n\n", .complete)
  private static let soon = [HTTPHeader("Retry-After", "0")]

  private static let pauses: [(body: String, fields: [HTTPHeader], rules: [Rule])] = [
    (#"{ "error": "busy" }"#, soon, []), (#"{ "error": 1 }"#, soon, [.schema("type")]),
    ("{}", soon, [.schema("required")]), ("", soon, [.empty]), (#"{ "error": "busy" }"#, [], [.header]),
  ]

  @Test(arguments: pauses)
  func anAnswerThatAsksForAPauseIsJudgedAsDocumented(_ body: String, _ fields: [HTTPHeader], _ rules: [Rule])
    async throws
  {
    let backend = Backend(isInstant: true) { _, count in
      count == 1 ? .answer(429, body, fields) : .answer(200, #"{ "items": [] }"#)
    }
    let result = try await run("list", with: backend)
    #expect(result.findings.map(\.rule) == rules)
    #expect(result.outcome == (rules.isEmpty ? .passed : .failed))
    #expect(result.checks.first?.reason.contains("called again after 429") == true)
  }

  /// The promises that the answer kept are no less broken where no other answer follows.
  @Test func anAnswerIsJudgedAlsoWhereNoneFollows() async throws {
    let fields = [HTTPHeader("Retry-After", "3600")]
    let backend = Backend(isInstant: true) { _, _ in .answer(429, #"{ "error": 1 }"#, fields) }
    let result = try await run("list", with: backend)
    #expect(result.findings.map(\.rule) == [.schema("type")])
    #expect(result.outcome == .failed)
  }

  @Test(arguments: [(#"{ "error": "busy" }"#, true), (#"{ "error": 1 }"#, false)])
  func pollsAndStreamsAreNoException(_ body: String, _ isRight: Bool) async throws {
    let backend = Backend(isInstant: true) { call, count in
      if count == 1 { return .answer(429, body) }
      return call == "GET /job"
        ? .answer(200, #"{ "state": "\#(count == 2 ? "busy" : "done")" }"#) : Self.stream
    }
    for name in ["job", "events"] {
      let result = try await run(name, with: backend)
      #expect(result.findings.map(\.rule) == (isRight ? [] : [.schema("type")]), "\(name)")
      #expect(result.outcome == (isRight ? .passed : .failed), "\(name)")
    }
  }

  @Test func aRecordingThatLacksOneIsRefused() async throws {
    let backend = Backend(isInstant: true) { call, count in
      if count == 1 { return .answer(429, #"{ "error": "busy" }"#, Self.soon) }
      return call == "GET /items" ? .answer(200, #"{ "items": [] }"#) : Self.stream
    }
    for name in ["list", "events"] {
      let result = try await run(name, with: backend) { $0.isAskedAgain }
      #expect(result.checks.map(\.status) == [.error], "\(name)")
      #expect(result.checks.first?.reason.contains("has 0 of the 1 answer") == true)
    }
  }

  /// Two calls in progress at once are late, and made again alone: the first answers count but for their time. One has
  /// no content although JSON is promised; of the other nothing is.
  @Test func alsoALateAnswerIsJudged() async throws {
    let made = Gate(2)
    let backend = Backend { _, count in
      if count > 1 { return .answer(200, "{}") }
      await made.arrive()
      return .late(.seconds(2))
    }
    let result = try await run("first", "second", with: backend)
    #expect(result.findings.map(\.rule) == [.empty])
    #expect(result.checks.map(\.status) == [.failed, .passed])
    #expect(backend.calls.count == 4)
  }
}
