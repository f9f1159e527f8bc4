import AssayKit

/// `assay promises`: lists what contracts promise, for people.
enum PromisesCommand {
  static let syntax = CommandSyntax(
    name: "promises",
    operands: "CONTRACT…",
    operandCount: 1...1000,
    summary: "List what contracts promise, as Markdown tables.",
    details: """
      A row for each promise: what, how much it weighs, the lines of the documents it rests on, the checks that hold a
      backend to it.
      Exit status: 0 listed, 2 bad arguments or a bad contract.
      """,
    flags: [Flag(name: "--notes", help: "Add what each contract notes of contradictions in its documents.")],
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
