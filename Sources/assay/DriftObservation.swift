import AssayKit
import AssayReport

/// The settings of the runs for a drift report.
struct DriftObservation {
  let recording: RecordingFlags
  let output: DriftOutput
  let progress: Screen.Progress
  let wait: Duration?
  /// The second backend.
  private let against: SecondBackend?

  init(
    _ arguments: ParsedArguments,
    _ suites: [ConformanceSuite],
    _ recording: RecordingFlags,
    _ output: DriftOutput
  ) throws(ParsedArguments.Mistake) {
    self.recording = recording
    self.output = output
    progress = try arguments.choice("--progress", Screen.Progress.self) ?? .auto
    wait = try arguments.duration("--wait")
    if recording.isReplay, wait != nil {
      throw ParsedArguments.Mistake(message: "--wait and --replay exclude each other")
    }
    against = try SecondBackend(arguments, suites)
    if against != nil, output.has([.suggest, .issue]) {
      throw ParsedArguments.Mistake(
        message: "--against compares two backends; the reports suggest and issue are about the documents"
      )
    }
  }

  /// Runs one contract after the other, or judges the recording of each; compares them with the second backend.
  func reports(of runs: [(ConformanceSuite, VerifyOptions)]) async throws -> [DriftReport] {
    let interruption = Interruption()
    defer { interruption.stop() }
    let task = Task {
      let others = runs.map { suite, options in (suite, against?.options(options, of: suite) ?? options) }
      try await GateFlags.awaitServers(runs, within: wait)
      if against?.isLive == true { try await GateFlags.awaitServers(others, within: wait) }
      var reports: [DriftReport] = []
      for (run, other) in zip(runs, others) where !Task.isCancelled {
        let report = try await report(of: run, recording)
        guard let against, !Task.isCancelled else {
          reports.append(report)
          continue
        }
        let second = try await self.report(of: other, against.recording)
        reports.append(report.compared(with: second, names: against.names(report, second)))
      }
      return reports
    }
    interruption.answer { task.cancel() }
    return try await task.value
  }

  private func report(
    of run: (suite: ConformanceSuite, options: VerifyOptions),
    _ recording: RecordingFlags
  ) async throws -> DriftReport {
    // Only the progress line: the results of single checks are not asked for here.
    let screen = Screen(console: ConsoleReport(options: ReportOptions()), lines: .none, progress: progress)
    defer { screen.clear() }
    return try await recording.drift(
      run.suite,
      run.options,
      against: output.gate.baseline(of: run.suite),
      documents: output.documents(of: run.suite)
    ) { event in screen.show(event) }
  }
}

/// `--against`: the second backend, at its addresses or as a recording.
private struct SecondBackend {
  let recording: RecordingFlags
  private let servers: ServerFlags?
  /// The file of the recording; `nil` for a backend that is running.
  private let file: String?
  /// The recording of the first backend, or the environment it runs in.
  private let first: String?

  /// Reads the flag; `nil` without it.
  init?(_ arguments: ParsedArguments, _ suites: [ConformanceSuite]) throws(ParsedArguments.Mistake) {
    let texts = arguments.all("--against")
    if texts.isEmpty { return nil }
    for flag in ["--baseline", "--update-baseline", "--history"] where arguments.has(flag) {
      throw ParsedArguments.Mistake(
        message: "--against and \(flag) exclude each other: one compares two backends, the other two runs"
      )
    }
    first = arguments.one("--replay") ?? arguments.one("--environment")
    file = texts.count == 1 && texts[0].hasSuffix(".har") ? texts[0] : nil
    recording = try file.map(RecordingFlags.init(replaying:)) ?? .none
    servers = file == nil ? try ServerFlags(texts, suites: suites) : nil
  }

  var isLive: Bool { servers != nil }

  /// The options of a run of the second backend.
  func options(_ options: VerifyOptions, of suite: ConformanceSuite) -> VerifyOptions {
    var options = options
    if let servers { options.servers = servers.urls(for: suite) }
    return options
  }

  /// The names of the two backends, of which `report` and `second` are.
  func names(_ report: DriftReport, _ second: DriftReport) -> (this: String, other: String) {
    func urls(_ report: DriftReport) -> String {
      let urls = report.run.servers.map(\.url)
      return (urls.first ?? "") + (urls.count > 1 ? " and \(urls.count - 1) more" : "")
    }
    return (first ?? urls(report), file ?? urls(second))
  }
}
