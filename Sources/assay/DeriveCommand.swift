import AssayKit
import AssayText

/// The command `assay derive`, which drafts a contract from guides, a description or a recording.
enum DeriveCommand {
  static let syntax = CommandSyntax(
    name: "derive",
    operands: "DOCUMENT…",
    operandCount: 1...100,
    summary: "Draft a contract from guides, OpenAPI, GraphQL, MCP tools or a recording.",
    details: """
      GUIDE.md…: calls, examples, tables, lists, models and client code, each promise with its lines. The same guides give
      the same draft. Parts that look like an API and were not understood are listed.
      openapi.yaml, openapi.json: OpenAPI 3.0, 3.1 or 3.2. References are followed in the folder of the file. What a
      contract cannot express is listed; credentials become variables of the environment.
      workflow.arazzo.yaml: Arazzo 1.0 or 1.1, with the OpenAPI descriptions it names, from its folder.
      An output of assay export becomes the same contract again, with its changes.
      schema.graphql operations.graphql: a GraphQL schema, or schema.json, the answer to an introspection query, and example
      operations. The answer to each of them is held to the types of the schema.
      tools.json: the answer of an MCP server to tools/list. Arguments and results of each tool are held to it.
      run.har: a recording of Assay, a browser or a proxy. Everything seen is a `should`, because nothing was promised; no
      secret of the recording is in the draft.
      https://host/openapi.json: any of these, fetched.
      --update CONTRACT: moves the sources of the contract to where their lines went, and changes nothing else. It lists
      promises whose lines are gone or different, and new calls, fields, events and states. With --check nothing is
      written.
      Exit status: 0 drafted or updated; 1 --check found a change; 2 invalid arguments, or no draft; 3 the contract could
      not be written.
      """,
    flags: [
      Flag(name: "-o", value: "CONTRACT", help: "Where the draft goes; - is standard output."),
      Flag(
        name: "--sections",
        help: "List how each section was read, and its code blocks, tables and lists that were not."
      ),
      Flag(
        name: "--update",
        value: "CONTRACT",
        help: "Follow the documents of this contract, which is written anew, or to -o."
      ),
      Flag(name: "--check", help: "With --update: only tell, and exit 1 where a document is another."),
    ] + DocumentFlags.flags.filter { $0.name != "--verbose" },
    examples: [
      "assay derive guide.md -o api.json",
      "assay derive https://api.example/openapi.json -o api.json",
      "assay derive guide.md --update api.json --check",
    ],
    page: "Derive",
    run: run
  )

  private static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    if let contract = arguments.one("--update") { return try update(contract, arguments) }
    if arguments.has("--check") {
      throw ParsedArguments.Mistake(message: "--check goes with --update CONTRACT")
    }
    guard let path = arguments.one("-o") else {
      throw ParsedArguments.Mistake(message: "assay derive needs -o CONTRACT")
    }
    let place = OutputPlace(flag: "-o \(path)", content: "the draft", path: path)
    try [place].checkClashes(with: arguments)
    let options = try DocumentFlags.options(arguments)
    let draft = try await ConformanceSuite.derive(fromSources: arguments.operands, for: path, options: options)
    guard [place].prepare(), place.write(draft.text) else { return .unverified }
    place.noteFilesOutOfReach()
    for warning in draft.warnings { Terminal.complain("warning: \(warning)") }
    // The draft itself may go to standard output, where no other line belongs.
    let tell = place.isStandardOutput ? Terminal.complain(_:) as (String) -> Void : Terminal.print
    if arguments.has("--sections") {
      for section in draft.sections {
        tell("\(lines(section.lines, of: section)): \(section.title): \(fate(section))")
        for part in section.unread { tell("  \(lines(part.lines, of: section)): \(part.kind) not read") }
      }
    } else {
      for section in draft.sections {
        for lines in section.notUnderstood {
          tell("\(self.lines(lines, of: section)): looks like API and was not understood (\(section.title))")
        }
      }
    }
    for loss in draft.notCarriedOver { tell("not carried over: \(loss)") }
    guard !draft.sections.isEmpty else {
      tell("\(draft.operations.counted("operation")), \(draft.notCarriedOver.count.counted("thing")) not carried over")
      return .success
    }
    let used = draft.sections.count { $0.isUsed }
    tell(
      "\(draft.operations.counted("operation")) and \(draft.notes.counted("note")) from \(used) of "
        + draft.sections.count.counted("section")
    )
    return .success
  }

  private static func update(_ contract: String, _ arguments: ParsedArguments) throws -> ExitStatus {
    let isCheck = arguments.has("--check")
    for flag in ["--sections"] + (isCheck ? ["-o"] : []) where arguments.has(flag) || arguments.one(flag) != nil {
      throw ParsedArguments.Mistake(
        message: "\(flag) says nothing with --\(isCheck && flag == "-o" ? "check" : "update")"
      )
    }
    let path = arguments.one("-o") ?? contract
    let place = OutputPlace(
      flag: arguments.one("-o") == nil ? "--update \(contract)" : "-o \(path)",
      content: "the contract",
      path: path,
      isUpdate: path == contract
    )
    if !isCheck { try [place].checkClashes(with: arguments) }
    let updated = try ConformanceSuite(contentsOf: contract).update(fromDocuments: arguments.operands, for: path)
    if !isCheck {
      guard [place].prepare(), place.write(updated.text) else { return .unverified }
      if path != contract { place.noteFilesOutOfReach() }
    }
    let tell = !isCheck && place.isStandardOutput ? Terminal.complain(_:) as (String) -> Void : Terminal.print
    for line in updated.report { tell(line) }
    guard updated.isChanged else {
      tell("\(contract): its documents are those it was derived from")
      return .success
    }
    tell("\(contract): \(updated.moved.counted("source")) \(isCheck ? "to move" : "moved")")
    return isCheck ? .failure : .success
  }

  private static func lines(_ lines: ClosedRange<Int>, of section: DerivedContract.Section) -> String {
    "\(section.file):\(lines.lowerBound)" + (lines.count > 1 ? "-\(lines.upperBound)" : "")
  }

  private static func fate(_ section: DerivedContract.Section) -> String {
    if !section.notUnderstood.isEmpty { return "looks like API and was not understood" }
    return section.isUsed ? "used" : "nothing that concerns the API"
  }
}
