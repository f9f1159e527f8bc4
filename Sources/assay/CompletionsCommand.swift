import AssayKit
import AssayReport
import AssayText

/// `assay completions` and `assay man`: words for shells and the manual page, made of the commands' own syntax.
enum CompletionsCommand {
  static let syntax = CommandSyntax(
    name: "completions",
    operands: "SHELL",
    operandCount: 1...1,
    summary: "Print the completions of commands, flags and values for bash, zsh or fish.",
    details: "Exit status: 0 printed, 2 unknown shell.",
    flags: [],
    examples: [
      "assay completions bash > /etc/bash_completion.d/assay",
      "assay completions zsh > \"${fpath[1]}/_assay\"",
      "assay completions fish > ~/.config/fish/completions/assay.fish",
    ],
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

  /// The words a flag's value may be; empty where it is free. Words that end in `=` take a file after it.
  private static func values(of flag: Flag, _ command: CommandSyntax) -> [String] {
    switch flag.value {
    case "FORMAT=FILE":
      command.name == "drift"
        ? DriftFormat.allCases.map { "\($0.rawValue)=" } : ReportFormat.allCases.map { "\($0.rawValue)=" }
    case let value? where value.contains("|"): value.split(separator: "|").map(String.init)
    default: []
    }
  }

  /// The words an operand of a command may be; empty for files.
  private static func operands(of command: CommandSyntax) -> [String] {
    switch command.name {
    case "explain": RuleExplanation.all.map(\.rule.id)
    case "schema": FileSchema.allCases.map(\.rawValue)
    case "completions": Shell.allCases.map(\.rawValue)
    case "export": ["openapi", "arazzo"]
    case "report": ["merge"]
    default: []
    }
  }

  /// The command line that lists the values of a flag for the contract already on the line; `nil` for other flags.
  private static func lister(of flag: Flag, _ command: CommandSyntax) -> String? {
    switch (command.name, flag.name) {
    case ("mock", "--fault"): "mock --list-faults"
    case ("mock", "--oddity"): "mock --list-oddities"
    case ("verify", "--only"), ("verify", "--skip"), ("drift", "--only"), ("drift", "--skip"): "verify --list"
    default: nil
    }
  }

  private static var bash: String {
    let cases = commands.map { command in
      let names = flags(command).map(\.name).joined(separator: " ")
      let operands = Self.operands(of: command).joined(separator: " ")
      return "    \(command.name)) words=\"\(names)\" operands=\"\(operands)\" ;;"
    }
    let values = commands.flatMap { command in
      flags(command).compactMap { flag -> String? in
        let place = "    '\(command.name) \(flag.name)') values="
        if let lister = Self.lister(of: flag, command) { return "\(place)$(_assay_list \(lister)) ;;" }
        let words = Self.values(of: flag, command).joined(separator: " ")
        return words.isEmpty ? nil : "\(place)\"\(words)\" ;;"
      }
    }
    return """
      # The names that assay lists for the contract on the command line.
      _assay_list() {
        local file
        for file in "${COMP_WORDS[@]:2}"; do
          case $file in *.json|*.yaml|*.yml) assay "$1" "$file" "$2" 2>/dev/null | awk '{ print $1 }'; return ;; esac
        done
      }
      _assay() {
        local word=${COMP_WORDS[COMP_CWORD]} before="" words="" operands="" values=""
        if [ "$COMP_CWORD" = 1 ]; then
          COMPREPLY=($(compgen -W "\(commands.map(\.name).joined(separator: " ")) help --help --version" -- "$word"))
          return
        fi
        before=${COMP_WORDS[COMP_CWORD-1]}
        if [ "$word" = = ]; then word=""; elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
        case "${COMP_WORDS[1]} $before" in
      \(values.joined(separator: "\n"))
        esac
        if [ -n "$values" ]; then
          COMPREPLY=($(compgen -W "$values" -- "$word"))
          case "${COMPREPLY[*]}" in *=) compopt -o nospace 2>/dev/null ;; esac
          return
        fi
        case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
        esac
        case $word in
        -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
        *) if [ -n "$operands" ]; then COMPREPLY=($(compgen -W "$operands" -- "$word")); fi ;;
        esac
      }
      complete -o default -F _assay assay
      """
  }

  private static var zsh: String {
    let cases = commands.map { command in
      let lines = flags(command).map { flag in
        let colon = flag.isValueOptional ? "::" : ":"
        let words = values(of: flag, command)
        let free = words.isEmpty ? "_files" : "(\(words.joined(separator: " ")))"
        let value = flag.value.map { "\(colon)\(quotedForZsh($0, escaping: ":")):\(free)" } ?? ""
        let sign = flag.value == nil ? "" : flag.isValueOptional ? "=-" : "="
        let name = (flag.repeats ? "*" : "") + flag.name + sign
        return "      '\(name)[\(quotedForZsh(flag.help, escaping: "[]"))]\(value)'"
      }
      let words = operands(of: command).joined(separator: " ")
      let all = lines + ["      '*:operand:\(words.isEmpty ? "_files" : "(\(words))")'"]
      return "    \(command.name)) _arguments \\\n\(all.joined(separator: " \\\n")) ;;"
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
    let lines = commands.flatMap { command -> [String] in
      let here = "complete -c assay -n '__fish_seen_subcommand_from \(command.name)'"
      let words = operands(of: command).joined(separator: " ")
      let flags = flags(command).map { flag -> String in
        let values = Self.values(of: flag, command).joined(separator: " ")
        let needed = flag.value == nil || flag.isValueOptional ? "" : " -r"
        let choice = values.isEmpty ? "" : " -f -a '\(values)'"
        return "\(here) -l \(flag.name.dropFirst(2))\(needed)\(choice) -d '\(quotedForFish(flag.help))'"
      }
      return words.isEmpty ? flags : flags + ["\(here) -f -a '\(words)'"]
    }
    return (names + lines).joined(separator: "\n")
  }

  /// The flags instead of a command.
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
      "assay \\- check a running backend against its documentation", ".SH SYNOPSIS", ".B assay",
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
      ".SH EXIT STATUS", "0 the backend keeps the contract, 1 it breaks it, 2 invalid arguments or contract,",
      "3 nothing could be verified or a report could not be written, 130 interrupted.", ".SH ENVIRONMENT", ".TP",
      ".B NO_COLOR", "No colour, on any terminal.", ".TP", ".B FORCE_COLOR, CLICOLOR_FORCE",
      "Colour, also without a terminal.", ".TP",
      ".B ASSAY_SERVER, ASSAY_TIMEOUT, …",
      "The value of a flag that is not given; the help of each command names the variables.",
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
