import AssayKit
import AssayReport

/// The command `assay diff`, which lists the changes in a newer contract and the parties they break.
enum DiffCommand {
  static let syntax = CommandSyntax(
    name: "diff",
    operands: "OLD NEW",
    operandCount: 2...2,
    summary: "Compare two contracts, and classify each change.",
    details: """
      A change breaks clients if an app written for OLD fails with a backend that keeps NEW. It breaks the backend if one
      that keeps OLD fails a check against NEW.
      Each may be a contract, OpenAPI, Arazzo, a guide or a recording: a file, REV:PATH of the Git repository
      (assay diff main:contracts/a.json contracts/a.json), or a URL.
      Exit status: 0 all changes are compatible, 1 one is breaking, 2 invalid arguments or contract.
      """,
    flags: [.report, .color] + DocumentFlags.flags,
    examples: [
      "assay diff old.json api.json",
      "assay diff old.json api.json --report markdown=changes.md",
      "assay diff old.json api.json --color never",
    ],
    page: "Drift",
    run: run
  )

  private static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let colour = try arguments.colour()
    let reports = try ReportTarget<ReportFormat>.all(arguments)
    let places = reports.map(\.place)
    try places.checkClashes(with: arguments)
    let suites = try await arguments.operands.load(
      try DocumentFlags.options(arguments),
      isVerbose: arguments.has("--verbose")
    )
    let (old, new) = (suites[0], suites[1])
    if old.service != new.service {
      Terminal.complain("warning: these are contracts of two services, \(old.service) and \(new.service)")
    }
    let changes = old.changes(to: new)
    guard places.prepare() else { return .unverified }
    if !places.takeStandardOutput {
      Terminal.print(styled: Page(changes: changes).lines(colour: colour))
    }
    let result = RunResult(comparing: arguments.operands[1], service: new.service, changes)
    guard ReportTarget.write(reports, [result]) else { return .unverified }
    return changes.allSatisfy(\.breaks.isEmpty) ? .success : .failure
  }
}
