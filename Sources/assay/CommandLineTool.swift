import AssayKit
import AssayText

/// The tool: picks the command, and turns what it says into an exit status.
enum CommandLineTool {
  static let commands: [CommandSyntax] = [
    VerifyCommand.syntax, MockCommand.syntax, LintCommand.syntax, FormatCommand.syntax, DriftCommand.syntax,
    DiffCommand.syntax, PromisesCommand.syntax, ProbesCommand.syntax, DeriveCommand.syntax, ExportCommand.syntax,
    InitCommand.syntax, ReportCommand.syntax, ExplainCommand.syntax, SchemaCommand.syntax,
    CompletionsCommand.syntax, ManCommand.syntax,
  ]
  /// What the tool takes in a command's place.
  private static let ownWords = ["help", "--help", "-h", "--version"]

  /// Runs the command `words` name. Results that were lost on their way out are told, as `cat` and `grep` do.
  static func run(_ words: [String]) async -> ExitStatus {
    let status = await obey(words)
    guard let reason = Terminal.lossOfOutput else { return status }
    Terminal.complain("error: standard output cannot be written: \(reason)")
    return status == .usage || status == .interrupted ? status : .unverified
  }

  private static func obey(_ words: [String]) async -> ExitStatus {
    guard let first = words.first else {
      Terminal.complain(overview)
      return .usage
    }
    if first == "--version" {
      Terminal.print("assay \(assayVersion)")
      return .success
    }
    let isHelp = ownWords.contains(first)
    guard let name = isHelp ? words.dropFirst().first(where: { !$0.hasPrefix("-") }) : first else {
      Terminal.print(overview)
      return .success
    }
    guard let syntax = commands.first(where: { $0.name == name }) else {
      let nearest = SpellingSuggestion.didYouMean(name, among: commands.map(\.name) + ownWords)
      let kind = name.hasPrefix("-") ? "flag" : "command"
      Terminal.complain("error: assay has no \(kind) \(name)\(nearest)\n\n\(overview)")
      return .usage
    }
    return await isHelp ? help(on: syntax) : run(syntax, Array(words.dropFirst()))
  }

  private static func run(_ syntax: CommandSyntax, _ words: [String]) async -> ExitStatus {
    do {
      let arguments = try ParsedArguments(words, for: syntax)
      return arguments.has(Flag.help.name) ? help(on: syntax) : try await syntax.run(arguments)
    } catch let mistake as ParsedArguments.Mistake {
      Terminal.complain(
        "error: \(VisibleText.block(mistake.message))\nhelp: assay \(syntax.name) --help lists its flags"
      )
    } catch { Terminal.complain(error) }
    return .usage
  }

  private static func help(on syntax: CommandSyntax) -> ExitStatus {
    Terminal.print(syntax.help)
    return .success
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
