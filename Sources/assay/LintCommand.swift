import AssayKit
import AssayText

/// `assay lint`: says what is wrong with contracts, without a backend.
enum LintCommand {
  static let syntax = CommandSyntax(
    name: "lint",
    operands: "[CONTRACT…]",
    operandCount: 0...1000,
    summary: "Find the mistakes in contracts.",
    details: """
      With --documents, each cited range is held against the document: does it contain what it is cited for?
      Exit status: 0 no errors (warnings may be), 2 errors; with --strict, warnings count as errors.
      """,
    flags: [
      Flag(name: "--documents", value: "DIR", help: "Where the documents are that the contracts cite."),
      Flag(name: "--strict", help: "Take warnings for errors."),
    ] + ProjectFlags.flags.prefix(1),
    run: run
  )

  private static func run(_ given: ParsedArguments) throws -> ExitStatus {
    let (arguments, _) = try ProjectFlags.complete(given, for: syntax)
    let (documents, contracts) = (try arguments.documents(), arguments.contracts)
    var errors = 0
    var warnings = 0
    for path in contracts {
      do throws(ConformanceError) {
        let suite = try ConformanceSuite(contentsOf: path)
        for diagnostic in suite.lint(documents: documents?.lines(of: suite) ?? [:]) {
          if diagnostic.severity == .error { errors += 1 } else { warnings += 1 }
          Terminal.print(VisibleText.block("\(diagnostic)\n"))
        }
      } catch {
        Terminal.complain(error)
        if case .contract(let diagnostics, let omitted) = error {
          errors += diagnostics.count + omitted
        } else {
          errors += 1
        }
      }
    }
    let count = contracts.count
    Terminal.print("\(count.counted("contract")): \(errors.counted("error")), \(warnings.counted("warning"))")
    return errors > 0 || (arguments.has("--strict") && warnings > 0) ? .usage : .success
  }
}
