import AssayKit
import AssayReport
import AssayText

/// The command `assay mock`, which serves a contract and checks the requests of clients.
enum MockCommand {
  static let syntax = CommandSyntax(
    name: "mock",
    operands: "CONTRACT",
    operandCount: 1...1,
    summary: "Serve a contract, and check the requests of an app.",
    details: """
      Prints NAME=URL for each server, then READY, and serves until it is interrupted. Invalid requests are printed as
      they arrive, and reported at the end.
      Exit status: 0 every request kept the contract, 1 one did not, 2 invalid arguments or contract, 3 it cannot listen.
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
        help: "Break one promise, or add an undocumented part; faults that hide each other are refused."
      ),
      Flag(
        name: "--list-faults",
        help: "List the faults of the contract: name, level, effect."
      ), Flag(name: "--oddity", value: "NAME", repeats: true, help: "Respond in an unusual but legal way."),
      Flag(name: "--list-oddities", help: "List the oddities."),
      Flag(name: "--cors", help: "Let pages of any origin call it from a browser."),
      Flag(name: "--pace", value: "real|fast", help: "Play streams with the contract's pauses (default), or without."),
      Flag(name: "--report", value: "FORMAT=FILE", repeats: true, help: "Report invalid requests at the end."),
      .color,
    ] + DocumentFlags.flags + VariableFlags.flags,
    examples: [
      "assay mock api.json --port 0",
      "assay mock api.json --list-faults",
      "assay mock api.json --fault search.status-500 --cors",
    ],
    page: "Mock",
    run: run
  )

  private static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let reports = try ReportTarget<ReportFormat>.all(arguments)
    let places = reports.map(\.place)
    try places.checkClashes(with: arguments)
    if arguments.has("--list-oddities") {
      for variation in ConformanceSuite.variations { Terminal.print("\(variation.name)  \(variation.about)") }
      return .success
    }
    let loaded = try await arguments.operands.load(
      try DocumentFlags.options(arguments),
      isVerbose: arguments.has("--verbose")
    )
    let suite = try VariableFlags(arguments).settle(loaded)[0]
    if arguments.has("--list-faults") {
      let faults = await suite.faults()
      for line in FaultList(faults).lines { Terminal.print(line) }
      let musts = suite.musts(withoutFaultIn: faults)
      if !musts.isEmpty {
        Terminal.print("\(musts.count) \(musts.count == 1 ? "must has" : "musts have") no fault:")
        for promise in musts { Terminal.print("  \(promise)") }
      }
      return .success
    }
    let options = try options(arguments, suite)
    guard places.prepare() else { return .unverified }
    let console = ConsoleReport(options: ReportOptions(colour: try arguments.colour(), width: Terminal.width))
    let documents = suite.resultOfNothing
    let complaints = ComplaintQueue()
    let mock: MockBackend
    do throws(ConformanceError) {
      mock = try await suite.mock(options) { finding in
        for line in console.lines(for: finding, of: documents) { complaints.say(line) }
      }
    } catch {
      Terminal.complain(error)
      if case .listening = error { return .unverified }
      return .usage
    }
    for server in mock.servers { Terminal.print("\(server.name)=\(server.url)") }
    // A reader of READY may interrupt it at once.
    let (signals, end) = AsyncStream<Void>.makeStream()
    let interruption = Interruption()
    interruption.answer { end.finish() }
    Terminal.print("READY")
    for await _ in signals {}
    interruption.stop()
    mock.stop()
    return conclude(mock.result, reports, console, complaints)
  }

  private static func conclude(
    _ result: RunResult,
    _ reports: [ReportTarget<ReportFormat>],
    _ console: ConsoleReport,
    _ complaints: ComplaintQueue
  ) -> ExitStatus {
    for line in console.lines(for: .runEnded(result)) { complaints.say(line) }
    defer { complaints.finish() }
    return ReportTarget.write(reports, [result]) ? ExitStatus([result]) : .unverified
  }

  /// The speed at which the mock plays streams: with the recorded pauses (`real`), or without (`fast`).
  private enum Pace: String, CaseIterable { case real, fast }

  private static func options(_ arguments: ParsedArguments, _ suite: ConformanceSuite) throws(ParsedArguments.Mistake)
    -> MockOptions
  {
    var options = MockOptions()
    options.ports = try ports(arguments.all("--port"), suite)
    options.faults = arguments.all("--fault")
    options.variations = arguments.all("--oddity")
    options.allowedFolders = try arguments.allowedFolders()
    options.isOpenToPages = arguments.has("--cors")
    options.isFast = try arguments.choice("--pace", Pace.self) == .fast
    return options
  }

  private static func ports(_ texts: [String], _ suite: ConformanceSuite) throws(ParsedArguments.Mistake) -> [String:
    Int]
  {
    guard !texts.isEmpty else { return suite.ports }
    var ports: [String: Int] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let port = Int(parts[parts.count - 1]), (0...65_535).contains(port) else {
        throw ParsedArguments.Mistake(message: "--port takes NAME=N with N from 0 to 65535, not \(text)")
      }
      if parts.count == 2 {
        guard suite.servers.contains(parts[0]) else {
          let nearest = SpellingSuggestion.didYouMean(parts[0], among: suite.servers)
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

/// The faults of a contract as a table with columns: one line per fault, its name first.
struct FaultList {
  let lines: [String]

  init(_ faults: [MockFault]) {
    let operations = Dictionary(grouping: faults, by: \.operation)
    // Each operation has columns of its own, so that one long name does not push all others apart.
    let widths = operations.mapValues { faults in faults.map(\.name.count).max() ?? 0 }
    lines = faults.map { fault in
      let weight = fault.breaks?.rawValue ?? "adds"
      let name = fault.name + String(repeating: " ", count: (widths[fault.operation] ?? 0) - fault.name.count)
      return "\(name)  \(weight)\(String(repeating: " ", count: 6 - weight.count))  \(fault.about)"
    }
  }
}
