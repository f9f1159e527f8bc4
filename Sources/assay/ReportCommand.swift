import AssayKit
import AssayReport

/// The command `assay report merge`, which merges the reports of a run that was divided by `--shard`.
enum ReportCommand {
  static let syntax = CommandSyntax(
    name: "report",
    operands: "merge PART.json…",
    operandCount: 2...1001,
    summary: "Join the JSON reports of a sharded run.",
    details: """
      The parts are all reports of assay verify --shard I/N --report json=FILE. Exit status: that of assay verify for the
      whole run. Report formats: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    flags: [.report, .color],
    examples: [
      "assay report merge part-*.json",
      "assay report merge part-*.json --report junit=assay.xml",
      "assay report merge part-*.json --report html=report.html",
    ],
    page: "ContinuousIntegration",
    run: run
  )

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let verb = arguments.operands[0]
    guard verb == "merge" else {
      throw ParsedArguments.Mistake(message: "assay report takes merge PART.json…, and \(verb) was given")
    }
    let paths = Array(arguments.operands.dropFirst())
    let reports = try ReportTarget<ReportFormat>.all(arguments)
    let places = reports.map(\.place)
    try places.checkClashes(with: arguments)
    let merged = try MergedRun(reportsAt: paths)
    var shown = ReportOptions(strict: merged.isStrict, colour: try arguments.colour(), width: Terminal.width)
    for result in merged.results { shown.files[result.file] = RepositoryPath.of(result.file) }
    guard places.prepare() else { return .unverified }
    if !places.takeStandardOutput {
      let console = ConsoleReport(options: shown)
      let lines = merged.results.flatMap { console.lines(for: .runEnded($0)) } + console.closing(merged.results)
      Terminal.print(styled: lines)
    }
    var plain = shown
    plain.colour = false
    let isWritten = ReportTarget.write(reports, merged.results, plain)
    return isWritten ? ExitStatus(merged.results) : .unverified
  }
}
