import AssayKit
import AssayReport

/// `assay drift`: what a backend does beside what its documents say.
enum DriftCommand {
  static let syntax = CommandSyntax(
    name: "drift",
    operands: "CONTRACT",
    operandCount: 1...1,
    summary: "Say where a backend departs from its documents, and who it breaks.",
    details: """
      Each departure is held against the documented client: it throws, it loses data silently, or it ignores it. What is
      documented and was not seen is a note, and no drift.
      Report formats: \(DriftFormat.allCases.map(\.rawValue).joined(separator: ", ")); FILE - is standard output.
      Exit status: 0 no drift, or none beyond the baseline; 1 drift; 2 bad arguments or a bad contract; 3 nothing could be
      observed, or a report could not be written; 130 interrupted.
      """,
    flags: RunFlags.flags + ProbeFlags.flags + [
      .report,
      Flag(name: "--baseline", value: "FILE", help: "A JSON report whose drift is known; fail on what is new only."),
    ] + RecordingFlags.flags + VariableFlags.flags + [.color],
    run: run
  )

  private static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    var options = try RunFlags.options(arguments)
    let reports = try ReportTarget<DriftFormat>.all(arguments)
    let loaded = try ConformanceSuite(contentsOf: arguments.operands[0], allowing: options.allowedFolders)
    let suite = try VariableFlags(arguments).settle([loaded])[0]
    let colour = try arguments.colour()
    let progress = try arguments.choice("--progress", Screen.Progress.self) ?? .auto
    let baseline = try arguments.one("--baseline").map { try Self.baseline(at: $0, for: suite) }
    let recording = try RecordingFlags(arguments)
    let places = recording.places + reports.map(\.place)
    try places.checkClashes(reading: arguments.operands + arguments.all("--replay"))
    options.servers = try ServerFlags(arguments.all("--server"), suites: [suite]).urls(for: suite)
    try CheckGlobs(options).check([suite])
    guard places.prepare() else { return .unverified }
    let report = try await observe(suite, options, baseline, recording, progress)
    if !places.takeStandardOutput {
      for line in DriftConsole.lines(report, colour: colour) { Terminal.print(line) }
    }
    let isRecorded = recording.write([report.run])
    let written = ReportTarget<DriftFormat>.write(reports) { $0.render(report) } && isRecorded
    let status = ExitStatus(report.outcome)
    return written || status == .interrupted ? status : .unverified
  }

  /// Runs the contract, or judges the recording.
  private static func observe(
    _ suite: ConformanceSuite,
    _ options: VerifyOptions,
    _ baseline: DriftBaseline?,
    _ recording: RecordingFlags,
    _ progress: Screen.Progress
  ) async throws -> DriftReport {
    // Nothing but the progress line: what single checks came to is not what is asked for here.
    let screen = Screen(console: ConsoleReport(options: ReportOptions()), lines: .none, progress: progress)
    defer { screen.clear() }
    let interruption = Interruption()
    defer { interruption.stop() }
    let task = Task { try await recording.drift(suite, options, against: baseline) { event in screen.show(event) } }
    interruption.answer { task.cancel() }
    return try await task.value
  }

  private static func baseline(at path: String, for suite: ConformanceSuite) throws(ParsedArguments.Mistake)
    -> DriftBaseline
  {
    do throws(ConformanceError) { return try suite.baseline(contentsOf: path) } catch {
      throw ParsedArguments.Mistake(message: error.description)
    }
  }
}

extension ExitStatus {
  /// The status of a drift report.
  init(_ outcome: DriftReport.Outcome) {
    self =
      switch outcome {
      case .none, .known: .success
      case .drift: .failure
      case .unobserved: .unverified
      case .interrupted: .interrupted
      }
  }
}
