import AssayKit
import AssayText
import AssayReport

/// `assay drift`: the differences between a backend and its documents.
enum DriftCommand {
  static let syntax = CommandSyntax(
    name: "drift",
    operands: "CONTRACT",
    operandCount: 1...1,
    summary: "List differences between documentation and backend, and their effect on clients.",
    details: """
      Each difference has its effect on the documented client: it throws, is stuck, loses data silently, shows wrong
      data, waits, or ignores it. Documented parts that were not seen are notes, not drift.
      Report suggest is a diff of the documents with their corrections, for patch -p0 or git apply -p0.
      Report formats: \(DriftFormat.allCases.map(\.rawValue).joined(separator: ", ")); FILE - is standard output.
      Exit status: 0 no drift, or none beyond the baseline; 1 drift; 2 invalid arguments or contract; 3 nothing could be
      observed, or a report could not be written; 130 interrupted.
      """,
    flags: RunFlags.flags + ProbeFlags.flags + [
      .tag, .wait, Flag(name: "--quiet", help: "Print the verdict only."), .report,
      Flag(
        name: "--fail-on",
        value: "any|loses|throws",
        help: "Fail on drift with at least this effect on the documented client (default any)."
      ), Flag(name: "--min-coverage", value: "N", help: "Fail if less than N percent of what is documented was seen."),
      Flag(
        name: "--history",
        value: "DIR",
        help:
          "Keep a record of the run in DIR, report since when each row exists, and write one page over all runs there."
      ), Flag(name: "--since", value: "DATE", help: "The first day on the page of --history."),
      Flag(
        name: "--documents",
        value: "DIR",
        help: "The folder of the cited documents, for their lines and --report suggest."
      ),
      Flag(name: "--baseline", value: "FILE", help: "A JSON report whose drift is known; fail on what is new only."),
    ] + RecordingFlags.flags + VariableFlags.flags + [.color],
    examples: [
      "assay drift api.json --server http://127.0.0.1:8000 --documents docs",
      "assay drift api.json --report html=drift.html --fail-on loses",
      "assay drift api.json --replay run.har --baseline drift.json",
    ],
    page: "Drift",
    run: run
  )

  private static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    var options = try RunFlags.options(arguments)
    let reports = try ReportTarget<DriftFormat>.all(arguments)
    let loaded = try await arguments.operands.load(
      RunFlags.reading(options, arguments),
      isVerbose: arguments.has("--verbose")
    )
    let suite = try VariableFlags(arguments).settle(loaded)[0]
    let colour = try arguments.colour()
    let progress = try arguments.choice("--progress", Screen.Progress.self) ?? .auto
    let baseline = try arguments.one("--baseline").map { try Self.baseline(at: $0, for: suite) }
    let limit = try arguments.choice("--fail-on", FailOn.self) ?? .any
    let least = try arguments.integer("--min-coverage", in: 0...100) ?? 0
    let folder = arguments.one("--history")
    let since = try Self.since(arguments)
    let documents = try arguments.documents()
    if documents == nil, reports.contains(where: { $0.format == .suggest }) {
      throw ParsedArguments.Mistake(
        message: "--report suggest changes lines of the documents; --documents DIR says where they are"
      )
    }
    let history = try folder.map { try suite.history(in: $0) }
    let recording = try RecordingFlags(arguments)
    let wait = try arguments.duration("--wait")
    if recording.isReplay, wait != nil {
      throw ParsedArguments.Mistake(message: "--wait and --replay exclude each other")
    }
    options.selection.tags = try RunFlags.tags(arguments, [suite])
    let places = recording.places + reports.map(\.place)
    try places.checkClashes(with: arguments)
    options.servers = try ServerFlags(arguments.all("--server"), suites: [suite]).urls(for: suite)
    try CheckGlobs(options).check([suite])
    guard suite.hasChecks(options) else {
      throw ParsedArguments.Mistake(message: "no check is left to run: none has both the tag and the id asked for")
    }
    guard places.prepare(), folder.map({ Self.place("\(suite.service)-run.json", in: $0).prepare() }) != false else {
      return .unverified
    }
    if !recording.isReplay { RunFlags.tellWeakSecrets(of: [(suite, options)]) }
    var report = try await observe(suite, options, baseline, recording, progress, wait)
    if let history { report = suite.report(report, after: history) }
    report.documents = documents?.lines(of: suite) ?? [:]
    report.lineEnds = documents.map { suite.lineEnds(in: $0.path) } ?? [:]
    if !places.takeStandardOutput {
      let lines = report.page.lines(colour: colour)
      Terminal.print(styled: arguments.has("--quiet") ? lines.suffix(1) : lines)
    }
    var isRecorded = recording.write([report.run])
    if let folder, report.outcome != .interrupted, report.outcome != .unobserved {
      let record = suite.record(of: report, in: folder)
      let pages = suite.pages(of: history ?? DriftHistory(), and: record.text, since: since)
      for file in [record] + pages { isRecorded = Self.place(file.name, in: folder).write(file.text) && isRecorded }
    }
    let written = ReportTarget<DriftFormat>.write(reports) { $0.render(report) } && isRecorded
    var status = ExitStatus(report, failingOn: limit)
    if status == .success, report.percentCovered < least {
      Terminal.complain(
        "error: \(report.percentCovered) % of what is documented was seen, --min-coverage is \(least) %"
      )
      status = .failure
    }
    return written || status == .interrupted ? status : .unverified
  }

  /// The day of `--since`; empty without one.
  private static func since(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> String {
    guard let day = arguments.one("--since") else { return "" }
    guard DateTime("\(day)T00:00:00Z") != nil else {
      throw ParsedArguments.Mistake(message: "--since needs a date such as 2026-03-01, not \(day)")
    }
    guard arguments.has("--history") else { throw ParsedArguments.Mistake(message: "--since needs --history DIR") }
    return day
  }

  private static func place(_ name: String, in folder: String) -> OutputPlace {
    OutputPlace(flag: "--history \(folder)", content: "the record of the run", path: "\(folder)/\(name)")
  }

  /// Runs the contract, or judges the recording.
  private static func observe(
    _ suite: ConformanceSuite,
    _ options: VerifyOptions,
    _ baseline: DriftBaseline?,
    _ recording: RecordingFlags,
    _ progress: Screen.Progress,
    _ wait: Duration?
  ) async throws -> DriftReport {
    // Nothing but the progress line: what single checks came to is not what is asked for here.
    let screen = Screen(console: ConsoleReport(options: ReportOptions()), lines: .none, progress: progress)
    defer { screen.clear() }
    let interruption = Interruption()
    defer { interruption.stop() }
    let task = Task {
      try await GateFlags.awaitServers([(suite, options)], within: wait)
      return try await recording.drift(suite, options, against: baseline) { event in screen.show(event) }
    }
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

/// How much drift has to do to the documented client to fail a run.
private enum FailOn: String, CaseIterable {
  case any, loses, `throws`

  /// The mildest verdict that fails.
  var verdict: ClientVerdict {
    switch self {
    case .any: .ignores
    case .loses: .losesData
    case .throws: .isStuck
    }
  }
}

extension ExitStatus {
  /// The status of a drift report.
  fileprivate init(_ report: DriftReport, failingOn limit: FailOn) {
    self =
      switch report.outcome {
      case .none, .known: .success
      case .drift: report.newDrift.contains { $0.verdict <= limit.verdict } ? .failure : .success
      case .unobserved: .unverified
      case .interrupted: .interrupted
      }
  }
}
