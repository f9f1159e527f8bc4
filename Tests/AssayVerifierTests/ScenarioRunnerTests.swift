import AssayContract
import AssayFindings
import AssayHTTP
import AssaySecrets
import AssayVerifier
import Synchronization
import Testing

/// The result of each step of a scenario, given those before it.
@Suite(.timeLimit(.minutes(1)))
struct ScenarioRunnerTests {
  /// Operations that are named after what they do, one path each.
  private static let operations = #"""
    "make": { "request": { "method": "POST", "path": "/jobs" }, "responses": { "201": { "body": { "type": "object", "required": ["id"] } } } },
    "read": { "request": { "method": "GET", "path": "/jobs/{id}", "parameters": { "id": { "schema": {}, "example": "j-0" } } },
              "responses": { "200": { "body": { "type": "object" } } } },
    "drop": { "request": { "method": "DELETE", "path": "/jobs/{id}", "parameters": { "id": { "schema": {}, "example": "j-0" } } }, "responses": { "204": {} } },
    "wait": { "request": { "method": "GET", "path": "/state/{id}", "parameters": { "id": { "schema": {}, "example": "j-0" } } },
              "responses": { "200": {} },
              "poll": { "state": "/state", "states": { "run": { "next": ["done"] }, "done": { "final": true } }, "every": "10ms", "within": "1s" } },
    "next": { "request": { "method": "GET", "path": "/next" }, "responses": { "200": {} } },
    "other": { "request": { "method": "GET", "path": "/other" }, "responses": { "200": {} } }
    """#

  private static func contract(_ scenario: String) throws -> Contract {
    let text = """
      { "contract": "1", "service": "jobs", "title": "Jobs", "servers": { "api": { "url": "http://api.test" } },
        "operations": { \(operations) }, "scenarios": { "s": \(scenario) } }
      """
    return try ContractLoader.load(bytes: Array(text.utf8), file: "jobs.json")
  }

  /// Runs the scenario; a check as `id status`, with the beginning of its reason.
  private static func run(
    _ scenario: String,
    _ backend: Backend,
    _ settings: RunSettings = RunSettings()
  ) async throws -> (result: RunResult, checks: [String]) {
    let result = await Verifier(
      contract: try contract(scenario),
      settings: settings,
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
    return (result, result.checks.map { "\($0.id) \($0.status)" })
  }

  private static let readsMade = #"{ "operation": "read", "parameters": { "id": "$steps.make.outputs.id" } }"#
  private static let makes = #"{ "operation": "make", "outputs": { "id": "$response.body#/id" } }"#

  private static func backend(_ change: @escaping @Sendable (String, Int) -> Backend.Reply? = { _, _ in nil })
    -> Backend
  {
    Backend(isInstant: true) { call, count in
      if let reply = change(call, count) { return reply }
      if call.hasPrefix("POST") { return .answer(201, "{ \"id\": \"j-\(count)\" }") }
      if call.hasPrefix("DELETE") { return .answer(204, "") }
      return .answer(200, call.contains("/state/") ? #"{ "state": "done" }"# : "{}")
    }
  }

  @Test func stepsTakeWhatEarlierOnesBrought() async throws {
    let backend = Self.backend()
    let (result, checks) = try await Self.run("{ \"steps\": [ \(Self.makes), \(Self.readsMade) ] }", backend)
    #expect(backend.calls == ["POST /jobs", "GET /jobs/j-1"])
    #expect(checks == ["s/make passed", "s/read passed"])
    #expect(result.outcome == .passed)
  }

  /// A step without its input is not made; the reason names the step that did not bring it.
  @Test func whatDidNotComeIsMissing() async throws {
    let backend = Self.backend { call, _ in call.hasPrefix("POST") ? .answer(201, "{}") : nil }
    let steps = "{ \"steps\": [ \(Self.makes), \(Self.readsMade), { \"operation\": \"other\" } ] }"
    let (result, checks) = try await Self.run(steps, backend)
    #expect(backend.calls == ["POST /jobs", "GET /other"])
    #expect(checks == ["s/make failed", "s/read error", "s/other passed"])
    #expect(result.findings.map(\.check) == ["s/make"])
    #expect(result.checks[1].reason.contains("$steps.make.outputs.id"))
  }

  /// What is made again under the name of an earlier step's output replaces it.
  @Test func aLaterStepOfTheSameOutputCounts() async throws {
    let again = #"{ "stepId": "again", "operation": "make", "outputs": { "id": "$response.body#/id" } }"#
    let read = #"{ "operation": "read", "parameters": { "id": "$steps.again.outputs.id" } }"#
    let backend = Self.backend()
    _ = try await Self.run(
      "{ \"steps\": [ \(Self.makes), \(again), \(read), \(Self.readsMade.replacing("\"read\"", with: "\"read\", \"stepId\": \"first\"")) ] }",
      backend
    )
    #expect(backend.calls == ["POST /jobs", "POST /jobs", "GET /jobs/j-2", "GET /jobs/j-1"])
  }

  // MARK: Before and after

  private static let framed = #"""
    { "before": [ { "stepId": "made", "operation": "make", "outputs": { "id": "$response.body#/id" } } ],
      "steps": [ { "operation": "read", "parameters": { "id": "$steps.made.outputs.id" } }, { "operation": "other" } ],
      "after": [ { "operation": "drop", "parameters": { "id": "$steps.made.outputs.id" } } ] }
    """#

  @Test func framesAreMadeAroundTheSteps() async throws {
    let backend = Self.backend()
    let (result, checks) = try await Self.run(Self.framed, backend)
    #expect(backend.calls == ["POST /jobs", "GET /jobs/j-1", "GET /other", "DELETE /jobs/j-1"])
    #expect(checks == ["s/read passed", "s/other passed"])
    #expect(result.findings.isEmpty)
  }

  /// If a step before the scenario breaks, none of its steps is judged, and each says so; what is after them is made.
  @Test func aBrokenStepBeforeBlocksAll() async throws {
    let backend = Self.backend { call, _ in call.hasPrefix("POST") ? .answer(500, "") : nil }
    let (result, checks) = try await Self.run(Self.framed, backend)
    #expect(!backend.calls.contains("GET /other"))
    #expect(checks == ["s/read error", "s/other error"])
    #expect(result.findings.isEmpty)
    for check in result.checks {
      #expect(check.reason.contains("made before it, broke: POST /jobs"), "\(check.reason)")
    }
    #expect(result.outcome == .error)
  }

  /// If one after it breaks, the verdicts on its steps stay.
  @Test func aBrokenStepAfterChangesNoVerdict() async throws {
    let backend = Self.backend { call, _ in call.hasPrefix("DELETE") ? .answer(500, "") : nil }
    let (result, checks) = try await Self.run(Self.framed, backend)
    #expect(checks == ["s/read passed", "s/other passed"])
    #expect(
      result.supporting.contains { $0.check.contains("drop") && $0.failure?.hasPrefix("DELETE") == true },
      "\(result.supporting)"
    )
  }

  /// A step after the scenario is made whatever became of the steps.
  @Test func whatWasMadeIsTakenAwayThoughAStepBreaks() async throws {
    let backend = Self.backend { call, _ in call == "GET /jobs/j-1" ? .answer(500, "") : nil }
    let (_, checks) = try await Self.run(Self.framed, backend)
    #expect(backend.calls.last == "DELETE /jobs/j-1")
    #expect(checks == ["s/read failed", "s/other passed"])
  }

  // MARK: Consequences

  /// What reads of a job that did not come to its end is not made; anything else is.
  @Test(arguments: [
    ("read", ["s/make passed", "s/wait/poll failed", "s/last error"]),
    ("other", ["s/make passed", "s/wait/poll failed", "s/last failed"]),
  ])
  func aBrokenPollBlocksWhatReadsOfItsJob(_ operation: String, _ expected: [String]) async throws {
    let backend = Self.backend { call, count in
      if call.contains("/state/") { return count == 1 ? .answer(200, #"{ "state": "run" }"#) : .end(.refused) }
      return call.hasPrefix("GET") ? .answer(409, "") : nil
    }
    let id = operation == "read" ? #", "parameters": { "id": "$steps.wait.outputs.id" }"# : ""
    let last = "{ \"stepId\": \"last\", \"operation\": \"\(operation)\"\(id) }"
    let wait = #"""
      { "operation": "wait", "parameters": { "id": "$steps.make.outputs.id" }, "outputs": { "id": "$response.body#/state" } }
      """#
    let (result, checks) = try await Self.run("{ \"steps\": [ \(Self.makes), \(wait), \(last) ] }", backend)
    #expect(checks == expected)
    if operation == "read" {
      #expect(
        result.checks.last?.reason.contains("did not come to its end") == true,
        "\(result.checks.last?.reason ?? "")"
      )
    }
  }

  /// A repetition that did not come to its end is a dead end for what continues from its answer, and for nothing else.
  @Test func aDeadEndBlocksWhatContinuesFromIt() async throws {
    let loop = #"""
      { "operation": "next", "outputs": { "id": "$response.body#/id" },
        "repeat": { "until": "$response.body#/done == true", "atMost": 2 } }
      """#
    let on = #"{ "stepId": "on", "operation": "read", "parameters": { "id": "$steps.next.outputs.id" } }"#
    let backend = Self.backend { call, _ in
      call == "GET /next" ? .answer(200, #"{ "done": false, "id": "a" }"#) : nil
    }
    let steps = "{ \"steps\": [ \(loop), \(on), { \"operation\": \"other\" } ] }"
    let (result, checks) = try await Self.run(steps, backend)
    #expect(checks == ["s/next failed", "s/on error", "s/other passed"])
    #expect(result.checks[1].reason.contains("did not come to its end"), "\(result.checks[1].reason)")
  }

  /// A 404 to a made-up value says nothing; to a value that is known it does.
  @Test func aStepThatExpectsARefusalIsJudgedByIt() async throws {
    let probe = #"{ "operation": "read", "parameters": { "id": "none" }, "responses": { "404": {} } }"#
    for (status, verdict) in [(404, "passed"), (200, "failed")] {
      let backend = Self.backend { call, _ in call.contains("/none") ? .answer(status, "{}") : nil }
      let (_, checks) = try await Self.run("{ \"steps\": [ { \"operation\": \"other\" }, \(probe) ] }", backend)
      #expect(checks == ["s/other passed", "s/read \(verdict)"])
    }
  }

  // MARK: Rules over the whole scenario

  /// A rule of the scenario is a check of its own; its finding names the operation whose answer settles it.
  @Test(arguments: [(1, "passed"), (2, "failed")])
  func aRuleOverTheScenarioIsACheck(_ value: Int, _ status: String) async throws {
    let scenario = #"""
      { "steps": [ { "operation": "other", "outputs": { "n": "$response.body#/n" } }, { "operation": "next", "outputs": { "n": "$response.body#/n" } } ],
        "invariants": [ { "rule": "$steps.next.outputs.n == $steps.other.outputs.n" } ] }
      """#
    let backend = Self.backend { call, _ in .answer(200, "{ \"n\": \(call == "GET /next" ? value : 1) }") }
    let (result, checks) = try await Self.run(scenario, backend)
    #expect(checks == ["s/other passed", "s/next passed", "s/invariants \(status)"])
    #expect(result.findings.map(\.operation) == (value == 1 ? [] : ["next"]))
    #expect(result.findings.map(\.rule) == (value == 1 ? [] : [.invariant]))
  }

  /// A rule that reads what a broken step did not bring is blocked, and is no finding.
  @Test func aRuleWithoutItsValuesIsBlocked() async throws {
    let scenario = #"""
      { "steps": [ { "operation": "other", "outputs": { "n": "$response.body#/n" } } ],
        "invariants": [ { "rule": "$steps.other.outputs.n == 1" } ] }
      """#
    let (result, checks) = try await Self.run(scenario, Self.backend { _, _ in .answer(500, "") })
    #expect(checks == ["s/other failed", "s/invariants error"])
    #expect(result.findings.map(\.check) == ["s/other"])
  }

  // MARK: Rows, cookies, interruption

  @Test func eachRowIsARunOfItsOwn() async throws {
    let scenario = #"""
      { "examples": [ { "name": "a", "id": "x" }, { "name": "b", "id": "y" } ],
        "steps": [ { "operation": "read", "parameters": { "id": "$row.id" } } ] }
      """#
    let backend = Self.backend()
    let (_, checks) = try await Self.run(scenario, backend, RunSettings(jobs: 1))
    #expect(backend.calls == ["GET /jobs/x", "GET /jobs/y"])
    #expect(checks.count == 2)
  }

  @Test(arguments: [true, false]) func cookiesAreOfOneScenario(_ keeps: Bool) async throws {
    let sent = Mutex<[String?]>([])
    let backend = Backend(seeing: { request, _, _ in
      sent.withLock { $0.append(request.headers["Cookie"]) }
      return .answer(200, "", [HTTPHeader("Set-Cookie", "a=1; Path=/")])
    })
    let scenario = "{ \"cookies\": \(keeps), \"steps\": [ { \"operation\": \"other\" }, { \"operation\": \"next\" } ] }"
    _ = try await Self.run(scenario, backend)
    #expect(sent.withLock { $0 } == [nil, keeps ? "a=1" : nil])
  }

  /// A step that follows a URL reads it from the answer before it.
  @Test func aStepFollowsTheURLOfTheAnswerBefore() async throws {
    let follow = #"{ "operation": "next", "url": "$response.body#/next" }"#
    let backend = Self.backend { call, _ in
      switch call {
      case "GET /other": .answer(200, #"{ "next": "http://api.test/next?page=2" }"#)
      default: .answer(200, "{}")
      }
    }
    let (_, checks) = try await Self.run("{ \"steps\": [ { \"operation\": \"other\" }, \(follow) ] }", backend)
    #expect(backend.calls == ["GET /other", "GET /next?page=2"])
    #expect(checks == ["s/other passed", "s/next passed"])
  }
}
