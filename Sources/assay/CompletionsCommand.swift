import AssayKit
import AssayText

/// `assay completions` and `assay man`: what shells and `man` have to know, made of the commands' own syntax.
enum CompletionsCommand {
  static let syntax = CommandSyntax(
    name: "completions",
    operands: "SHELL",
    operandCount: 1...1,
    summary: "Print what completes commands and flags in bash, zsh or fish.",
    details: """
      bash: assay completions bash > /etc/bash_completion.d/assay
      zsh:  assay completions zsh > "${fpath[1]}/_assay"
      fish: assay completions fish > ~/.config/fish/completions/assay.fish
      Exit status: 0 printed, 2 it is another shell.
      """,
    flags: [],
    run: run
  )

  private enum Shell: String, CaseIterable { case bash, zsh, fish }

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let name = arguments.operands[0]
    guard let shell = Shell(rawValue: name) else {
      throw ParsedArguments.Mistake(
        message: "there are completions for \(Shell.allCases.map(\.rawValue).all), not for \(name)"
      )
    }
    switch shell {
    case .bash: Terminal.print(bash)
    case .zsh: Terminal.print(zsh)
    case .fish: Terminal.print(fish)
    }
    return .success
  }

  private static var commands: [CommandSyntax] { CommandLineTool.commands }
  private static func flags(_ command: CommandSyntax) -> [Flag] { command.flags + [.help] }

  private static var bash: String {
    let cases = commands.map { command in
      "    \(command.name)) words=\"\(flags(command).map(\.name).joined(separator: " "))\" ;;"
    }
    return """
      _assay() {
        local word=${COMP_WORDS[COMP_CWORD]} words
        if [ "$COMP_CWORD" = 1 ]; then
          words="\(commands.map(\.name).joined(separator: " ")) help --help --version"
        else
          case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
          esac
        fi
        case $word in
        -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
        *) if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W "$words" -- "$word")); fi ;;
        esac
      }
      complete -o default -F _assay assay
      """
  }

  private static var zsh: String {
    let cases = commands.map { command in
      let lines = flags(command).map { flag in
        let colon = flag.isValueOptional ? "::" : ":"
        let value = flag.value.map { "\(colon)\(quotedForZsh($0, escaping: ":")):_files" } ?? ""
        let sign = flag.value == nil ? "" : flag.isValueOptional ? "=-" : "="
        let name = (flag.repeats ? "*" : "") + flag.name + sign
        return "      '\(name)[\(quotedForZsh(flag.help, escaping: "[]"))]\(value)'"
      }
      return "    \(command.name)) _arguments \\\n\((lines + ["      '*:file:_files'"]).joined(separator: " \\\n")) ;;"
    }
    let names = commands.map { "    '\($0.name):\(quotedForZsh($0.summary, escaping: ":"))'" }
    let generalFlags = general.map { "    '\($0.name):\(quotedForZsh($0.help, escaping: ":"))'" }
    return """
      #compdef assay
      local -a commands flags
      commands=(
      \(names.joined(separator: "\n"))
      )
      flags=(
      \(generalFlags.joined(separator: "\n"))
      )
      if (( CURRENT == 2 )); then
        _describe command commands -- flags
      else
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      fi
      """
  }

  private static var fish: String {
    let here = "complete -c assay -n __fish_use_subcommand -f"
    let names =
      commands.map { "\(here) -a \($0.name) -d '\(quotedForFish($0.summary))'" }
      + general.map { "\(here) -l \($0.name.dropFirst(2)) -d '\(quotedForFish($0.help))'" }
    let lines = commands.flatMap { command in
      flags(command).map { flag in
        "complete -c assay -n '__fish_seen_subcommand_from \(command.name)' -l \(flag.name.dropFirst(2))"
          + (flag.value == nil || flag.isValueOptional ? "" : " -r") + " -d '\(quotedForFish(flag.help))'"
      }
    }
    return (names + lines).joined(separator: "\n")
  }

  /// The flags that stand in the place of a command.
  private static let general = [
    Flag(name: "--help", help: "Show help."), Flag(name: "--version", help: "Show the version."),
  ]

  /// The text inside single quotes of zsh, where a function of completion reads it to the next of `marks`.
  private static func quotedForZsh(_ text: String, escaping marks: String) -> String {
    let text = text.reduce(into: "") { text, character in
      text += (marks.contains(character) || character == "\\" ? "\\" : "") + String(character)
    }
    return text.replacing("'", with: "'\\''")
  }

  /// The text inside single quotes of fish.
  private static func quotedForFish(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}

/// `assay man`: the manual page.
enum ManCommand {
  static let syntax = CommandSyntax(
    name: "man",
    operands: "",
    operandCount: 0...0,
    summary: "Print the manual page.",
    details: "assay man > /usr/local/share/man/man1/assay.1\nExit status: 0 printed.",
    flags: [],
    run: run
  )

  private static func run(_ arguments: ParsedArguments) -> ExitStatus {
    var lines = [
      ".TH ASSAY 1 \"\" \"assay \(assayVersion)\"", ".SH NAME",
      "assay \\- hold a running backend against what its documents promise", ".SH SYNOPSIS", ".B assay",
      "COMMAND [FLAG]…", ".SH COMMANDS",
    ]
    for command in CommandLineTool.commands {
      lines += [".SS assay \(escaped(command.name)) \(escaped(command.operands))", escaped(command.summary)]
      for flag in command.flags {
        lines += [".TP", ".B \(escaped(flag.name))" + escaped(flag.valueLabel), escaped(flag.help)]
      }
      lines += [".PP"] + command.details.split(separator: "\n").map { escaped(String($0)) }
    }
    lines += [
      ".SH EXIT STATUS", "0 the backend keeps the contract, 1 it breaks it, 2 bad arguments or a bad contract,",
      "3 nothing could be verified or a report could not be written, 130 interrupted.", ".SH ENVIRONMENT", ".TP",
      ".B NO_COLOR", "No colour, whatever the terminal.",
    ]
    Terminal.print(lines.joined(separator: "\n"))
    return .success
  }

  /// The text as roff shows it: no line begins with a request, no hyphen is a dash.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
  }
}
