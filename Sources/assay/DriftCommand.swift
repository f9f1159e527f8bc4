import AssayKit
import AssayText
import AssayReport

/// The command `assay drift`, which lists the differences between a backend and its documents.
enum DriftCommand {
  static let syntax = CommandSyntax(
    name: "drift",
    operands: "[CONTRACT…]",
    operandCount: 0...1000,
    summary: "List differences between documentation and backend, and their effect on clients.",
    details: """
      Each difference has its effect on the documented client: it throws, is stuck, loses data silently, shows wrong
      data, waits, or ignores it. Documented parts that were not seen are notes, not drift.
      Report suggest is a diff of the documents with their corrections, for patch -p0 or git apply -p0.
      Report formats: \(DriftFormat.allCases.map(\.rawValue).joined(separator: ", ")); FILE - is standard output,
      and allure takes a folder.
      Several contracts make one report; without a contract, the project file assay.json names what to run.
      Exit status: 0 no drift, or none beyond the baseline; 1 drift; 2 invalid arguments or contract; 3 nothing could be
      observed, or a report could not be written; 130 interrupted.
      """,
    flags: RunFlags.flags + ProbeFlags.flags + [
      .tag, .wait, .retries, Flag(name: "--quiet", help: "Print the verdict only."), .report,
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
      Flag(
        name: "--baseline",
        value: "FILE",
        help: "Known drift, a baseline or a JSON report; fail on what is new only."
      ), Flag(name: "--update-baseline", help: "Write the drift into the file of --baseline; none of it fails."),
      Flag(
        name: "--against",
        value: "URL|FILE.har",
        repeats: true,
        help:
          "List the differences to a second backend, at URL or NAME=URL or recorded, instead of those to the documents."
      ),
    ] + RecordingFlags.flags + ProjectFlags.flags + VariableFlags.flags + [.color],
    examples: [
      "assay drift api.json --server http://127.0.0.1:8000 --documents docs",
      "assay drift api.json --report html=drift.html --fail-on loses",
      "assay drift api.json --replay run.har --baseline drift.json",
      "assay drift contracts/*.json --report issue=issue.md --history drift",
      "assay drift api.json --server https://staging.example.com --against https://www.example.com",
    ],
    page: "Drift",
    run: run
  )

  private static func run(_ given: ParsedArguments) async throws -> ExitStatus {
    let start = ContinuousClock.now
    let (arguments, project) = try ProjectFlags.complete(given, for: syntax)
    var options = try RunFlags.options(arguments)
    options.limits.retries = try GateFlags.retries(arguments)
    let loaded = try await arguments.contracts.load(
      RunFlags.reading(options, arguments),
      isVerbose: arguments.has("--verbose")
    )
    let suites = try VariableFlags(arguments, project).settle(
      loaded,
      knownEnvironments: project?.environments.keys.sorted() ?? []
    )
    options.selection.tags = try RunFlags.tags(arguments, suites)
    let output = try DriftOutput(arguments, suites)
    let recording = try RecordingFlags(arguments)
    let observation = try DriftObservation(arguments, suites, recording, output)
    let places = recording.places + output.places
    try places.checkClashes(with: arguments)
    try recording.check(suites)
    let servers = try ServerFlags(arguments.all("--server"), suites: suites)
    try CheckGlobs(options).check(suites)
    let runs = suites.filter { $0.hasChecks(options) }.map { suite in
      var options = options
      options.servers = servers.urls(for: suite)
      return (suite, options)
    }
    guard !runs.isEmpty else {
      throw ParsedArguments.Mistake(message: "no check is left to run: none has both the tag and the id asked for")
    }
    guard places.prepare(), output.history?.prepare() != false else { return .unverified }
    if !recording.isReplay {
      // Nothing is sent before it is known that all can be.
      if runs.count > 1 { for (suite, options) in runs { try suite.check(options) } }
      RunFlags.tellWeakSecrets(of: runs)
      ProbeFlags.tell(of: runs)
    }
    let updated = try await output.gate.updated(observation.reports(of: runs))
    let found = zip(runs, updated.reports).map { run, report in output.completed(report, of: run.0) }
    if !places.takeStandardOutput { show(found, colour: output.colour, isQuiet: arguments.has("--quiet")) }
    let isRecorded = recording.write(found.map(\.run))
    let isWritten = output.write(found, of: runs.map(\.0), arguments, besides: places)
    let status = found.count == runs.count ? output.gate.status(of: found) : .interrupted
    if !recording.isReplay, arguments.has("--probe") {
      Terminal.complain("note: the run with its probes took \((ContinuousClock.now - start).spoken)")
    }
    return isRecorded && updated.isWritten && isWritten || status == .interrupted ? status : .unverified
  }

  /// Prints the reports one after the other, separated by a line.
  private static func show(_ reports: [DriftReport], colour: Bool, isQuiet: Bool) {
    for (index, report) in reports.enumerated() {
      let lines = report.page.lines(colour: colour)
      Terminal.print(styled: isQuiet ? lines.suffix(1) : (index > 0 ? [""] : []) + lines)
    }
  }
}

/// The flags that decide if drift makes the command fail: its effect on clients, the known drift, and the coverage.
struct DriftGateFlags {
  let gate: DriftGate
  /// The file of the baseline if it is to be updated; otherwise `nil`.
  private(set) var output: OutputPlace?
  private var baselines = DriftBaselines()

