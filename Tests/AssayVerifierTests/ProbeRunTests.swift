import AssayContract
import AssayFindings
import AssayHTTP
import AssayProbes
import AssaySecrets
import AssayVerifier
import Synchronization
import Testing

/// What probes send beside their own call, and what they leave behind.
struct ProbeRunTests {
  private static let contract = #"""
    { "contract": "1", "service": "jobs", "title": "Jobs", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "make": { "request": { "method": "POST", "path": "/jobs",
                               "body": { "schema": { "type": "object", "properties": { "name": { "type": "string" }, "fast": { "type": "boolean" } } },
                                         "example": { "name": "a", "fast": true } } },
                  "responses": { "201": { "body": { "type": "object" } } } },
        "watch": { "request": { "method": "GET", "path": "/jobs/{id}", "parameters": { "id": { "schema": {}, "example": "j-0" } } },
                   "responses": { "200": {} },
                   "poll": { "state": "/state", "states": { "running": { "next": ["done"] }, "done": { "final": true } }, "every": "10ms", "within": "1s" } },
        "read": { "request": { "method": "GET", "path": "/results/{id}", "parameters": { "id": { "schema": {}, "example": "j-0" } } }, "responses": { "200": {} },
                  "invariants": [ { "rule": "!exists($response.body#/id) || $response.body#/id == $request.path.id" } ] },
        "drop": { "request": { "method": "DELETE", "path": "/jobs/{id}", "parameters": { "id": { "schema": {}, "example": "j-0" } } }, "responses": { "204": {} } } },
      "scenarios": {
        "job": {
          "steps": [
            { "operation": "make", "outputs": { "id": "$response.body#/id" } },
            { "operation": "watch", "parameters": { "id": "$steps.make.outputs.id" } },
            { "operation": "read", "parameters": { "id": "$steps.make.outputs.id" } } ],
          "after": [ { "operation": "drop", "parameters": { "id": "$steps.make.outputs.id" } } ] } } }
    """#

  /// Makes the probes whose checks fit `only`; answers the checks of probes alone.
  private func probe(
    _ backend: Backend,
    of text: String = contract,
    only: [String]
  ) async throws -> [CheckResult] {
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "jobs.json")
    return try await probed(backend, contract, RunSettings(only: only)).checks
  }

  private func probed(_ backend: Backend, _ contract: Contract, _ settings: RunSettings) async throws -> RunResult {
    var plan = Plan(contract: contract, settings: settings)
    plan.add(ProbePlan(contract: contract, settings: settings, probes: ProbeSettings()).runs, of: contract, settings)
    return await Verifier(
      contract: contract,
      settings: settings,
      plan: plan,
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
  }

  /// Each job has a number; its state is `state`, once `polls` were made.
  private func backend(state: String = "done") -> Backend {
    let jobs = Mutex(0)
    return Backend(isInstant: true) { call, count in
      if call == "POST /jobs" { return .answer(201, "{ \"id\": \"j-\(jobs.withLock { $0 += 1; return $0 })\" }") }
      if call.hasPrefix("DELETE") { return .answer(204, "") }
      if call.hasPrefix("GET /results") { return .answer(200, "{}") }
      return .answer(200, "{ \"state\": \"\(count < 2 ? "running" : state)\" }")
    }
  }

  @Test func whatAProbeMakesIsTakenAway() async throws {
    let backend = backend()
    let checks = try await probe(backend, only: ["job/make/probe-without-name", "job/make/probe-name-empty"])
    #expect(checks.map(\.status) == [.passed, .passed])
    let (made, dropped) = (backend.calls.count { $0 == "POST /jobs" }, backend.calls.filter { $0.hasPrefix("DELETE") })
    #expect(made == 2)
    // The two probes may run side by side.
    #expect(dropped.sorted() == ["DELETE /jobs/j-1", "DELETE /jobs/j-2"])
  }

  /// Of jobs that do not end one is waited for.
  @Test func anEndlessJobIsWaitedForOnce() async throws {
    let checks = try await probe(backend(state: "running"), only: ["job/watch/probe-job-without-*"])
    #expect(checks.map(\.status) == [.failed, .skipped])
    #expect(checks.last?.reason.hasPrefix("the job of job/watch/probe-job-without-name did not end") == true)
  }

  /// The time of a response says less of the backend while a job of the run may still be running.
  @Test(arguments: [("done", false), ("running", true)])
  func aLateResponseNamesAJobThatDidNotEnd(_ state: String, _ isNamed: Bool) async throws {
    let backend = Backend(isInstant: true) { call, count in
      switch call {
      case "POST /jobs": .answer(201, #"{ "id": "j-1" }"#)
      case "HEAD /jobs/j-1": .end(.totalTimeout)
      case let call where call.hasPrefix("DELETE"): .answer(204, "")
      default: .answer(200, "{ \"state\": \"\(count < 2 ? "running" : state)\" }")
      }
    }
    let contract = try ContractLoader.load(bytes: Array(Self.contract.utf8), file: "jobs.json")
    let only = ["job/watch/probe-job-without-fast", "job/watch/probe-head"]
    let result = try await probed(backend, contract, RunSettings(only: only, jobs: 1))
    let late = result.findings.filter { $0.rule == .timedOut }
    #expect(late.map { $0.reason.jobBeside != nil } == [isNamed])
  }

  /// A job is watched where its scenario told how long one takes: it is asked for at once, and again.
  @Test func aTurnedSwitchIsWatched() async throws {
    let backend = backend()
    let checks = try await probe(backend, only: ["job/watch/poll", "job/watch/probe-course*"])
    #expect(checks.map(\.id) == ["job/watch/poll", "job/watch/probe-course", "job/watch/probe-course-fast-false"])
    #expect(checks.map(\.status) == [.passed, .passed, .passed])
    #expect(backend.calls.count { $0 == "GET /jobs/j-2" } == 2 && backend.calls.count { $0 == "GET /jobs/j-3" } == 2)
  }

  @Test func aJobOfUnknownLengthIsNotWatched() async throws {
    let backend = backend()
    _ = try await probe(backend, only: ["job/watch/probe-course*"])
    #expect(!backend.calls.contains { $0.hasPrefix("GET") })
  }

  /// A path may have a stream for another method, which stays open for as long as it likes.
  @Test(arguments: [(Backend.Reply.open("data: 1\n\n"), CheckResult.Status.passed), (.end(.totalTimeout), .warned)])
  func anOpenStreamIsAnAnswer(_ reply: Backend.Reply, _ status: CheckResult.Status) async throws {
    let backend = Backend(isInstant: true) { call, _ in
      call == "GET /jobs" ? reply : .answer(call.hasPrefix("DELETE") ? 204 : 201, #"{ "id": "j-1" }"#)
    }
    let checks = try await probe(backend, only: ["job/make/probe-wrong-method"])
    #expect(checks.map(\.status) == [status])
  }

  @Test func aJobThatIsMadeOtherwiseIsFollowed() async throws {
    let backend = backend()
    let checks = try await probe(backend, only: ["job/watch/probe-job-without-fast"])
    #expect(checks.map(\.status) == [.passed])
    #expect(backend.calls == ["POST /jobs", "GET /jobs/j-1", "GET /jobs/j-1", "DELETE /jobs/j-1"])
  }

  @Test func aJobThatEndsAsNobodyWroteDownIsAFinding() async throws {
    let checks = try await probe(backend(state: "crashed"), only: ["job/watch/probe-job-without-fast"])
    #expect(checks.map(\.status) == [.failed])
  }

  @Test func aJobThatIsRefusedIsNone() async throws {
    let backend = Backend { _, _ in .answer(422, #"{ "error": "fast is missing" }"#) }
    let checks = try await probe(backend, only: ["job/watch/probe-job-without-fast"])
    #expect(checks.map(\.status) == [.passed])
    #expect(backend.calls == ["POST /jobs"])
  }

  @Test func aResultIsAskedForBeforeItsJobIsOver() async throws {
    let backend = backend()
    let checks = try await probe(backend, only: ["job/read/probe-early"])
    #expect(checks.map(\.status) == [.passed])
    #expect(backend.calls == ["POST /jobs", "GET /results/j-1", "DELETE /jobs/j-1"])
  }

  @Test func whatASecondCallMakesIsTakenAway() async throws {
    let backend = backend()
    let checks = try await probe(backend, only: ["job/make/probe-again"])
    #expect(checks.map(\.status) == [.passed])
    #expect(backend.calls == ["POST /jobs", "POST /jobs", "DELETE /jobs/j-1", "DELETE /jobs/j-2"])
  }

  @Test func aRefusedSecondCallLeavesNothingToTakeAway() async throws {
    let backend = Backend { call, count in
      call == "POST /jobs" && count > 1 ? .answer(409, "{}") : .answer(201, #"{ "id": "j-1" }"#)
    }
    let checks = try await probe(backend, only: ["job/make/probe-again"])
    #expect(checks.map(\.status) == [.passed])
    #expect(backend.calls == ["POST /jobs", "POST /jobs", "DELETE /jobs/j-1"])
  }

  /// Where something smaller fails in a milder way, the fault of the large one is reported.
  @Test func aMilderFaultOfASmallerOneHidesNothing() async throws {
    let backend = Backend(isInstant: true) { call, count in
      call == "POST /jobs" && count == 2 ? .answer(500, "") : .answer(201, count == 1 ? "[]" : "{}")
    }
    #expect(try await probe(backend, only: ["job/make/probe-name-long"]).map(\.status) == [.failed])
  }

  /// The smaller ones that are tried where a large one fails over are taken away, too.
  @Test func whatIsMadeInSearchOfTheSmallestIsTakenAway() async throws {
    let backend = Backend { call, count in
      call == "POST /jobs" && count % 2 == 1 ? .answer(500, "") : .answer(201, "{ \"id\": \"j-\(count)\" }")
    }
    let checks = try await probe(backend, only: ["job/make/probe-name-long"])
    #expect(checks.map(\.status) == [.warned])
    let made = backend.calls.count { $0 == "POST /jobs" } / 2
    #expect(made > 2)
    #expect(backend.calls.filter { $0.hasPrefix("DELETE") } == (1...made).map { "DELETE /jobs/j-\($0 * 2)" })
  }

  @Test(arguments: [(false, [CheckResult.Status.passed]), (true, [.failed])])
  func whatIsMadeFirstIsFetchedAfterASecond(_ isMixedUp: Bool, _ statuses: [CheckResult.Status]) async throws {
    let jobs = Mutex(0)
    let backend = Backend(isInstant: true) { call, _ in
      if call == "POST /jobs" { return .answer(201, "{ \"id\": \"j-\(jobs.withLock { $0 += 1; return $0 })\" }") }
      if call.hasPrefix("GET /jobs") { return .answer(200, #"{ "state": "done" }"#) }
      let last = "j-\(jobs.withLock { $0 })"
      return .answer(200, "{ \"id\": \"\(isMixedUp ? last : String(call.suffix(3)))\" }")
    }
    let checks = try await probe(backend, only: ["job/read/probe-another"])
    #expect(checks.map(\.status) == statuses)
    let made = ["POST /jobs", "GET /jobs/j-1", "POST /jobs", "GET /results/j-1"]
    #expect(backend.calls == made + ["DELETE /jobs/j-1", "DELETE /jobs/j-2"])
  }

  private static let closed = #"""
    { "contract": "1", "service": "jobs", "title": "Accounts", "servers": { "api": { "url": "http://api.test" } }, "cookies": true,
      "operations": {
        "enter": { "request": { "method": "POST", "path": "/session" },
                   "responses": { "201": { "headers": { "Set-Cookie": { "type": "string" } } }, "401": { "level": "should" } } },
        "account": { "request": { "method": "GET", "path": "/account" }, "responses": { "200": {}, "401": { "level": "should" } } } },
      "scenarios": { "in": { "steps": [ { "operation": "enter" }, { "operation": "account" } ] } } }
    """#

  /// Probes send the cookies of their scenario, as its own calls do, but for those of a stranger.
  @Test(arguments: [(false, CheckResult.Status.passed), (true, .warned)])
  func aStrangerIsLetInNowhere(_ isOpen: Bool, _ status: CheckResult.Status) async throws {
    let backend = Backend(seeing: { request, call, _ in
      if call == "POST /session" { return .answer(201, "", [HTTPHeader("Set-Cookie", "session=a; Path=/")]) }
      let isKnown = request.headers["Cookie"] == "session=a"
      return isKnown || isOpen ? .answer(200, "{}") : .answer(401, #"{ "error": "Who are you?" }"#)
    })
    let checks = try await probe(backend, of: Self.closed, only: ["in/enter/probe-*", "in/account/probe-*"])
    let ids = checks.map(\.id)
    #expect(ids.contains("in/account/probe-again") && !ids.contains("in/enter/probe-stranger"))
    let other = checks.filter { $0.status != .passed }.map(\.id)
    #expect(other == (isOpen ? ["in/account/probe-stranger"] : []))
    #expect(checks.first { $0.id == "in/account/probe-stranger" }?.status == status)
  }

  private static let session = #"""
    { "contract": "1", "service": "visits", "title": "Visits", "servers": { "api": { "url": "http://api.test" } }, "cookies": true,
      "operations": {
        "visit": { "request": { "method": "GET", "path": "/visit" }, "responses": { "200": {} } },
        "cart": { "request": { "method": "GET", "path": "/cart" }, "responses": { "200": {} } } },
      "scenarios": { "in": { "steps": [ { "operation": "visit" }, { "operation": "cart" } ] } } }
    """#

  /// Any call may set a cookie, one that changes nothing, too.
  @Test(arguments: ["in/cart", "in/cart/probe-again"])
  func whatSetsACookieIsMadeFirst(_ only: String) async throws {
    let backend = Backend(seeing: { request, call, _ in
      if call == "GET /visit" { return .answer(200, "", [HTTPHeader("Set-Cookie", "session=a; Path=/")]) }
      return request.headers["Cookie"] == "session=a" ? .answer(200, "{}") : .answer(401, "{}")
    })
    let checks = try await probe(backend, of: Self.session, only: [only])
    #expect(checks.map(\.id) == [only])
    #expect(checks.map(\.status) == [.passed])
  }

  private static let followed = #"""
    { "contract": "1", "service": "jobs", "title": "Jobs", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "wait": { "request": { "method": "GET", "path": "/job" }, "responses": { "200": {} },
                  "poll": { "state": "/state", "states": { "done": { "final": true } }, "every": "10ms", "within": "1s", "retry": { "on": [503] } } },
        "watch": { "request": { "method": "GET", "path": "/watch" }, "responses": { "200": { "content": "text/event-stream" } },
                   "stream": { "events": { "tick": {}, "end": { "final": true } }, "order": "tick* end", "within": "1s" } } },
      "scenarios": { "all": { "steps": [ { "operation": "wait" }, { "operation": "watch" } ] } } }
    """#

  /// A poll that is told to come again is no failure; any other failure is told of as what it is, a second call.
  @Test(arguments: [(503, false), (500, true)])
  func aSecondPollMayBeToldToComeAgain(_ status: Int, _ isFault: Bool) async throws {
    let backend = Backend(isInstant: true) { _, _ in .answer(status, "{}") }
    let contract = try ContractLoader.load(bytes: Array(Self.followed.utf8), file: "jobs.json")
    let result = try await probed(backend, contract, RunSettings(only: ["all/wait/probe-again"]))
    let told = "the second GET /job returned 500, expected anything below 500"
    #expect(result.findings.map(\.message) == (isFault ? [told] : []))
  }

  /// Behind its final event nothing more is waited for, however long the connection stays open.
  @Test func aStreamOpenedASecondTimeIsLeftBehindItsEnd() async throws {
    let backend = Backend { _, _ in .open("event: tick\ndata: {}\n\nevent: end\ndata: {}\n\n") }
    let checks = try await probe(backend, of: Self.followed, only: ["all/watch/probe-again"])
    #expect(checks.map(\.status) == [.passed])
    #expect(checks.allSatisfy { $0.duration == .zero })
  }
}
