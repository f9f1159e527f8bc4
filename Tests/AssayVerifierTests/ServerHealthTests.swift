import AssayContract
import AssayFindings
import AssayHTTP
import AssaySecrets
import Testing

@testable import AssayVerifier

/// A server that does not respond costs a run a few limits, not one for each call.
struct ServerHealthTests {
  private static func contract(_ count: Int) throws -> Contract {
    let scenarios = (0..<count).map { #""s\#($0)": { "steps": [ { "operation": "get" } ] }"# }.joined(separator: ",")
    let text = #"""
      { "contract": "1", "service": "slow", "title": "Slow", "servers": { "api": { "url": "http://api.test" } },
        "operations": { "get": { "request": { "method": "GET", "path": "/a" }, "responses": { "200": {} } } },
        "scenarios": { \#(scenarios) } }
      """#
    return try ContractLoader.load(bytes: Array(text.utf8), file: "slow.json")
  }

  /// A contract of `count` operations with a stream each.
  private static func streams(_ count: Int) throws -> Contract {
    let operations = (0..<count).map {
      #"""
      "o\#($0)": { "request": { "method": "GET", "path": "/\#($0)" }, "responses": { "200": { "content": "text/event-stream" } },
        "stream": { "events": { "tick": {}, "done": { "final": true } }, "order": "tick* done", "within": "1s" } }
      """#
    }
    let scenarios = (0..<count).map { #""s\#($0)": { "steps": [ { "operation": "o\#($0)" } ] }"# }
    let text = #"""
      { "contract": "1", "service": "slow", "title": "Slow", "servers": { "api": { "url": "http://api.test" } },
        "operations": { \#(operations.joined(separator: ",")) },
        "scenarios": { \#(scenarios.joined(separator: ",")) } }
      """#
    return try ContractLoader.load(bytes: Array(text.utf8), file: "slow.json")
  }

  private static func run(_ backend: Backend, _ count: Int, jobs: Int = 8) async throws -> RunResult {
    try await run(backend, of: contract(count), jobs: jobs)
  }

  private static func run(_ backend: Backend, of contract: Contract, jobs: Int = 8) async throws -> RunResult {
    await Verifier(
      contract: contract,
      settings: RunSettings(timeout: .seconds(1), jobs: jobs),
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
  }

  @Test func threeStallsInARowMeanThatAServerIsDown() async throws {
    let backend = Backend(isInstant: true) { _, _ in .end(.totalTimeout) }
    let result = try await Self.run(backend, 40)
    // Those that were under way together may each have noticed it themselves.
    #expect(backend.calls.count <= 3 + 8, "\(backend.calls.count) calls")
    let blocked = result.checks.filter { $0.reason.contains("counts as down") }
    #expect(blocked.count >= 40 - 11, "\(result.checks.map(\.reason))")
  }

  /// A crash in the middle of a run: three calls are refused, and no other is made.
  @Test func aServerThatRefusesThreeCallsInARowIsDown() async throws {
    let backend = Backend(isInstant: true) { _, count in count > 5 ? .end(.refused) : .answer(200, "{}") }
    let result = try await Self.run(backend, 40, jobs: 1)
    #expect(backend.calls.count == 5 + 3)
    #expect(result.checks.count { $0.status == .error } == 35)
    #expect(result.findings.map(\.rule) == [.refused])
  }

  /// One that starts again between two calls is not.
  @Test func aServerThatRefusesTwoCallsIsNotDown() async throws {
    let backend = Backend(isInstant: true) { _, count in
      count % 5 > 2 ? .end(.refused) : .answer(200, "{}")
    }
    _ = try await Self.run(backend, 40, jobs: 1)
    #expect(backend.calls.count == 40)
  }

  /// A server that sends the head and then stalls costs as much as one that sends nothing. A stream of events that did
  /// not end in time is no stall.
  @Test(arguments: [(nil, true), (0, true), (1, false)])
  func aStallAfterTheHeadCounts(_ events: Int?, _ isDown: Bool) {
    let health = ServerHealth()
    for _ in 0..<3 {
      #expect(health.obstacle("api", "ask", asStream: true) == nil)
      health.note("api", "ask", TransferEnd(.totalTimeout), events: events)
    }
    #expect((health.obstacle("api", "ask", asStream: true) != nil) == isDown)
    // Other calls of the operation are still made if only its streams bring nothing.
    #expect((health.obstacle("api", "ask") != nil) == (events == nil))
    #expect(health.obstacle("api", "other", asStream: true) == nil)
  }

  /// Streams that stall between streams that bring events, or next to calls that are answered.
  @Test func streamsThatStallNowAndThenAreStillAskedFor() {
    let health = ServerHealth()
    for round in 0..<9 {
      let events = round.isMultiple(of: 3) ? 1 : 0
      health.note("api", "ask \(round)", TransferEnd(.totalTimeout), events: events)
      health.note("api", "health", TransferEnd(.complete))
      #expect(health.obstacle("api", "ask", asStream: true) == nil)
    }
    for round in 0..<3 { health.note("api", "ask \(round)", TransferEnd(.totalTimeout), events: 0) }
    #expect(health.obstacle("api", "ask", asStream: true) != nil)
    #expect(health.obstacle("api", "ask") == nil)
  }

  /// Forty streams of which none sends an event; each stalls together with others first, and then alone.
  @Test(arguments: [("", true), ("event: tick\ndata: {}\n\n", false)])
  func streamsThatSendNothingCostAFewLimits(_ text: String, _ isDown: Bool) async throws {
    let backend = Backend(isInstant: true) { _, _ in .stream(text, .totalTimeout) }
    let result = try await Self.run(backend, of: try Self.streams(40))
    let blocked = result.checks.filter { $0.reason.contains("counts as down for streams") }
    #expect(isDown ? blocked.count >= 40 - 11 : blocked.isEmpty, "\(result.checks.map(\.reason))")
    #expect(isDown ? backend.calls.count <= 3 + 8 : backend.calls.count == 40, "\(backend.calls.count) calls")
  }

  /// Three stalls of one operation are its own; a stall of a second one is the server's.
  @Test func oneOperationThatStallsLeavesTheOthers() {
    let health = ServerHealth()
    for _ in 0..<3 { health.note("api", "search", TransferEnd(.totalTimeout)) }
    #expect(health.obstacle("api", "search") != nil)
    #expect(health.obstacle("api", "health") == nil)
    health.note("api", "health", TransferEnd(.totalTimeout))
    #expect(health.obstacle("api", "other") != nil)
  }

  @Test func aServerThatRespondsNowAndThenIsNotDown() async throws {
    let backend = Backend(isInstant: true) { _, count in
      count.isMultiple(of: 3) ? .answer(200, "{}") : .end(.totalTimeout)
    }
    // One at a time, so that every third call is every third response.
    let result = try await Self.run(backend, 40, jobs: 1)
    #expect(!result.checks.contains { $0.reason.contains("counts as down") })
    #expect(result.checks.count { $0.status == .passed } >= 10)
  }
}