  init(_ arguments: ParsedArguments, _ suites: [ConformanceSuite]) throws(ParsedArguments.Mistake) {
    let limit = try arguments.choice("--fail-on", FailOn.self) ?? .any
    gate = DriftGate(
      effect: limit.verdict,
      leastCoverage: try arguments.integer("--min-coverage", in: 0...100) ?? 0
    )
    guard let place = try OutputPlace.baseline(arguments) else { return }
    output = place.isUpdate ? place : nil
    if place.isNew { return }
    do throws(ConformanceError) {
      baselines = try DriftBaselines(contentsOf: place.path)
      // One of some of the contracts may come before the others; one of none of them is a wrong file.
      let isOfOthers = !baselines.contracts.isEmpty && suites.allSatisfy { baseline(of: $0) == nil }
      if isOfOthers, !place.isUpdate, let suite = suites.first { _ = try suite.baseline(contentsOf: place.path) }
    } catch {
      throw ParsedArguments.Mistake(message: error.description)
    }
  }

  /// Returns the baseline of the suite's contract; `nil` if none exists.
  func baseline(of suite: ConformanceSuite) -> DriftBaseline? { baselines[suite.service] }

  /// Writes the updated baseline, if requested, and returns the reports with all drift marked as known; `isWritten` is
  /// false if writing failed. Without an update, returns the reports unchanged.
  func updated(_ reports: [DriftReport]) -> (reports: [DriftReport], isWritten: Bool) {
    guard let output, !reports.contains(where: { $0.outcome == .interrupted }) else { return (reports, true) }
    if reports.allSatisfy({ $0.outcome == .unobserved }) {
      Terminal.complain("error: no answer could be observed; \(output.path) is unchanged")
      return (reports, false)
    }
    let updated = baselines.updated(by: reports)
    let count = updated.contracts.reduce(0) { $0 + $1.rows.count }
    Terminal.complain("note: \(output.path) now has \(count.counted("known difference")), which do not fail the run")
    let accepted = reports.map { report in
      var report = report
      for index in report.rows.indices where report.rows[index].isDrift && !report.rows[index].isOfServer {
        report.rows[index].standing.isKnown = true
      }
      return report
    }
    return (accepted, output.write(updated.text))
  }

  /// Returns the most severe exit status for several contracts, and prints a message for each one with too little
  /// coverage.
  func status(of reports: [DriftReport]) -> ExitStatus {
    for report in reports where !gate.isCovered(report) {
      Terminal.complain(
        "error: \(report.percentCovered) % of what is documented was seen, --min-coverage is \(gate.leastCoverage) %"
      )
    }
    return ExitStatus(reports.map { RunResult(drift: $0, gate: gate) })
  }
}

/// The flags `--history` and `--since`: a folder with the records of earlier runs of all contracts, and the first date
/// shown.
struct HistoryFlags {
  private let folder: String
  private let since: String
  private var histories: [String: DriftHistory] = [:]

  /// Reads the flags and the records; returns `nil` without `--history`.
  init?(_ arguments: ParsedArguments, _ suites: [ConformanceSuite]) throws {
    since = try Self.since(arguments)
    guard let folder = arguments.one("--history") else { return nil }
    self.folder = folder
    for suite in suites { histories[suite.service] = try suite.history(in: folder) }
  }

  /// Returns the date of `--since`; empty if it is not given.
  private static func since(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> String {
    guard let day = arguments.one("--since") else { return "" }
    guard DateTime("\(day)T00:00:00Z") != nil else {
      throw ParsedArguments.Mistake(message: "--since needs a date such as 2026-03-01, not \(day)")
    }
    guard arguments.has("--history") else { throw ParsedArguments.Mistake(message: "--since needs --history DIR") }
    return day
  }

  /// Creates the folder; returns false, and prints the reason, if it cannot be written.
  func prepare() -> Bool { place("run.json").prepare() }

  /// Returns the report with data from earlier runs, such as since when each difference has existed.
  func told(in report: DriftReport, of suite: ConformanceSuite) -> DriftReport {
    histories[suite.service].map { suite.report(report, after: $0) } ?? report
  }

  /// Writes the record and the history pages of each contract whose run was completed; returns true if all were
  /// written.
  func write(_ reports: [(suite: ConformanceSuite, report: DriftReport)]) -> Bool {
    var isWritten = true
    for (suite, report) in reports where report.outcome != .interrupted && report.outcome != .unobserved {
      let record = suite.record(of: report, in: folder)
      let pages = suite.pages(of: histories[suite.service] ?? DriftHistory(), and: record.text, since: since)
      for file in [record] + pages { isWritten = place(file.name).write(file.text) && isWritten }
    }
    return isWritten
  }

  private func place(_ name: String) -> OutputPlace {
    OutputPlace(flag: "--history \(folder)", content: "the record of the run", path: "\(folder)/\(name)")
  }
}

/// The values of `--fail-on`: the mildest effect on the documented client that makes the command fail.
private enum FailOn: String, CaseIterable {
  case any, loses, `throws`

  /// The mildest verdict that makes the command fail.
  var verdict: ClientVerdict {
    switch self {
    case .any: .ignores
    case .loses: .losesData
    case .throws: .isStuck
    }
  }
}
