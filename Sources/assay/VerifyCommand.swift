import AssayKit
import AssayReport
import AssayText

/// The command `assay verify`, which checks backends against their contracts and writes reports.
enum VerifyCommand {
  static let syntax = CommandSyntax(
    name: "verify",
    operands: "[CONTRACT…]",
    operandCount: 0...1000,
    summary: "Check a backend against one or more contracts.",
    details: """
      Durations are 250ms, 3s or 5m. Report formats: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", "));
      FILE - is standard output, and allure takes a folder. Instead of a contract, name OpenAPI, Arazzo, a guide in Markdown,
      a HAR file or the URL of one: the contract is drafted in memory, and assay derive keeps the draft. Built-in contracts
      are \(ConformanceSuite.builtInContracts.joined(separator: ", ")). Without a contract, the project file assay.json
      names what to run. ${NAME} in a header, a URL or a contract is taken from the environment and never shown.
      """,
    flags: RunFlags.flags + ProbeFlags.flags + [
      .tag,
      Flag(name: "--strict", help: "Fail also on a broken should, and on one that could not be judged."),
      Flag(name: "--documents", value: "DIR", help: "The folder of the cited documents, for reports that quote them."),
      .report,
    ] + GateFlags.flags + RecordingFlags.flags + ProjectFlags.flags + VariableFlags.flags + [.color],
    examples: [
      "assay verify contracts/serial-ocr.json --server http://127.0.0.1:8000",
      "assay verify api.json --only 'search/*' --report html=report.html",
      "assay verify api.json --header 'Authorization: Bearer ${TOKEN}' --report junit=assay.xml",
    ],
    run: run
  )

  private static func run(_ given: ParsedArguments) async throws -> ExitStatus {
    let (arguments, project) = try ProjectFlags.complete(given, for: syntax)
    var options = try RunFlags.options(arguments)
    try GateFlags.apply(arguments, to: &options)
    let reports = try ReportTarget<ReportFormat>.all(arguments)
    let documents = try arguments.documents()
    let loaded = try await arguments.contracts.load(
      RunFlags.reading(options, arguments),
      isVerbose: arguments.has("--verbose")
    )
    let suites = try VariableFlags(arguments, project).settle(
      loaded,
      knownEnvironments: project?.environments.keys.sorted() ?? []
    )
    options.selection.tags = try RunFlags.tags(arguments, suites)
    let environment = arguments.one("--environment") ?? project?.environment ?? ""
    let recording = try RecordingFlags(arguments)
    let gate = try GateFlags(arguments, isReplay: recording.isReplay)
    let places = recording.places + reports.map(\.place) + [gate.output].compactMap(\.self)
    try places.checkClashes(with: arguments)
    try recording.check(suites)
    let servers = try ServerFlags(arguments.all("--server"), suites: suites)
    try CheckGlobs(options).check(suites)
    if options.selection.tags.isEmpty, !options.selection.runsUnsafe {
      for suite in suites { suite.noteUnsafeScenarios() }
    }
    try gate.checkNames(suites, options)
    let runs = gate.chosen(suites, options).map { suite, options in
      var options = options
      options.servers = servers.urls(for: suite)
      options.origin = RunOrigin(contract: suite.file, environment: environment)
      return (suite, options)
    }
    guard !runs.isEmpty else {
      guard let report = arguments.one("--last-failed") else {
        throw ParsedArguments.Mistake(message: "no check is left to run: none has both the tag and the id asked for")
      }
      let nothing = try reportOptions(arguments, documents, suites, options)
      guard places.prepare() else { return .unverified }
      if !places.takeStandardOutput { Terminal.print("\(report) has no failed check of these contracts") }
      return ReportTarget.write(reports, [], nothing) ? .success : .unverified
    }
    GateFlags.checkParts(runs)
    if arguments.has("--list") || arguments.has("--dry-run") {
      return list(runs, withCalls: arguments.has("--dry-run"))
    }
    // What is sent in a live run, secrets among it, a recording has no need of.
    for (suite, options) in runs where !recording.isReplay { try suite.check(options) }
    if !recording.isReplay {
      RunFlags.tellWeakSecrets(of: runs)
      ProbeFlags.tell(of: runs)
    }
    let shown = try reportOptions(arguments, documents, runs.map(\.0), options)
    guard places.prepare() else { return .unverified }
    let makeScreen = try screen(arguments, shown, isTaken: places.takeStandardOutput)
    let found = try await Self.results(of: runs, gate, recording, makeScreen)
    let results = gate.updated(found, strict: options.strict)
    if !places.takeStandardOutput {
      let console = ConsoleReport(options: shown)
      let report = reports.first { $0.format == .json && !$0.place.isStandardOutput }?.place.path
      Terminal.print(styled: console.closing(results))
      if !arguments.has("--quiet") { Terminal.print(styled: console.next(results, report: report)) }
    }
    let isKept = gate.conclude(found, of: suites)
    let isRecorded = recording.write(results)
    var plain = shown
    plain.colour = false
    let written = ReportTarget.write(reports, results, plain) && isRecorded && isKept
    let page = ReportFormat.markdown
    PipelineJob.current?.show(results, summary: page.render(results, options: plain), plain, besides: places)
    // Between two contracts no result says that the run was interrupted.
    let isWhole = results.count == runs.count || options.failsFast && results.last?.outcome == .failed
    let status = isWhole ? ExitStatus(results) : .interrupted
    return written || status == .interrupted ? status : .unverified
  }

