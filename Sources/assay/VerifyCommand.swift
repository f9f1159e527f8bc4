import AssayKit
import AssayReport

/// `assay verify`: holds backends against their contracts and reports.
enum VerifyCommand {
  static let syntax = CommandSyntax(
    name: "verify",
    operands: "CONTRACT…",
    operandCount: 1...1000,
    summary: "Hold a backend against one or more contracts.",
    details: """
      Durations read 250ms, 3s, 5m. Report formats: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", "));
      FILE - is standard output. ${NAME} in a header, a URL or a contract is taken from the environment and never shown.
      """,
    flags: [
      Flag(
        name: "--server",
        value: "NAME=URL",
        repeats: true,
        help: "Where a server of the contract is; URL alone where it has just one."
      ),
      Flag(name: "--only", value: "GLOB", repeats: true, help: "Run the checks whose ids fit: 'search/*'."),
      Flag(name: "--skip", value: "GLOB", repeats: true, help: "Leave out the checks whose ids fit."),
      Flag(
        name: "--header",
        value: "'NAME: VALUE'",
        repeats: true,
        help: "Send a field with every request; never shown."
      ),
      Flag(name: "--report", value: "FORMAT=FILE", repeats: true, help: "Write a report."),
      Flag(name: "--timeout", value: "D", help: "The longest time for one exchange (default 30s)."),
      Flag(name: "--max-wait", value: "D", help: "The longest time for any stream or poll."),
      Flag(name: "--poll-every", value: "D", help: "The time between two polls, whatever the contract says."),
      Flag(name: "--jobs", value: "N", help: "How many scenarios run at once (default 4)."),
      Flag(name: "--strict", help: "Fail on a broken should, too."),
      Flag(name: "--documents", value: "DIR", help: "Where the cited documents are, for reports that quote them."),
      Flag(name: "--cacert", value: "FILE", help: "Trust the certificates in FILE (PEM) instead of the system's."),
      Flag(name: "--cert", value: "FILE", help: "The client's certificate (PEM)."),
      Flag(name: "--key", value: "FILE", help: "The key of the client's certificate (PEM)."),
      Flag(name: "--insecure", help: "Accept any certificate. Said loudly, and nothing to gate on."),
    ] + RecordingFlags.flags
  )

  static func run(_ arguments: ParsedArguments) async throws(ParsedArguments.Mistake) -> ExitStatus {
    let options = try options(arguments)
    let reports = try arguments.all("--report").map { text throws(ParsedArguments.Mistake) in
      try ReportTarget<ReportFormat>(text)
    }
    if options.isInsecure {
      Terminal.complain(insecureWarning)
    }
    var suites: [ConformanceSuite] = []
    for path in arguments.operands {
      do throws(ConformanceError) {
        suites.append(try ConformanceSuite(contentsOf: path))
      } catch {
        Terminal.complain(error)
        return .usage
      }
    }
    let recording = try RecordingFlags(arguments)
    let servers = try ServerFlags(arguments.all("--server"), suites: suites)
    do throws(ConformanceError) {
      // What is sent in a live run, secrets among it, a recording has no need of.
      for suite in suites where !recording.isReplay { try suite.check(options, servers: servers.urls(for: suite)) }
    } catch {
      Terminal.complain(error)
      return .usage
    }
    try CheckGlobs(options).check(suites)
    suites.removeAll { $0.checks(options).isEmpty }
    let shown = ReportOptions(
      strict: options.strict,
      documents: documents(arguments, suites),
      colour: Terminal.hasColour,
      width: Terminal.width
    )
    let console = ConsoleReport(options: shown)
    // With a report on standard output, the console's lines would be in its way.
    let isQuiet = reports.contains { $0.file == "-" }
    let task = Task { [suites] in
      var results: [RunResult] = []
      for suite in suites where !Task.isCancelled {
        results.append(try await verify(suite, options, servers, recording, console, isQuiet))
      }
      return results
    }
    let interruption = Interruption { task.cancel() }
    defer { interruption.stop() }
    let results: [RunResult]
    switch await task.result {
    case .success(let value): results = value
    case .failure(let error):
      Terminal.complain(error)
      return .usage
    }
    if !isQuiet { for line in console.closing(results) { Terminal.print(line) } }
    let isRecorded = recording.write(results)
    var plain = shown
    plain.colour = false
    let written = ReportTarget.write(reports) { [plain] in $0.reporter.render(results, options: plain) } && isRecorded
    // Between two contracts no result says that the run was interrupted.
    let status = results.count < suites.count ? .interrupted : ExitStatus(results)
    return written || status == .interrupted ? status : .unverified
  }

  private static func verify(
    _ suite: ConformanceSuite,
    _ options: VerifyOptions,
    _ servers: ServerFlags,
    _ recording: RecordingFlags,
    _ console: ConsoleReport,
    _ isQuiet: Bool
  ) async throws -> RunResult {
    var options = options
    options.servers = servers.urls(for: suite)
    let screen = Screen(console: console, isQuiet: isQuiet)
    defer { screen.clear() }
    return try await recording.verify(suite, options) { event in screen.show(event) }
  }

  static let insecureWarning =
    "warning: --insecure accepts any certificate; whoever answers may not be the backend you mean"

  /// The options the flags ask for; also those of other commands that run a contract, which have some of them.
  static func options(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> VerifyOptions {
    var options = VerifyOptions()
    options.headers = arguments.all("--header")
    options.only = arguments.all("--only")
    options.skip = arguments.all("--skip")
    options.timeout = try arguments.duration("--timeout") ?? options.timeout
    options.maxWait = try arguments.duration("--max-wait")
    options.pollEvery = try arguments.duration("--poll-every")
    options.jobs = try arguments.integer("--jobs", in: 1...256) ?? options.jobs
    options.strict = arguments.has("--strict")
    options.caFile = arguments.one("--cacert")
    options.certificateFile = arguments.one("--cert")
    options.keyFile = arguments.one("--key")
    options.isInsecure = arguments.has("--insecure")
    return options
  }

  private static func documents(_ arguments: ParsedArguments, _ suites: [ConformanceSuite]) -> [String: [String]] {
    guard let folder = arguments.one("--documents") else { return [:] }
    return suites.reduce(into: [:]) { lines, suite in
      lines.merge(suite.documents(in: folder)) { first, _ in first }
    }
  }
}
