import AssayKit
import AssayText

/// The command-line tool, which selects the command and returns its exit status.
enum CommandLineTool {
  static let commands: [CommandSyntax] = [
    VerifyCommand.syntax, DriftCommand.syntax, MockCommand.syntax, InitCommand.syntax, DeriveCommand.syntax,
    ExportCommand.syntax, FormatCommand.syntax, LintCommand.syntax, DiffCommand.syntax, ReportCommand.syntax,
    ExplainCommand.syntax, AuditCommand.syntax, PromisesCommand.syntax, ProbesCommand.syntax, SchemaCommand.syntax,
    CompletionsCommand.syntax, ManCommand.syntax,
  ]
  /// The commands of the short help, by heading; `assay help --all` also lists the others.
  private static let groups = [
    ("Check a backend", commands[0...2]), ("Write contracts", commands[3...7]),
    ("Compare and explain", commands[8...10]),
  ]
  /// The words that are accepted in place of a command.
  static let ownWords = ["help", "--help", "-h", "--version", "-V"]

  /// Runs the command in `words`. Reports if output to standard output was lost, like `cat` and `grep`.
  static func run(_ words: [String]) async -> ExitStatus {
    let status = await obey(words)
    guard let reason = Terminal.lossOfOutput else { return status }
    Terminal.complain("error: standard output cannot be written: \(reason)")
    return status == .usage || status == .interrupted ? status : .unverified
  }

  private static func obey(_ words: [String]) async -> ExitStatus {
    guard let first = words.first else {
      Terminal.complain(overview(isWhole: false))
      return .usage
    }
    if first == "--version" || first == "-V" {
      Terminal.print("assay \(assayVersion)")
      return .success
    }
    let isHelp = ownWords.contains(first)
    guard let name = isHelp ? words.dropFirst().first(where: { !$0.hasPrefix("-") }) : first else {
      Terminal.print(overview(isWhole: words.contains("--all")))
      return .success
    }
    guard let syntax = commands.first(where: { $0.name == name }) else {
      let nearest = SpellingSuggestion.didYouMean(name, among: commands.map(\.name) + ownWords)
      let kind = name.hasPrefix("-") ? "flag" : "command"
      Terminal.complain("error: assay has no \(kind) \(name)\(nearest)\nhelp: assay --help lists the commands")
      return .usage
    }
    return await isHelp ? help(on: syntax) : run(syntax, Array(words.dropFirst()))
  }

  private static func run(_ syntax: CommandSyntax, _ words: [String]) async -> ExitStatus {
    do {
      let arguments = try ParsedArguments(words, for: syntax)
      return arguments.has(Flag.help.name) ? help(on: syntax) : try await syntax.run(arguments)
    } catch let mistake as ParsedArguments.Mistake {
      let help = mistake.status == .usage ? "\nhelp: assay \(syntax.name) --help lists its flags" : ""
      Terminal.complain("error: \(mistake.message)\(help)")
      return mistake.status
    } catch { Terminal.complain(error) }
    return .usage
  }

  private static func help(on syntax: CommandSyntax) -> ExitStatus {
    Terminal.print(syntax.help(width: Terminal.width))
    return .success
  }

  private static func overview(isWhole: Bool) -> String {
    let width = (commands.map(\.name.count).max() ?? 0) + 4
    let others = isWhole ? [("Other commands", commands[11...])] : []
    let lines = (groups + others).flatMap { title, commands in
      ["", title] + commands.flatMap { $0.summary.wrapped(Terminal.width, indent: width, after: "  \($0.name)") }
    }
    let more = isWhole ? "" : "\nassay help --all lists all commands."
    return """
      assay checks a running backend against its documentation.

      Usage: assay COMMAND [FLAG]…
      \(lines.joined(separator: "\n"))

      assay COMMAND --help shows the flags and examples of a command.\(more)
      assay --version (-V) shows the version.

      Exit status: 0 the backend keeps the contract, 1 it breaks it, 2 invalid arguments or contract,
      3 nothing could be verified or a report could not be written, 130 interrupted.
      """
  }
}