  /// Verifies the contracts one after the other and returns the results; with `--fail-fast`, stops after a failure.
  private static func results(
    of runs: [(ConformanceSuite, VerifyOptions)],
    _ gate: GateFlags,
    _ recording: RecordingFlags,
    _ makeScreen: @escaping @Sendable () -> Screen
  ) async throws -> [RunResult] {
    let interruption = Interruption()
    defer { interruption.stop() }
    let task = Task {
      try await GateFlags.awaitServers(recording.isReplay ? [] : runs, within: gate.wait)
      var results: [RunResult] = []
      for (suite, options) in runs where !Task.isCancelled {
        let screen = makeScreen()
        defer { screen.clear() }
        results.append(try await recording.verify(suite, options) { event in screen.show(event) })
        if options.failsFast, results.last?.outcome == .failed { break }
      }
      return results
    }
    interruption.answer { task.cancel() }
    return try await task.value
  }

  private static func list(_ runs: [(ConformanceSuite, VerifyOptions)], withCalls: Bool) -> ExitStatus {
    for (suite, options) in runs {
      for check in suite.plan(options) {
        let tags = check.tags.isEmpty ? "" : "  [\(check.tags.joined(separator: ", "))]"
        let call = check.call.isEmpty ? "rules over the scenario" : check.call
        let name = runs.count > 1 ? "\(suite.service)/\(check.id)" : check.id
        Terminal.print(withCalls ? "\(name)  \(VisibleText.line(call))\(tags)" : name)
      }
    }
    return .success
  }

  private static func reportOptions(
    _ arguments: ParsedArguments,
    _ documents: DocumentFolder?,
    _ suites: [ConformanceSuite],
    _ options: VerifyOptions
  ) throws(ParsedArguments.Mistake) -> ReportOptions {
    var lines: [String: [String]] = [:]
    for suite in suites { lines.merge(documents?.lines(of: suite) ?? suite.builtInDocuments) { first, _ in first } }
    var shown = ReportOptions(
      strict: options.strict,
      documents: lines,
      colour: try arguments.colour(),
      width: Terminal.width,
      verbose: arguments.has("--verbose")
    )
    shown.wraps = Terminal.isTerminal
    for suite in suites { shown.files.merge(documents?.files(of: suite) ?? [:]) { first, _ in first } }
    for path in arguments.operands { shown.files[path] = RepositoryPath.of(path) }
    return shown
  }

  /// Returns a function that makes the ``Screen`` of each run.
  private static func screen(
    _ arguments: ParsedArguments,
    _ shown: ReportOptions,
    isTaken: Bool
  ) throws(ParsedArguments.Mistake) -> @Sendable () -> Screen {
    let progress = try arguments.choice("--progress", Screen.Progress.self) ?? .auto
    let lines: Screen.Lines = isTaken ? .none : arguments.has("--quiet") ? .few : .all
    return { Screen(console: ConsoleReport(options: shown), lines: lines, progress: progress) }
  }
}
