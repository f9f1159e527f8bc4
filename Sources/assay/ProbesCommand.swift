import AssayKit
import AssayReport
import AssayText

/// The command `assay probes`, which lists the calls that `--probe` would make.
enum ProbesCommand {
  static let syntax = CommandSyntax(
    name: "probes",
    operands: "CONTRACT…",
    operandCount: 1...1000,
    summary: "List the calls that --probe derives from contracts, without a request.",
    details: """
      A line for each probe: the id of its check, its level, and the expected response. Kinds: choice, an alternative that
      the contract lists; value, one that a schema allows and no example shows; mistake, a request with one error; method,
      a different method or the same call again; job, a job that is created or requested differently.
      Exit status: 0 listed, 2 invalid arguments or contract.
      """,
    flags: ProbeFlags.flags + [
      Flag(name: "--only", value: "GLOB", repeats: true, help: "List the probes whose ids match."),
      Flag(name: "--skip", value: "GLOB", repeats: true, help: "Leave out the probes whose ids match."),
    ],
    examples: [
      "assay probes api.json",
      "assay probes api.json --probe=20",
      "assay probes api.json --seed 7",
    ],
    page: "Probes",
    run: run
  )

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    var options = VerifyOptions()
    options.probes = try ProbeFlags.chosen(arguments)
    (options.selection.only, options.selection.skip) = (arguments.all("--only"), arguments.all("--skip"))
    let suites = try arguments.contracts.map { try ConformanceSuite(contentsOf: $0) }
    for suite in suites {
      let list = suite.probes(options)
      for probe in list.probes {
        let id = suites.count > 1 ? "\(suite.service)/\(probe.id)" : probe.id
        Terminal.print("\(id)  \(probe.kind) \(probe.level)  \(VisibleText.line(probe.promise))")
      }
      for line in list.unprobed { Terminal.complain("note: \(VisibleText.line(line))") }
      if list.cut > 0 {
        Terminal.complain("note: \(list.cut.counted("more probe")) of \(suite.service); --probe=N takes up to N")
      }
    }
    return .success
  }
}
