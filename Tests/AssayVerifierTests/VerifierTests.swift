import AssayContract
import AssayFindings
import AssayHTTP
import AssaySecrets
import AssayVerifier
import Synchronization
import Testing

/// What a run sends, and what it makes of answers that do not come in time.
struct VerifierTests {
  private static let contract = #"""
    { "contract": "1", "service": "jobs", "title": "Jobs", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "make": { "request": { "method": "POST", "path": "/jobs" }, "responses": { "200": { "body": { "type": "object" } } } },
        "wait": { "request": { "method": "GET", "path": "/jobs/{id}", "parameters": { "id": { "schema": {}, "example": "j-0" } } }, "responses": { "200": {} } },
        "read": { "request": { "method": "GET", "path": "/results/{id}", "parameters": { "id": { "schema": {}, "example": "j-0" } } }, "responses": { "200": {} } },
        "list": { "request": { "method": "GET", "path": "/list" }, "responses": { "200": {} }, "within": "10s" },
        "other": { "request": { "method": "GET", "path": "/other" }, "responses": { "200": {} } },
        "watch": { "request": { "method": "GET", "path": "/watch/{id}",
                                "parameters": { "id": { "schema": {}, "example": "j-0" } } },
                   "responses": { "200": { "content": "text/event-stream" } },
                   "stream": { "events": { "work": {}, "done": { "final": true } }, "order": "work* done", "within": "5s" } },
        "poll": { "request": { "method": "GET", "path": "/poll" },
                  "responses": { "200": { "body": { "properties": { "share": { "type": "integer" } } } } },
                  "poll": { "state": "/state", "states": { "busy": { "next": ["over"] }, "over": { "final": true } } } },
        "drop": { "request": { "method": "DELETE", "path": "/jobs/{id}", "parameters": { "id": { "schema": {}, "example": "j-0" } } }, "responses": { "200": {} } } },
      "scenarios": {
        "job": { "steps": [
          { "operation": "list" },
          { "operation": "make", "outputs": { "id": "$response.body#/id" } },
          { "operation": "wait", "parameters": { "id": "$steps.make.outputs.id" } },
          { "operation": "read", "parameters": { "id": "$steps.make.outputs.id" } },
          { "operation": "drop", "parameters": { "id": "$steps.make.outputs.id" } } ] },
        "stream": { "steps": [
          { "operation": "make", "outputs": { "id": "$response.body#/id" } },
          { "operation": "watch", "parameters": { "id": "$steps.make.outputs.id" } },
          { "operation": "read", "parameters": { "id": "$steps.make.outputs.id" } },
          { "operation": "other" } ] },
        "turns": { "steps": [ { "operation": "other", "repeat": { "until": "count($steps.other.all#/response/body) == 3", "atMost": 3, "every": "40ms" } } ] },
        "hours": { "steps": [ { "operation": "other", "repeat": { "until": "count($steps.other.all#/response/body) == 3", "atMost": 3, "every": "60m" } } ] },
        "unknown": { "steps": [ { "operation": "read", "parameters": { "id": "none" }, "responses": { "404": {} } } ] },
        "list": { "steps": [ { "operation": "list" } ] },
        "poll": { "steps": [ { "operation": "poll" } ] },
        "other": { "steps": [ { "operation": "other" } ] } } }
    """#

  private func run(_ backend: Backend, _ settings: RunSettings) async throws -> RunResult {
    let contract = try ContractLoader.load(bytes: Array(Self.contract.utf8), file: "jobs.json")
    return await Verifier(
      contract: contract,
      settings: settings,
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
  }

  /// The job is made and waited for, since its result needs that; nothing unrelated is read, and nothing is deleted.
  @Test func onlyWhatACheckNeedsIsRun() async throws {
    let backend = Backend { _, _ in .answer(200, #"{ "id": "j-1" }"#) }
    let result = try await run(backend, RunSettings(only: ["job/read"]))
    #expect(backend.calls == ["POST /jobs", "GET /jobs/j-1", "GET /results/j-1"])
    #expect(result.checks.map(\.id) == ["job/read"])
    #expect(result.supporting.map(\.check) == ["job/make", "job/wait"])
    #expect(result.outcome == .passed)
  }

  /// A step that is repeated pauses between an answer and the next call, as long as the contract says or the run does.
  @Test func aRepeatedStepPauses() async throws {
    let times = Mutex<[ContinuousClock.Instant]>([])
    let backend = Backend { _, _ in
      times.withLock { $0.append(.now) }
      return .answer(200, "{}")
    }
    #expect(try await run(backend, RunSettings(only: ["turns"])).outcome == .passed)
    let calls = times.withLock { $0 }
    #expect(calls.count == 3)
    for (call, next) in zip(calls, calls.dropFirst()) { #expect(next - call >= .milliseconds(40)) }
    let hasty = try await run(backend, RunSettings(only: ["hours"], pollEvery: .milliseconds(1)))
    #expect(hasty.outcome == .passed)
    #expect(backend.calls.count == 6)
  }

  /// That a route does not exist is said where every call the contract makes of it was to be made, and not by a part of them.
  @Test func aMissingRouteIsToldByAWholeRun() async throws {
    let nothing = Backend { _, _ in .answer(404, "") }
    let part = try await run(nothing, RunSettings(only: ["unknown"]))
    #expect(part.findings.isEmpty)
    #expect(part.outcome == .passed)
    #expect(nothing.calls == ["GET /results/none"])
    let whole = try await run(nothing, RunSettings(skip: ["turns", "hours"]))
    #expect(whole.findings.first { $0.operation == "read" }?.rule == .noRoute)
    #expect(whole.checks.first { $0.id == "unknown/read" }?.status == .failed)
  }

  /// What is not asked for is not judged, but what it keeps from being made says why.
  @Test func aStepThatOnlySupportsIsNotJudged() async throws {
    let broken = Backend { call, _ in call.hasPrefix("POST") ? .answer(500, "") : .answer(200, "") }
    let result = try await run(broken, RunSettings(only: ["job/read"]))
    #expect(result.findings.isEmpty)
    #expect(result.outcome == .error)
    #expect(
      result.checks.first?.reason.contains("job/make, made for it and not judged: POST /jobs returned 500") == true
    )
    let late = Backend { call, _ in call.hasSuffix("/jobs/j-1") ? .answer(500, "") : .answer(200, #"{ "id": "j-1" }"#) }
    #expect(try await run(late, RunSettings(only: ["job/read"])).outcome == .passed)
  }

  @Test func aLimitOfOurOwnIsNoFaultOfTheBackend() async throws {
    let silent = Backend { _, _ in .end(.totalTimeout) }
    let result = try await run(silent, RunSettings(only: ["list"], timeout: .seconds(2)))
    #expect(result.findings.isEmpty)
    #expect(result.checks.map(\.status) == [.error])
    #expect(
      result.checks.first?.reason
        == "no complete response arrived within --timeout 2s, which is Assay's own limit; the contract allows 10 s"
    )
    let patient = try await run(silent, RunSettings(only: ["list"], timeout: .seconds(20)))
    #expect(patient.findings.map(\.rule) == [.timedOut])
    #expect(
      patient.findings.first?.details.contains { $0.text.contains("the limit is Assay's own, --timeout 20s") } == true
    )
  }

  static let streams: [(Backend.Reply, [String])] = [
    (.stream("event: done\ndata: {}\n\nevent: work\ndata: {}\n\n", .cancelled), ["stream.afterFinal"]),
    (.stream("event: done\ndata: {}\n\n", .cancelled), []),
  ]

  /// What an event or an answer broke before a run was interrupted stays broken.
  @Test(arguments: streams)
  func whatAnInterruptedStreamBrokeStaysBroken(_ reply: Backend.Reply, _ finds: [String]) async throws {
    let backend = Backend { call, _ in call.hasPrefix("GET /watch") ? reply : .answer(200, #"{ "id": "j-1" }"#) }
    let result = try await run(backend, RunSettings(only: ["stream/watch/stream"]))
    #expect(result.findings.map(\.rule.id) == finds)
    #expect(result.outcome == (finds.isEmpty ? .error : .failed))
  }

  static let polls: [(String, [String])] = [
    (#"{ "state": "busy", "share": "a" }"#, ["schema.type"]), (#"{ "state": "busy", "share": 1 }"#, []),
  ]

  @Test(arguments: polls)
  func whatAnInterruptedPollBrokeStaysBroken(_ first: String, _ finds: [String]) async throws {
    let backend = Backend(isInstant: true) { _, count in count == 1 ? .answer(200, first) : .end(.cancelled) }
    let result = try await run(backend, RunSettings(only: ["poll/*"]))
    #expect(result.findings.map(\.rule.id) == finds)
    #expect(result.outcome == (finds.isEmpty ? .error : .failed))
  }

  /// Of a job whose stream broke off nothing more can be had; what else goes wrong is told.
  @Test(arguments: [true, false])
  func whatFollowsFromABrokenStreamIsNoFaultOfItsOwn(_ breaksOff: Bool) async throws {
    let backend = Backend { call, _ in
      if call.hasPrefix("POST") { return .answer(200, #"{ "id": "j-1" }"#) }
      if call.hasPrefix("GET /watch") {
        let text = "event: work\ndata: {}\n\n" + (breaksOff ? "" : "event: done\ndata: {}\n\n")
        return .stream(text, breaksOff ? .truncated : .complete)
      }
      return .answer(call == "GET /other" ? 503 : 409, "")
    }
    let result = try await run(backend, RunSettings(only: ["stream"]))
    let told = result.findings.map(\.check)
    #expect(told == (breaksOff ? ["stream/watch/stream", "stream/other"] : ["stream/read", "stream/other"]))
    #expect(result.outcome == .failed)
  }

  /// A call that was late beside another one is made again once that has ended.
  @Test(arguments: [true, false])
  func aLateAnswerIsAskedForAgainAlone(_ recovers: Bool) async throws {
    let (otherBegan, listEnded) = (Signal(), Signal())
    let backend = Backend { call, count in
      if call == "GET /other" {
        otherBegan.set()
        await listEnded.wait()
        return .answer(200, "")
      }
      await otherBegan.wait()
      if count == 1 {
        listEnded.set()
        return .end(.totalTimeout)
      }
      return recovers ? .answer(200, "") : .end(.totalTimeout)
    }
    let settings = RunSettings(only: ["list/*", "other/*"], timeout: .seconds(20), jobs: 2)
    let result = try await run(backend, settings)
    #expect(backend.calls.count { $0 == "GET /list" } == 2)
    #expect(backend.calls.last == "GET /list")
    #expect(result.findings.map(\.rule) == (recovers ? [] : [.timedOut]))
    #expect(result.outcome == (recovers ? .passed : .failed))
  }
}

/// Lets tasks wait until something has happened.
private final class Signal: Sendable {
  private let stream = AsyncStream<Void>.makeStream()

  func set() { stream.continuation.finish() }
  func wait() async { for await _ in stream.stream {} }
}
