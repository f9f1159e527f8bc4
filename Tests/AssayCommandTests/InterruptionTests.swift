import Foundation
import TestKit
import Testing

/// Ctrl-C, SIGTERM and SIGHUP in the middle of a run: what is known is reported, and the exit status says so.
struct InterruptionTests {
  /// What the server does after a first answer, and the scenario that meets it.
  struct Way: Decodable, Sendable { var scenario: String }

  static let ways = (try? Fixtures.json("hostile/interrupted.json", as: [String: Way].self)) ?? [:]
  private let contract = Repository.path("fixtures/hostile/contract.json")

  private static func player() throws -> RunningServer {
    try .python(Repository.path("fixtures/hostile/player.py"), ["interrupted.json"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ways.keys.sorted())
  func reportsWhatIsKnown(_ signal: Int32, _ way: String) async throws {
    let server = try Self.player()
    let folder = try TemporaryFolder()
    let report = folder.path("report.json")
    let scenario = try #require(Self.ways[way]).scenario
    let run = try RunningProgram(
      .assay,
      [
        "verify", contract, "--server", server.servers[way] ?? "", "--only", "call/*", "--only", "\(scenario)/*",
        "--timeout", "60s", "--jobs", "1", "--report", "json=\(report)",
      ]
    )
    // The first check is over and the second one, which never ends, has begun or is about to.
    await run.output(contains: "call/call")
    run.send(signal)
    let outcome = await run.outcome()
    #expect(outcome.status == 130, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("interrupted"))
    let json = try folder.text("report.json")
    #expect(json.contains("\"interrupted\""))
    #expect(json.contains("response.empty"), "what was found before is in the report")
  }

  /// SIGQUIT ends the run without a report.
  @Test func endsAtOnce() async throws {
    let server = try Self.player()
    let (way, meeting) = try #require(Self.ways.min { $0.key < $1.key })
    let run = try RunningProgram(
      .assay,
      [
        "verify", contract, "--server", server.servers[way] ?? "", "--only", "call/*", "--only",
        "\(meeting.scenario)/*",
      ]
    )
    await run.output(contains: "call/call")
    run.send(SIGQUIT)
    #expect(await run.outcome().status == 128 + SIGQUIT)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func endsTheCommandThatPrintsHeaders(_ signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let (held, begun) = (folder.path("held"), folder.path("begun"))
    #expect(mkfifo(held, 0o600) == 0 && mkfifo(begun, 0o600) == 0)
    let end = open(held, O_RDONLY | O_NONBLOCK)
    defer { close(end) }
    let run = try RunningProgram(
      .assay,
      ["verify", contract, "--header-command", "sleep 600 > \(held) & : > \(begun); wait"]
    )
    // Opened once the command has opened it.
    close(open(begun, O_RDONLY))
    run.send(signal)
    let outcome = await run.outcome()
    #expect(outcome.status == 130, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors == "error: --header-command: the command was interrupted\n")
    var hung = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    #expect(poll(&hung, 1, 60_000) == 1 && hung.revents & Int16(POLLHUP) != 0)
  }

  @Test func aServerThatDiesIsAFinding() async throws {
    let server = try Self.player()
    let run = try RunningProgram(
      .assay,
      [
        "verify", contract, "--server", server.servers["no answer"] ?? "", "--only", "call/*", "--only", "post/*",
        "--timeout", "60s", "--jobs", "1",
      ]
    )
    await run.output(contains: "call/call")
    server.stop()
    let outcome = await run.outcome()
    #expect(outcome.status == 1)
    #expect(
      ["transport.reset", "transport.truncated", "transport.refused"].contains { outcome.output.contains($0) },
      "\(outcome.output)"
    )
  }
}
