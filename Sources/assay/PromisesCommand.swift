import AssayContract
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
    flags: []
  )

  static func run(_ arguments: ParsedArguments) -> ExitStatus {
    var tables: [String] = []
    for path in arguments.operands {
      do throws(ConformanceError) {
        tables.append(PromiseTable.markdown(of: try ConformanceSuite(contentsOf: path).contract))
      } catch {
        Terminal.complain("error: \(error)")
        return .usage
      }
    }
    // Each table ends its own last line.
    Terminal.print(String(tables.joined(separator: "\n").dropLast()))
    return .kept
  }
}
