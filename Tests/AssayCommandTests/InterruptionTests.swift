import Foundation
import TestKit
import Testing

/// Ctrl-C, SIGTERM and SIGHUP in the middle of a run: what is known is reported, and the exit status says so.
struct InterruptionTests {
  private let contract = Repository.path("fixtures/hostile/contract.json")

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ["never", "stalls_in_body", "silent_stream", "never_done"])
  func reportsWhatIsKnown(_ signal: Int32, _ way: String) async throws {
    let server = try RunningServer.python(Repository.path("fixtures/hostile/server.py"))
    let folder = try TemporaryFolder()
    let report = folder.path("report.json")
    let run = try RunningProgram(
      .assay,
      [
        "verify", contract, "--server", server.servers["api"] ?? "", "--only", "empty/*", "--only", "\(way)/*",
        "--timeout", "60s", "--jobs", "1", "--report", "json=\(report)",
      ]
    )
    // The first check is over and the second one, which never ends, has begun or is about to.
    await run.output(contains: "empty/call")
    run.send(signal)
    let outcome = await run.outcome()
    #expect(outcome.status == 130, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("interrupted"))
    let json = try folder.text("report.json")
    #expect(json.contains("\"interrupted\""))
    #expect(json.contains("response.empty"), "what was found before is in the report")
  }

  @Test func aServerThatDiesIsAFinding() async throws {
    let server = try RunningServer.python(Repository.path("fixtures/hostile/server.py"))
    let run = try RunningProgram(
      .assay,
      [
        "verify", contract, "--server", server.servers["api"] ?? "", "--only", "empty/*", "--only", "never/*",
        "--timeout", "60s", "--jobs", "1",
      ]
    )
    await run.output(contains: "empty/call")
    server.stop()
    let outcome = await run.outcome()
    #expect(outcome.status == 1)
    #expect(
      ["transport.reset", "transport.truncated", "transport.refused"].contains { outcome.output.contains($0) },
      "\(outcome.output)"
    )
  }
}
