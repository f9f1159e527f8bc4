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

  private static func run(_ backend: Backend, _ count: Int, jobs: Int = 8) async throws -> RunResult {
    await Verifier(
      contract: try contract(count),
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

  /// A server that sends the head and then stalls costs as much as one that sends nothing.
  @Test(arguments: [(false, true), (true, false)])
  func aStallAfterTheHeadCounts(_ isStream: Bool, _ isDown: Bool) {
    let health = ServerHealth()
    let timings = TransferTimings(connect: .zero, firstByte: .milliseconds(1), total: .seconds(1))
    for _ in 0..<3 {
      #expect(health.obstacle("api", "ask") == nil)
      health.note("api", "ask", TransferEnd(.totalTimeout, timings: timings), isStream: isStream)
    }
    #expect((health.obstacle("api", "ask") != nil) == isDown)
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
