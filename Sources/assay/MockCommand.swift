import AssayKit
enum MockCommand {
  static let syntax = CommandSyntax(name: "mock", operands: "CONTRACT", operandCount: 1...1, summary: "Serve a contract.", details: "", flags: [])
  static func run(_ arguments: ParsedArguments) async throws(ParsedArguments.Mistake) -> ExitStatus { .usage }
}
