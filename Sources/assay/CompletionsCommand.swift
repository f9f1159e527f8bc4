import AssayKit
import AssayText

/// The command `assay completions`, which prints completion scripts for shells, made from the commands' syntax, and the
/// values that the scripts request.
enum CompletionsCommand {
  static let syntax = CommandSyntax(
    name: "completions",
    operands: "SHELL",
    operandCount: 1...1000,
    summary: "Print the completions of commands, flags and values for bash, zsh or fish.",
    details: """
      Values are completed too: the scripts ask assay for the checks, tags, servers, environments, variables and faults of the
      contract on the command line, or of the project file.
      Exit status: 0 printed, 2 unknown shell.
      """,
    flags: [],
    examples: [
      "assay completions bash > /etc/bash_completion.d/assay",
      "assay completions zsh > \"${fpath[1]}/_assay\"",
      "assay completions fish > ~/.config/fish/completions/assay.fish",
    ],
    run: run
  )

  /// The word, in place of a shell's name, with which a script asks for values: `assay completions values -- COMMAND
  /// FLAG WORD…`.
  static let question = "values"

  private static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let name = arguments.operands[0]
    if name == question {
      let words = Array(arguments.operands.dropFirst())
      for value in await CompletionSource.values(for: words) { Terminal.print(VisibleText.line(value)) }
      return .success
    }
    guard let shell = ShellScript(rawValue: name) else {
      throw ParsedArguments.Mistake(
        message: "there are completions for \(ShellScript.allCases.map(\.rawValue).all), not for \(name)"
      )
    }
    guard arguments.operands.count == 1 else {
      throw ParsedArguments.Mistake(
        message: "assay completions takes SHELL, and \(arguments.operands.count) were given"
      )
    }
    Terminal.print(shell.text)
    return .success
  }
}
