import AssayKit
import AssayReport

/// The command `assay audit`, which finds wrong responses that a contract does not detect.
enum AuditCommand {
  static let syntax = CommandSyntax(
    name: "audit",
    operands: "CONTRACT…",
    operandCount: 1...1000,
    summary: "Find the wrong responses that contracts do not notice, and the promises to add.",
    details: """
      Conforming responses are broken one thing at a time, and judged: a member left out, null or of a different type, items
      swapped, another status, events out of order, a job that never ends. The responses are the mock's, or those of a
      recording; nothing is sent.
      A wrong response is killed by a must, noticed by a should, or survives. It is equivalent if the contract leaves
      open what changed: an optional member, free text, any value of a list. The score leaves those out.
      Exit status: 0 the score is at least --min-score, 1 it is not, 2 invalid arguments or contract, 3 nothing to change.
      """,
    flags: [
      RecordingFlags.replay,
      Flag(
        name: "--documents",
        value: "DIR",
        help: "The folder of the cited documents: survivors quote their lines, and stated statuses count."
      ),
      Flag(name: "--min-score", value: "N", help: "Fail if less than N percent are noticed (default 0)."),
      .report, .color,
    ],
    examples: [
      "assay audit api.json",
      "assay audit api.json --replay run.har --min-score 95",
      "assay audit api.json --report markdown=audit.md",
    ],
    page: "Audit",
    run: run
  )

  private static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let colour = try arguments.colour()
    let least = try arguments.integer("--min-score", in: 0...100) ?? 0
    let reports = try ReportTarget<ReportFormat>.all(arguments)
    let places = reports.map(\.place)
    try places.checkClashes(with: arguments)
    let documents = try arguments.documents()
    let recording = try RecordingFlags(arguments).recording
    let suites = try await arguments.operands.load()
    guard places.prepare() else { return .unverified }
    var audits: [ContractAudit] = []
    for suite in suites {
      let lines = documents?.lines(of: suite) ?? [:]
      let audit = try await suite.audit(replaying: recording, documents: lines)
      audits.append(audit)
      if places.takeStandardOutput { continue }
      Terminal.print(styled: Page(audit: audit, quoting: suite.named(lines)).lines(colour: colour))
    }
    let results = audits.map { RunResult(auditing: $0, atLeast: least) }
    guard ReportTarget.write(reports, results) else { return .unverified }
    if audits.contains(where: { $0.mutants.isEmpty }) { return .unverified }
    return results.allSatisfy { $0.outcome == .passed } ? .success : .failure
  }
}
