import AssayKit
import AssayReport

/// `assay diff`: what a newer contract promises differently, and whom that breaks.
enum DiffCommand {
  static let syntax = CommandSyntax(
    name: "diff",
    operands: "OLD NEW",
    operandCount: 2...2,
    summary: "Compare two contracts, and say whom each change breaks.",
    details: """
      A change breaks clients where an app written for OLD meets a backend that keeps NEW, and the backend where one that
      keeps OLD is held against NEW.
      Exit status: 0 all changes are compatible, 1 one is breaking, 2 bad arguments or a bad contract.
      """,
    flags: [.color],
    run: run
  )

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let colour = try arguments.colour()
    let suites = try arguments.operands.map { try ConformanceSuite(contentsOf: $0) }
    let (old, new) = (suites[0], suites[1])
    if old.service != new.service {
      Terminal.complain("warning: these are contracts of two services, \(old.service) and \(new.service)")
    }
    let changes = old.changes(to: new)
    for line in DiffConsole.lines(changes, colour: colour) { Terminal.print(line) }
    return changes.allSatisfy(\.breaks.isEmpty) ? .success : .failure
  }
}
