import AssayKit
import AssayReport

/// The results that a run of `assay drift` is asked for: reports, a history, a baseline, an exit status.
struct DriftOutput {
  let colour: Bool
  let gate: DriftGateFlags
  let history: HistoryFlags?
  private let folder: DocumentFolder?
  /// The lines of the documents at hand, by contract and file.
  private let documents: [String: [String: [String]]]
  private let reports: [ReportTarget<DriftFormat>]

  init(_ arguments: ParsedArguments, _ suites: [ConformanceSuite]) throws {
    reports = try ReportTarget<DriftFormat>.all(arguments)
    colour = try arguments.colour()
    gate = try DriftGateFlags(arguments, suites)
    history = try HistoryFlags(arguments, suites)
    folder = try arguments.documents()
    if folder == nil, reports.contains(where: { $0.format == .suggest }) {
      throw ParsedArguments.Mistake(
        message: "--report suggest changes lines of the documents; --documents DIR says where they are"
      )
    }
    let folder = folder
    documents = Dictionary(suites.map { ($0.file, folder?.lines(of: $0) ?? [:]) }) { first, _ in first }
  }

  /// The places that reports and the baseline are written to.
  var places: [OutputPlace] { reports.map(\.place) + [gate.output].compactMap(\.self) }

  /// The lines of the documents of `suite` at hand, by their files.
  func documents(of suite: ConformanceSuite) -> [String: [String]] { documents[suite.file] ?? [:] }

  /// Returns true if a report of one of `formats` is asked for.
  func has(_ formats: [DriftFormat]) -> Bool { reports.contains { formats.contains($0.format) } }

  /// The report with what the runs before it say of it, and with the ends of the documents' lines.
  func completed(_ report: DriftReport, of suite: ConformanceSuite) -> DriftReport {
    var report = history?.told(in: report, of: suite) ?? report
    report.lineEnds = folder.map { suite.lineEnds(in: $0.path) } ?? [:]
    return report
  }

  /// Writes the history and the reports, and shows the results to a job of a pipeline; returns whether all could be written.
  func write(
    _ found: [DriftReport],
    of suites: [ConformanceSuite],
    _ arguments: ParsedArguments,
    besides places: [OutputPlace]
  ) -> Bool {
    let isKept = history?.write(zip(suites, found).map { ($0, $1) }) ?? true
    let shown = options(found, of: suites, arguments)
    let isWritten = ReportTarget.write(reports, found, gate: gate.gate, shown)
    let results = found.map { RunResult(drift: $0, gate: gate.gate) }
    PipelineJob.current?.show(results, summary: DriftFormat.markdown.render(found), shown, besides: places)
    return isKept && isWritten
  }

  /// The lines of the documents, and where these and the contracts are in their repository.
  private func options(
    _ reports: [DriftReport],
    of suites: [ConformanceSuite],
    _ arguments: ParsedArguments
  ) -> ReportOptions {
    var shown = ReportOptions()
    for report in reports { shown.documents.merge(report.documents) { first, _ in first } }
    for suite in suites { shown.files.merge(folder?.files(of: suite) ?? [:]) { first, _ in first } }
    for path in arguments.operands { shown.files[path] = RepositoryPath.of(path) }
    return shown
  }
}
