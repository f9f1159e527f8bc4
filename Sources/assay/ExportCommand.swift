import AssayKit
import AssayText

/// The command `assay export`, which writes a contract as an OpenAPI description or as workflows of Arazzo.
enum ExportCommand {
  static let syntax = CommandSyntax(
    name: "export",
    operands: "FORMAT CONTRACT",
    operandCount: 2...2,
    summary: "Write a contract as an OpenAPI description, or its scenarios as Arazzo workflows.",
    details: """
      openapi: OpenAPI 3.1. arazzo: Arazzo 1.0.1, based on the OpenAPI description of the same contract, which is exported
      separately. What these formats cannot express is in members that begin with x-assay-; assay derive reads an export
      back, with its changes. Paths are relative to the folder of each output.
      Exit status: 0 written, 2 invalid arguments or contract, 3 the file could not be written.
      """,
    flags: [
      Flag(name: "-o", value: "FILE", help: "The output file; - is standard output."),
      Flag(
        name: "--description",
        value: "FILE",
        help: "arazzo: the OpenAPI description, relative to the workflows (CONTRACT.openapi.json)."
      ),
    ],
    examples: [
      "assay export openapi api.json -o api.openapi.json",
      "assay export arazzo api.json -o api.arazzo.json",
      "assay export openapi api.json -o -",
    ],
    page: "Derive",
    run: run
  )

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let (format, path) = (arguments.operands[0], arguments.operands[1])
    guard ["openapi", "arazzo"].contains(format) else {
      let nearest = SpellingSuggestion.didYouMean(format, among: ["openapi", "arazzo"])
      throw ParsedArguments.Mistake(message: "unknown format \(format), only openapi and arazzo\(nearest)")
    }
    let description = arguments.one("--description")
    if description != nil, format == "openapi" {
      throw ParsedArguments.Mistake(message: "--description goes with arazzo")
    }
    guard let target = arguments.one("-o") else {
      throw ParsedArguments.Mistake(message: "assay export needs -o FILE")
    }
    let place = OutputPlace(flag: "-o \(target)", content: "the description", path: target)
    try [place].checkClashes(with: arguments)
    let suite = try ConformanceSuite(contentsOf: path)
    let name = path.split(separator: "/").last?.split(separator: ".").first.map { String($0) } ?? "contract"
    let file = description ?? "\(name).openapi.json"
    let isOpenAPI = format == "openapi"
    let text =
      isOpenAPI ? suite.openAPIDescription(for: target) : suite.arazzoWorkflows(describedIn: file, for: target)
    guard [place].prepare(), place.write(text) else { return .unverified }
    if !place.isStandardOutput {
      Terminal.print(isOpenAPI ? "\(target): OpenAPI 3.1.1" : "\(target): Arazzo 1.0.1, based on \(file)")
    }
    return .success
  }
}
