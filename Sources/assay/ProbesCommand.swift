import AssayKit
import AssayReport
import AssayText

/// `assay probes`: lists the calls that `--probe` would make.
enum ProbesCommand {
  static let syntax = CommandSyntax(
    name: "probes",
    operands: "CONTRACT…",
    operandCount: 1...1000,
    summary: "List the calls that --probe derives from contracts, and make none.",
    details: """
      A line for each probe: its check's id, how much a failure weighs, and what is promised of its answer. Kinds: choice,
      what the contract lists; value, what a schema allows and no example shows; mistake, a request that is wrong in one
      way; method, another method or the same call again; job, what becomes of a job that is made or asked for otherwise.
      Exit status: 0 listed, 2 bad arguments or a bad contract.
      """,
    flags: ProbeFlags.flags + [
      Flag(name: "--only", value: "GLOB", repeats: true, help: "List the probes whose ids fit."),
      Flag(name: "--skip", value: "GLOB", repeats: true, help: "Leave out the probes whose ids fit."),
    ],
    run: run
  )

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    var options = VerifyOptions()
    options.probes = try ProbeFlags.chosen(arguments)
    (options.only, options.skip) = (arguments.all("--only"), arguments.all("--skip"))
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
