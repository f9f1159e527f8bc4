import AssayKit

/// The command `assay promises`, which lists the promises of contracts.
enum PromisesCommand {
  static let syntax = CommandSyntax(
    name: "promises",
    operands: "CONTRACT…",
    operandCount: 1...1000,
    summary: "List the promises of contracts, as Markdown tables.",
    details: """
      A row for each promise: the promise, its level, the cited lines, and the checks that judge it.
      Exit status: 0 listed, 2 invalid arguments or contract.
      """,
    flags: [Flag(name: "--notes", help: "Add each contract's notes on contradictions in its documents.")],
    examples: [
      "assay promises api.json",
      "assay promises --notes api.json",
      "assay promises contracts/*.json",
    ],
    run: run
  )

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let tables = try arguments.contracts.flatMap { path in
      let suite = try ConformanceSuite(contentsOf: path)
      return [suite.promiseTable] + (arguments.has("--notes") && !suite.noteTable.isEmpty ? [suite.noteTable] : [])
    }
    // Each table ends its own last line.
    Terminal.print(String(tables.joined(separator: "\n").dropLast()))
    return .success
  }
}
