import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssaySecrets
import AssayText
import AssayVerifier
import Synchronization
import Testing

/// Steps that are begun at the same time, and a step that is many calls at once.
@Suite(.timeLimit(.minutes(2)))
struct ParallelRunTests {
  private static let contract = #"""
    { "contract": "1", "service": "shop", "title": "Shop", "cookies": true, "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "buy": { "request": { "method": "POST", "path": "/buy/{what}", "parameters": { "what": { "schema": {}, "example": "a" } },
                              "headers": { "Key": { "schema": {}, "example": "$run.uuid" } } },
                 "responses": { "201": { "body": { "type": "object", "required": ["id"] } } }, "within": "20s" },
        "job": { "request": { "method": "GET", "path": "/jobs/{id}", "parameters": { "id": { "schema": {}, "example": "1" } } },
                 "responses": { "200": {} },
                 "poll": { "state": "/state", "states": { "busy": { "next": ["done"] }, "done": { "final": true } }, "every": "1ms", "within": "60s" } },
        "read": { "request": { "method": "GET", "path": "/read/{id}", "parameters": { "id": { "schema": {}, "example": "1" } } },
                  "responses": { "200": { "body": { "type": "object", "required": ["name"] } } } } },
      "scenarios": {
        "two": {
          "steps": [
            { "parallel": [
              { "operation": "buy", "stepId": "one", "parameters": { "what": "a" }, "outputs": { "id": "$response.body#/id" } },
              { "operation": "buy", "stepId": "two", "parameters": { "what": "b" }, "outputs": { "id": "$response.body#/id" } } ] },
            { "parallel": [
              { "operation": "job", "stepId": "first", "parameters": { "id": "$steps.one.outputs.id" } },
              { "operation": "job", "stepId": "second", "parameters": { "id": "$steps.two.outputs.id" } } ] },
            { "operation": "read", "parameters": { "id": "{$steps.one.outputs.id}-{$steps.two.outputs.id}-{$last.outputs.id}" } } ],
          "invariants": [ { "rule": "$steps.one.outputs.id != $steps.two.outputs.id" } ] },
        "crowd": {
          "steps": [ { "operation": "read", "stepId": "crowd", "repeat": { "times": 20, "width": 4 } } ],
          "invariants": [ { "rule": "length($steps.crowd.all#/response/statusCode) == 20" },
                          { "rule": "percentile($steps.crowd.all#/response/time, 95) <= 60000" } ] } } }
    """#

  private struct Ran {
    var result: RunResult
    var run: RecordedRun
  }

  private static func loaded() throws -> Contract {
    try ContractLoader.load(bytes: Array(contract.utf8), file: "shop.json")
  }

  private func run(_ backend: Backend, only: [String], seed: UInt64 = 1) async throws -> Ran {
    let seen = Mutex<[Observation]>([])
    var settings = RunSettings(only: only)
    settings.seed = seed
    let result = await Verifier(
      contract: try Self.loaded(),
      settings: settings,
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil },
      record: { observation in seen.withLock { $0.append(observation.value) } }
    ).run(version: "", started: "").value
    let began = DateTime(millisecondsSinceEpoch: 0)
    let run = RecordedRun(service: "shop", started: began, observations: seen.withLock { $0 })
    return Ran(result: result, run: run)
  }

  /// What the recording of a run comes to, written and read again.
  private func replayed(_ run: RecordedRun, only: [String]) async throws -> RunResult {
    let log = try HARReader.read(Array(HARWriter.write([run], version: "0").utf8))
    let replay = Replay(of: log, against: try Self.loaded())
    return await Verifier(replaying: replay, settings: RunSettings(only: only)).run(version: "", started: "").value
  }

  private func told(_ result: RunResult) -> [String] {
    result.checks.map { "\($0.status.rawValue) \($0.id) \($0.reason)" }
      + result.findings.map { "\($0.check) \($0.location) \($0.message) \($0.occurrences) \($0.alsoAt)" }
  }

  /// Neither of two calls is answered before both were made, the second one first; polls stand the same test.
  @Test func stepsOfAParallelAreUnderWayTogether() async throws {
    let (bought, polled, answered) = (Gate(2), Gate(2), Gate(1))
    let backend = Backend(seeing: { request, call, count in
      if call.hasPrefix("POST") {
        await bought.arrive()
        if call == "POST /buy/b" { answered.open() } else { await answered.wait() }
        let name = call == "POST /buy/a" ? "a" : "b"
        return .answer(201, #"{ "id": "\#(name)" }"#, [HTTPHeader("Set-Cookie", "\(name)=1; Path=/")])
      }
      if call.hasPrefix("GET /jobs") {
        if count == 1 { await polled.arrive() }
        return .answer(200, count < 3 ? #"{ "state": "busy" }"# : #"{ "state": "done" }"#)
      }
      let cookies = Set((request.headers["Cookie"] ?? "").split(separator: "; "))
      return .answer(200, cookies == ["a=1", "b=1"] ? #"{ "name": "pen" }"# : "{}")
    })
    let ran = try await run(backend, only: ["two/*"])
    #expect(ran.result.findings.map(\.message) == [])
    #expect(ran.result.outcome == .passed)
    #expect(backend.calls.last == "GET /read/a-b-b")
    let ids = ["two/one", "two/two", "two/first/poll", "two/second/poll", "two/read", "two/invariants"]
    #expect(ran.result.checks.map(\.id) == ids)
    #expect(ran.result.checks.map(\.concurrency?.others) == [[ids[1]], [ids[0]], [ids[3]], [ids[2]], nil, nil])
    let replayed = try await replayed(ran.run, only: ["two/*"])
    #expect(told(replayed) == told(ran.result))
    #expect(replayed.checks.map(\.concurrency?.others) == ran.result.checks.map(\.concurrency?.others))
  }

  /// A server that mixes up two who come at once is found out, and what one of them broke the other is not blamed for.
  @Test func eachStepHasFindingsOfItsOwn() async throws {
    let bought = Gate(2)
    let backend = Backend { call, _ in
      if call.hasPrefix("POST") { await bought.arrive() }
      if call == "POST /buy/a" { return .answer(500, "{}") }
      if call == "POST /buy/b" { return .answer(201, #"{ "id": "b" }"#) }
      return .answer(200, #"{ "state": "done", "name": "pen" }"#)
    }
    let ran = try await run(backend, only: ["two/*"])
    #expect(ran.result.findings.map(\.check) == ["two/one"])
    let states = Dictionary(uniqueKeysWithValues: ran.result.checks.map { ($0.id, $0.status) })
    #expect(states["two/two"] == .passed)
    #expect(states["two/first/poll"] == .error)
    #expect(states["two/second/poll"] == .passed)
    #expect(try await told(replayed(ran.run, only: ["two/*"])) == told(ran.result))
  }

  /// A call that was late while others were under way is made again alone; one that may change something is made alone
  /// from the start where its time is promised.
  @Test(arguments: [("GET", 2), ("POST", 1)])
  func aLateCallIsMadeAgainAlone(_ method: String, _ calls: Int) async throws {
    let text = """
      { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
        "operations": {
          "slow": { "request": { "method": "\(method)", "path": "/slow" }, "responses": { "200": {} }, "within": "2s" },
          "fast": { "request": { "method": "GET", "path": "/fast" }, "responses": { "200": {} } } },
        "scenarios": { "a": { "steps": [ { "operation": "slow" } ] }, "b": { "steps": [ { "operation": "fast" } ] } } }
      """
    let made = Gate(2)
    let backend = Backend { call, count in
      if method == "GET", count == 1 { await made.arrive() }
      return call.hasSuffix("/slow") && count == 1 ? .late(.seconds(3)) : .answer(200, "{}")
    }
    var settings = RunSettings()
    settings.limits.jobs = 2
    let result = await Verifier(
      contract: try ContractLoader.load(bytes: Array(text.utf8), file: "shop.json"),
      settings: settings,
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
    #expect(backend.calls.count { $0.hasSuffix("/slow") } == calls)
    #expect(result.findings.map(\.rule) == (calls == 1 ? [.time] : []), "\(told(result))")
  }

  /// What is begun with a call that is asked for is made, too, where it may change something.
  @Test func aCallIsMadeWithThoseBesideIt() async throws {
    let backend = Backend { _, _ in .answer(201, #"{ "id": "1" }"#) }
    let ran = try await run(backend, only: ["two/one"])
    #expect(ran.result.checks.map(\.id) == ["two/one"])
    #expect(Set(backend.calls) == ["POST /buy/a", "POST /buy/b"])
  }

  /// Under one seed each of the steps has a key of its own, and always the same one, whichever is faster.
  @Test func keysDoNotHangOnWhoIsFaster() async throws {
    var seen: [[String: String]] = []
    for first in ["/buy/a", "/buy/b"] {
      let keys = Mutex<[String: String]>([:])
      let answered = Gate(1)
      let backend = Backend(seeing: { request, call, _ in
        keys.withLock { $0[call] = request.headers["Key"] ?? "" }
        if call.hasSuffix(first) { answered.open() } else { await answered.wait() }
        return .answer(201, #"{ "id": "1" }"#)
      })
      _ = try await run(backend, only: ["two/one", "two/two"], seed: 7)
      seen.append(keys.withLock { $0 })
    }
    #expect(seen[0] == seen[1])
    #expect(Set(seen[0].values).count == 2)
  }

  /// Four of twenty calls are under way all the time and never more; every fifth answer is broken, which is one finding.
  @Test func aLoadIsAsWideAsItSays() async throws {
    let underWay = Mutex(0)
    let most = Mutex(0)
    let full = Gate(4)
    let backend = Backend { _, count in
      let now = underWay.withLock {
        $0 += 1; return $0
      }
      most.withLock { $0 = max($0, now) }
      await full.arrive()
      underWay.withLock { $0 -= 1 }
      return .answer(200, count.isMultiple(of: 5) ? "{}" : #"{ "name": "pen" }"#)
    }
    let ran = try await run(backend, only: ["crowd/*"])
    #expect(backend.calls.count == 20)
    #expect(most.withLock { $0 } == 4)
    #expect(ran.result.findings.map(\.check) == ["crowd/crowd"])
    #expect(ran.result.findings.map(\.occurrences) == [4])
    #expect(ran.result.checks.map(\.status) == [.failed, .passed])
    #expect(ran.run.observations.map(\.turn) == (1...20).map { $0 })
    #expect(try await told(replayed(ran.run, only: ["crowd/*"])) == told(ran.result))
  }

  /// Of a recording that has fewer answers than the contract asks for by now, what there is is judged, and the rest said.
  @Test func aLoadThatWasRecordedInPart() async throws {
    let backend = Backend { _, _ in .answer(200, #"{ "name": "pen" }"#) }
    var ran = try await run(backend, only: ["crowd/*"])
    ran.run.observations.removeLast(5)
    let result = try await replayed(ran.run, only: ["crowd/*"])
    #expect(result.findings.isEmpty)
    #expect(result.checks.map(\.status) == [.error, .error])
    #expect(result.checks[1].reason.contains("of 20 calls 15 are there: not in the recording"))
  }

  /// A server that is gone in the midst of it ends the load: no further calls are made.
  @Test func aLoadEndsWithItsServer() async throws {
    let backend = Backend { _, count in count < 6 ? .answer(200, #"{ "name": "pen" }"#) : .end(.refused) }
    let ran = try await run(backend, only: ["crowd/*"])
    #expect(backend.calls.count < 14)
    #expect(ran.result.checks[0].status == .error)
    #expect(try await told(replayed(ran.run, only: ["crowd/*"])) == told(ran.result))
  }

  /// An interruption ends all that is under way.
  @Test(arguments: ["two/*", "crowd/*"])
  func anInterruptionEndsAll(_ only: String) async throws {
    let (begun, contract) = (Gate(2), try Self.loaded())
    let backend = Backend { _, _ in
      await begun.arrive()
      try? await Task.sleep(for: .seconds(100))
      return .end(.cancelled)
    }
    let running = Task {
      await Verifier(
        contract: contract,
        settings: RunSettings(only: [only]),
        transport: backend,
        vault: SecretVault(),
        files: { _ in nil }
      ).run(version: "", started: "").value
    }
    await begun.wait()
    running.cancel()
    let result = await running.value
    #expect(result.outcome == .interrupted)
    #expect(result.findings.isEmpty)
  }
}

/// Holds tasks until so many of them have come.
final class Gate: Sendable {
  private let missing: Mutex<Int>
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
  private let isOpen = Mutex(false)

  init(_ count: Int) { missing = Mutex(count) }

  func arrive() async {
    if missing.withLock({
      $0 -= 1; return $0
    }) <= 0 {
      open()
    }
    await wait()
  }

  func open() {
    let held = waiting.withLock { waiting in
      isOpen.withLock { $0 = true }
      defer { waiting = [] }
      return waiting
    }
    for task in held { task.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let goesOn = waiting.withLock { waiting in
        if isOpen.withLock({ $0 }) { return true }
        waiting.append(continuation)
        return false
      }
      if goesOn { continuation.resume() }
    }
  }
}
