import AssayContract
import AssayDrift
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
    flags: [
      Flag(
        name: "--server",
        value: "NAME=URL",
        repeats: true,
        help: "Where a server of the contract is; URL alone where it has just one."
      ),
      Flag(name: "--report", value: "FORMAT=FILE", repeats: true, help: "Write a report."),
      Flag(name: "--baseline", value: "FILE", help: "A JSON report whose drift is known; fail on what is new only."),
      Flag(
        name: "--header",
        value: "'NAME: VALUE'",
        repeats: true,
        help: "Send a field with every request; never shown."
      ),
      Flag(name: "--only", value: "GLOB", repeats: true, help: "Run the checks whose ids fit: 'search/*'."),
      Flag(name: "--skip", value: "GLOB", repeats: true, help: "Leave out the checks whose ids fit."),
      Flag(name: "--timeout", value: "D", help: "The longest time for one exchange (default 30s)."),
      Flag(name: "--max-wait", value: "D", help: "The longest time for any stream or poll."),
      Flag(name: "--poll-every", value: "D", help: "The time between two polls, whatever the contract says."),
      Flag(name: "--jobs", value: "N", help: "How many scenarios run at once (default 4)."),
      Flag(name: "--cacert", value: "FILE", help: "Trust the certificates in FILE (PEM) instead of the system's."),
      Flag(name: "--cert", value: "FILE", help: "The client's certificate (PEM)."),
      Flag(name: "--key", value: "FILE", help: "The key of the client's certificate (PEM)."),
      Flag(name: "--insecure", help: "Accept any certificate. Said loudly, and nothing to gate on."),
    ] + RecordingFlags.flags
  )

  static func run(_ arguments: ParsedArguments) async throws(ParsedArguments.Mistake) -> ExitStatus {
    var options = try VerifyCommand.options(arguments)
    let reports = try arguments.all("--report").map { text throws(ParsedArguments.Mistake) in
      try ReportTarget<DriftFormat>(text)
    }
    if options.isInsecure { Terminal.complain(VerifyCommand.insecureWarning) }
    let suite: ConformanceSuite
    do throws(ConformanceError) {
      suite = try ConformanceSuite(contentsOf: arguments.operands[0])
    } catch {
      Terminal.complain(error)
      return .usage
    }
    let baseline = try arguments.one("--baseline").map { path throws(ParsedArguments.Mistake) in
      try self.baseline(at: path, for: suite)
    }
    let recording = try RecordingFlags(arguments)
    options.servers = try ServerFlags(arguments.all("--server"), suites: [suite]).urls(for: suite)
    let isQuiet = reports.contains { $0.file == "-" }
    try CheckGlobs(options).check([suite])
    guard let report = await observe(suite, options, recording) else { return .usage }
    let held = baseline.map(report.held) ?? report
    if !isQuiet { for line in DriftConsole.lines(held, colour: Terminal.hasColour) { Terminal.print(line) } }
    let isRecorded = recording.write([report.run])
    let written = ReportTarget<DriftFormat>.write(reports) { $0.render(held) } && isRecorded
    let status = ExitStatus(held.outcome)
    return written || status == .interrupted ? status : .unverified
  }

  /// Runs the contract, or judges the recording; `nil` where the options do not allow it, which is said.
  private static func observe(
    _ suite: ConformanceSuite,
    _ options: VerifyOptions,
    _ recording: RecordingFlags
  ) async -> DriftReport? {
    // Nothing but the progress line: what single checks came to is not what is asked for here.
    let screen = Screen(console: ConsoleReport(options: ReportOptions()), isQuiet: true)
    let task = Task { try await recording.drift(suite, options) { event in screen.show(event) } }
    let interruption = Interruption { task.cancel() }
    defer { interruption.stop() }
    let outcome = await task.result
    screen.clear()
    switch outcome {
    case .success(let report): return report
    case .failure(let error):
      Terminal.complain(error)
      return nil
    }
  }

  private static func baseline(
    at path: String,
    for suite: ConformanceSuite
  ) throws(ParsedArguments.Mistake) -> DriftBaseline {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(path)
    } catch {
      throw ParsedArguments.Mistake(message: "the baseline \(error.path) cannot be read: \(error.reason)")
    }
    let baseline: DriftBaseline
    do throws(DriftBaseline.Mistake) {
      baseline = try DriftBaseline(parsing: bytes)
    } catch {
      let reason =
        switch error {
        case .notJSON(let reason): "is not JSON: \(reason)"
        case .notADriftReport: "is no report of assay drift; --report json=FILE writes one"
        }
      throw ParsedArguments.Mistake(message: "the baseline \(path) \(reason)")
    }
    guard baseline.contract == suite.service else {
      throw ParsedArguments.Mistake(
        message: "the baseline \(path) is of \(baseline.contract), and the contract of \(suite.service)"
      )
    }
    return baseline
  }
}

extension ExitStatus {
  /// The status of a drift report.
  init(_ outcome: DriftReport.Outcome) {
    self =
      switch outcome {
      case .none, .known: .kept
      case .drift: .broken
      case .unobserved: .unverified
      case .interrupted: .interrupted
      }
  }
}
