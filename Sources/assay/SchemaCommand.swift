import AssayKit
import AssayText

/// The command `assay schema`, which prints the JSON Schemas of the files that Assay reads and writes, for editors and
/// programs.
enum SchemaCommand {
  static let syntax = CommandSyntax(
    name: "schema",
    operands: "NAME",
    operandCount: 1...1,
    summary: "Print a JSON Schema: \(names.either).",
    details: "Exit status: 0 printed, 2 unknown schema.",
    flags: [],
    examples: [
      "assay schema contract",
      "assay schema report",
      "assay schema config",
    ],
    run: run
  )

  private static var names: [String] { FileSchema.allCases.map(\.rawValue) }

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let name = arguments.operands[0]
    guard let schema = FileSchema(rawValue: name) else {
      let nearest = SpellingSuggestion.didYouMean(name, among: names)
      throw ParsedArguments.Mistake(message: "unknown schema \(name), only \(names.all)\(nearest)")
    }
    Terminal.output(schema.text)
    return .success
  }
}
