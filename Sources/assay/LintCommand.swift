import AssayKit
import AssayReport
import AssayText

/// The command `assay lint`, which finds errors in contracts, without a backend.
enum LintCommand {
  static let syntax = CommandSyntax(
    name: "lint",
    operands: "[CONTRACT…]",
    operandCount: 0...1000,
    summary: "Find the mistakes in contracts.",
    details: """
      With --documents, each cited range is checked against the document: does it contain the cited words?
      Exit status: 0 no errors (warnings may be), 2 errors; with --strict, warnings count as errors.
      """,
    flags: [
      Flag(name: "--documents", value: "DIR", help: "The folder of the documents that the contracts cite."),
      Flag(name: "--strict", help: "Treat warnings as errors."),
      .report,
    ] + ProjectFlags.flags.prefix(1) + DocumentFlags.flags,
    examples: [
      "assay lint contracts/*.json",
      "assay lint api.json --documents docs --strict",
      "assay lint api.json --report sarif=lint.sarif",
    ],
    run: run
  )

  private static func run(_ given: ParsedArguments) async throws -> ExitStatus {
    let (arguments, _) = try ProjectFlags.complete(given, for: syntax)
    let options = try DocumentFlags.options(arguments)
    let (documents, contracts) = (try arguments.documents(), arguments.contracts)
    let reports = try ReportTarget<ReportFormat>.all(arguments)
    let places = reports.map(\.place)
    try places.checkClashes(with: arguments)
    guard places.prepare() else { return .unverified }
    var results: [RunResult] = []
    func add(_ diagnostics: [Diagnostic], _ path: String, _ service: String) {
      results.append(RunResult(linting: path, service: service, diagnostics, strict: arguments.has("--strict")))
    }
    var errors = 0
    var warnings = 0
    for path in contracts {
      do throws(ConformanceError) {
        let suite = try await ConformanceSuite.load(path, options: options)
        suite.noteDerivation(from: path, options, isVerbose: arguments.has("--verbose"))
        let diagnostics = suite.lint(documents: documents?.lines(of: suite) ?? [:])
        add(diagnostics, path, suite.service)
        for diagnostic in diagnostics {
          if diagnostic.severity == .error { errors += 1 } else { warnings += 1 }
          if !places.takeStandardOutput { Terminal.print("\(diagnostic)\n") }
        }
      } catch {
        Terminal.complain(error)
        if case .contract(let diagnostics, let omitted) = error {
          errors += diagnostics.count + omitted
          add(diagnostics, path, path)
        } else {
          errors += 1
        }
      }
    }
    let count = contracts.count
    if !places.takeStandardOutput {
      Terminal.print("\(count.counted("contract")): \(errors.counted("error")), \(warnings.counted("warning"))")
    }
    guard ReportTarget.write(reports, results) else { return .unverified }
    return errors > 0 || (arguments.has("--strict") && warnings > 0) ? .usage : .success
  }
}
