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
    flags: RunFlags.flags + [
      Flag(name: "--strict", help: "Fail on a broken should, too."),
      Flag(name: "--documents", value: "DIR", help: "Where the cited documents are, for reports that quote them."),
      .report,
    ] + RecordingFlags.flags,
    run: run
  )

  private static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let options = try RunFlags.options(arguments)
    let progress = try arguments.choice("--progress", Screen.Progress.self) ?? .auto
    let reports = try ReportTarget<ReportFormat>.all(arguments)
    let documents = try arguments.documents()
    var suites = try arguments.contracts.map { try ConformanceSuite(contentsOf: $0) }
    let recording = try RecordingFlags(arguments)
    let places = recording.places + reports.map(\.place)
    try places.checkClashes(reading: arguments.operands + arguments.all("--replay"))
    try recording.check(suites)
    let servers = try ServerFlags(arguments.all("--server"), suites: suites)
    // What is sent in a live run, secrets among it, a recording has no need of.
    for suite in suites where !recording.isReplay {
      var options = options
      options.servers = servers.urls(for: suite)
      try suite.check(options)
    }
    try CheckGlobs(options).check(suites)
    suites.removeAll { $0.checks(options).isEmpty }
    var lines: [String: [String]] = [:]
    for suite in suites { lines.merge(documents?.lines(of: suite) ?? [:]) { first, _ in first } }
    var shown = ReportOptions(
      strict: options.strict,
      documents: lines,
      colour: Terminal.hasColour,
      width: Terminal.width
    )
    for suite in suites { shown.files.merge(documents?.files(of: suite) ?? [:]) { first, _ in first } }
    for path in arguments.operands { shown.files[path] = RepositoryPath.of(path) }
    guard places.prepare() else { return .unverified }
    let console = ConsoleReport(options: shown)
    let isQuiet = places.takeStandardOutput
    let task = Task { [suites] in
      var results: [RunResult] = []
      for suite in suites where !Task.isCancelled {
        results.append(
          try await verify(
            suite,
            options,
            servers,
            recording,
            Screen(console: console, lines: isQuiet ? .none : .all, progress: progress)
          )
        )
      }
      return results
    }
    let interruption = Interruption { task.cancel() }
    defer { interruption.stop() }
    let results = try await task.value
    if !isQuiet { for line in console.closing(results) { Terminal.print(line) } }
    let isRecorded = recording.write(results)
    var plain = shown
    plain.colour = false
    let written = ReportTarget.write(reports) { [plain] in $0.render(results, options: plain) } && isRecorded
    // Between two contracts no result says that the run was interrupted.
    let status = results.count < suites.count ? .interrupted : ExitStatus(results)
    return written || status == .interrupted ? status : .unverified
  }

  private static func verify(
    _ suite: ConformanceSuite,
    _ options: VerifyOptions,
    _ servers: ServerFlags,
    _ recording: RecordingFlags,
    _ screen: Screen
  ) async throws -> RunResult {
    var options = options
    options.servers = servers.urls(for: suite)
    defer { screen.clear() }
    return try await recording.verify(suite, options) { event in screen.show(event) }
  }
}
