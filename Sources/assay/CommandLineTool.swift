import AssayContract
import AssayKit

/// The tool: picks the command, and turns what it says into an exit status.
enum CommandLineTool {
  static let commands: [CommandSyntax] = [
    VerifyCommand.syntax, MockCommand.syntax, LintCommand.syntax, DriftCommand.syntax, DiffCommand.syntax,
    PromisesCommand.syntax,
  ]

  /// Runs the command `words` name.
  static func run(_ words: [String]) async -> ExitStatus {
    guard let first = words.first else {
      Terminal.complain(overview)
      return .usage
    }
    switch first {
    case "--help", "-h", "help":
      Terminal.print(overview)
      return .kept
    case "--version":
      Terminal.print("assay \(assayVersion)")
      return .kept
    default: break
    }
    guard let syntax = commands.first(where: { $0.name == first }) else {
      let nearest =
        SpellingSuggestion.nearest(to: first, among: commands.map(\.name)).map { "; did you mean \($0)?" } ?? ""
      Terminal.complain("error: assay has no command \(first)\(nearest)\n\n\(overview)")
      return .usage
    }
    do throws(ParsedArguments.Mistake) {
      let arguments = try ParsedArguments(Array(words.dropFirst()), for: syntax)
      if arguments.has("--help") {
        Terminal.print(syntax.help)
        return .kept
      }
      switch first {
      case VerifyCommand.syntax.name: return try await VerifyCommand.run(arguments)
      case MockCommand.syntax.name: return try await MockCommand.run(arguments)
      case PromisesCommand.syntax.name: return PromisesCommand.run(arguments)
      case DriftCommand.syntax.name: return try await DriftCommand.run(arguments)
      case DiffCommand.syntax.name: return try DiffCommand.run(arguments)
      default: return try LintCommand.run(arguments)
      }
    } catch {
      Terminal.complain("error: \(error.message)\nhelp: assay \(first) --help lists its flags")
      return .usage
    }
  }

  private static var overview: String {
    let width = (commands.map(\.name.count).max() ?? 0) + 2
    let lines = commands.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count))\(command.summary)"
    }
    return """
      assay holds a running backend against what its documents promise.

      Usage: assay COMMAND [FLAG]…

      \(lines.joined(separator: "\n"))

        --version  Show the version.
        --help     Show this help; assay COMMAND --help shows that command's.

      Exit status: 0 the backend keeps the contract, 1 it breaks it, 2 bad arguments or a bad contract,
      3 nothing could be verified or a report could not be written, 130 interrupted.
      """
  }
}
