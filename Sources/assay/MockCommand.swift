import AssayContract
import AssayFaults
import AssayKit
import AssayMock
import AssayReport

/// `assay mock`: serves a contract, and holds what clients send against it.
enum MockCommand {
  static let syntax = CommandSyntax(
    name: "mock",
    operands: "CONTRACT",
    operandCount: 1...1,
    summary: "Serve a contract, and hold an app's requests against it.",
    details: """
      Once it listens it prints NAME=URL for each server, then READY, and serves until it is interrupted. What a client
      sends wrong is printed as it happens, and reported at the end.
      Exit status: 0 every request kept the contract, 1 one did not, 2 bad arguments or a bad contract, 3 it cannot listen.
      """,
    flags: [
      Flag(
        name: "--port",
        value: "NAME=N",
        repeats: true,
        help:
          "The port of a server; N alone where there is one, 0 for free ports. Default: those of the contract's URLs."
      ),
      Flag(
        name: "--fault",
        value: "NAME",
        repeats: true,
        help: "Break one promise, or add one thing nobody promised; several that hide one another are refused."
      ),
      Flag(
        name: "--list-faults",
        help: "List the faults there are for the contract: name, level of what it breaks, what it does."
      ),
      Flag(name: "--oddity", value: "NAME", repeats: true, help: "Answer in an unusual but legal way."),
      Flag(name: "--list-oddities", help: "List the oddities there are."),
      Flag(name: "--pace", value: "real|fast", help: "Play streams with the contract's pauses (default), or without."),
      Flag(name: "--report", value: "FORMAT=FILE", repeats: true, help: "Report at the end what clients sent wrong."),
    ],
    run: run
  )

  private static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let reports = try ReportTarget<ReportFormat>.all(arguments)
    let places = reports.map(\.place)
    try places.checkClashes(reading: arguments.operands)
    if arguments.has("--list-oddities") {
      for variation in LegalVariation.all { Terminal.print("\(variation.name)  \(variation.about)") }
      return .kept
    }
    let suite = try ConformanceSuite(contentsOf: arguments.operands[0])
    if arguments.has("--list-faults") {
      for line in FaultList(await Faults.all(of: suite.contract)).lines { Terminal.print(line) }
      return .kept
    }
    let settings = try settings(arguments, suite)
    guard places.prepare() else { return .unverified }
    let console = ConsoleReport(options: ReportOptions(colour: Terminal.hasColour, width: Terminal.width))
    let mock: MockServer
    do throws(MockError) {
      let documents = suite.resultOfNothing
      mock = try await suite.mock(settings, playing: arguments.all("--fault")) { finding in
        for line in console.lines(for: finding, of: documents) { Terminal.complain(line) }
      }
      for server in try mock.start() { Terminal.print("\(server.name)=\(server.url)") }
    } catch {
      Terminal.complain("error: \(error.description)")
      return error.isAboutArguments ? .usage : .unverified
    }
    Terminal.print("READY")
    await Interruption.wait()
    mock.stop()
    return conclude(mock.result(), reports, console)
  }

  private static func conclude(
    _ result: RunResult,
    _ reports: [ReportTarget<ReportFormat>],
    _ console: ConsoleReport
  ) -> ExitStatus {
    for line in console.lines(for: .runEnded(result)) { Terminal.complain(line) }
    return ReportTarget.write(reports) { $0.reporter.render([result], options: ReportOptions()) }
      ? ExitStatus([result]) : .unverified
  }

  private static func settings(
    _ arguments: ParsedArguments,
    _ suite: ConformanceSuite
  ) throws(ParsedArguments.Mistake) -> MockSettings {
    guard let pace = MockSettings.Pace(rawValue: arguments.one("--pace") ?? "real") else {
      throw ParsedArguments.Mistake(message: "--pace takes real or fast, not \(arguments.one("--pace") ?? "")")
    }
    return MockSettings(
      ports: try ports(arguments.all("--port"), suite),
      variations: arguments.all("--oddity"),
      pace: pace,
      version: assayVersion
    )
  }

  private static func ports(_ texts: [String], _ suite: ConformanceSuite) throws(ParsedArguments.Mistake) -> [String:
    Int]
  {
    guard !texts.isEmpty else { return suite.contractPorts }
    var ports: [String: Int] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let port = Int(parts[parts.count - 1]), (0...65_535).contains(port) else {
        throw ParsedArguments.Mistake(message: "--port takes NAME=N with N from 0 to 65535, not \(text)")
      }
      if parts.count == 2 {
        guard suite.servers.contains(parts[0]) else {
          let nearest =
            SpellingSuggestion.nearest(to: parts[0], among: suite.servers).map { "; did you mean \($0)?" } ?? ""
          throw ParsedArguments.Mistake(
            message: "the contract has no server \(parts[0]), only \(suite.servers.joined(separator: ", "))\(nearest)"
          )
        }
        ports[parts[0]] = port
      } else if port == 0 || suite.servers.count == 1 {
        for server in suite.servers where ports[server] == nil { ports[server] = port }
      } else {
        throw ParsedArguments.Mistake(
          message:
            "the contract has several servers: say which with NAME=\(port), of \(suite.servers.joined(separator: ", "))"
        )
      }
    }
    return ports
  }
}

extension MockError {
  /// Whether other arguments would help, rather than another port or system.
  var isAboutArguments: Bool {
    switch self {
    case .unknown, .clash: true
    case .server: false
    }
  }
}
