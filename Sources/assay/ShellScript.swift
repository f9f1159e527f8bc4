import AssayText

/// A shell for which a completion script for Assay's commands, flags and values can be printed.
enum ShellScript: String, CaseIterable {
  case bash, zsh, fish

  /// The text of the shell's completion script.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  private static var commands: [CommandSyntax] { CommandLineTool.commands }
  private static func flags(_ command: CommandSyntax) -> [Flag] { command.flags + [.help] }

  // MARK: bash

  private static func bashAction(_ source: CompletionSource, _ command: CommandSyntax, _ flag: Flag?) -> String? {
    switch source {
    case .words(let words): "_assay_words \"\(words.joined(separator: " "))\""
    case .asked: "_assay_words \"$(_assay_ask \(command.name) \(flag?.name ?? ""))\""
    case .files(let endings): "_assay_files '\(endings.joined(separator: "|"))'"
    case .folders: "_assay_files"
    case .any: nil
    }
  }

  private static var bashText: String {
    let values = commands.flatMap { command in
      flags(command).compactMap { flag in
        bashAction(CompletionSource(flag, of: command), command, flag).map {
          "  '\(command.name) \(flag.name)') \($0); return ;;"
        }
      }
    }
    let cases = commands.map { command in
      let names = flags(command).map(\.name).joined(separator: " ")
      let operands = bashAction(CompletionSource(operandsOf: command), command, nil) ?? ":"
      return "  \(command.name)) case $word in -*) _assay_words \"\(names)\" ;; *) \(operands) ;; esac ;;"
    }
    return """
      # The values that assay knows of the contract on the command line.
      _assay_ask() { assay completions \(CompletionsCommand.question) -- "$@" "${COMP_WORDS[@]:2}" 2>/dev/null; }
      _assay_words() {
        COMPREPLY=($(compgen -W "$1" -- "$word"))
        case "${COMPREPLY[*]}" in *=) compopt -o nospace 2>/dev/null ;; esac
      }
      # Folders, and files with these endings.
      _assay_files() {
        local IFS=$'\\n' file
        COMPREPLY=($(compgen -d -- "$word"))
        for file in $(compgen -f -- "$word"); do
          if [ -n "${1-}" ] && [ ! -d "$file" ] && [[ $file =~ \\.($1)$ ]]; then COMPREPLY+=("$file"); fi
        done
        compopt -o filenames 2>/dev/null
      }
      _assay() {
        local word=${COMP_WORDS[COMP_CWORD]} before=""
        if [ "$COMP_CWORD" = 1 ]; then
          _assay_words "\(commands.map(\.name).joined(separator: " ")) \(CommandLineTool.ownWords.joined(separator: " "))"
          return
        fi
        before=${COMP_WORDS[COMP_CWORD-1]}
        if [ "$word" = = ]; then word=""; elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
        case "${COMP_WORDS[1]} $before" in
      \(values.joined(separator: "\n"))
        esac
        case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
        esac
      }
      complete -o default -F _assay assay
      """
  }

  // MARK: zsh

  private static func zshAction(_ source: CompletionSource, _ command: CommandSyntax, _ flag: Flag?) -> String {
    switch source {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .asked: " _assay_values \(command.name) \(flag?.name ?? "")"
    case .files(let endings): "_files -g \"*.(\(endings.joined(separator: "|")))\""
    case .folders: "_files -/"
    case .any: "_files"
    }
  }

  private static var zshText: String {
    let cases = commands.map { command in
      let lines = flags(command).map { flag in
        let colon = flag.isValueOptional ? "::" : ":"
        let action = zshAction(CompletionSource(flag, of: command), command, flag)
        let value = flag.value.map { "\(colon)\(quotedForZsh($0, escaping: ":")):\(action)" } ?? ""
        let sign = flag.value == nil ? "" : flag.isValueOptional ? "=-" : "="
        let name = (flag.repeats ? "*" : "") + flag.name + sign
        return "      '\(name)[\(quotedForZsh(flag.help, escaping: "[]"))]\(value)'"
      }
      let all = lines + ["      '*:operand:\(zshAction(CompletionSource(operandsOf: command), command, nil))'"]
      return "    \(command.name)) _arguments \\\n\(all.joined(separator: " \\\n")) ;;"
    }
    let names = commands.map { "    '\($0.name):\(quotedForZsh($0.summary, escaping: ":"))'" }
    let generalFlags = general.map { "    '\($0.name):\(quotedForZsh($0.help, escaping: ":"))'" }
    return """
      #compdef assay
      # The values that assay knows of the contract on the command line.
      _assay_values() {
        local -a values open
        values=(${(f)"$(assay completions \(CompletionsCommand.question) -- $1 $2 ${words[2,-1]} 2>/dev/null)"})
        open=(${(M)values:#*=})
        compadd -S '' -a open
        values=(${values:#*=})
        compadd -a values
      }
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

  // MARK: fish

  private static func fishAction(_ source: CompletionSource, _ command: CommandSyntax, _ flag: Flag?) -> String {
    switch source {
    case .words(let words): " -f -a '\(words.joined(separator: " "))'"
    case .asked: " -f -a '(__assay_values \(command.name) \(flag?.name ?? ""))'"
    case .files(let endings): " -f -a '(__assay_files \(endings.joined(separator: " ")))'"
    case .folders: " -f -a '(__fish_complete_directories)'"
    case .any: ""
    }
  }

  private static var fishText: String {
    let here = "complete -c assay -n __fish_use_subcommand -f"
    let names =
      commands.map { "\(here) -a \($0.name) -d '\(quotedForFish($0.summary))'" }
      + general.map { "\(here) -l \($0.name.dropFirst(2)) -d '\(quotedForFish($0.help))'" }
    let lines = commands.flatMap { command -> [String] in
      let here = "complete -c assay -n '__fish_seen_subcommand_from \(command.name)'"
      let flags = flags(command).map { flag -> String in
        let needed = flag.value == nil || flag.isValueOptional ? "" : " -r"
        let choice = flag.value == nil ? "" : fishAction(CompletionSource(flag, of: command), command, flag)
        let name = flag.name.hasPrefix("--") ? "-l \(flag.name.dropFirst(2))" : "-s \(flag.name.dropFirst())"
        return "\(here) \(name)\(needed)\(choice) -d '\(quotedForFish(flag.help))'"
      }
      let operands = fishAction(CompletionSource(operandsOf: command), command, nil)
      return operands.isEmpty ? flags : flags + ["\(here)\(operands)"]
    }
    return """
      # The values that assay knows of the contract on the command line.
      function __assay_values
        assay completions \(CompletionsCommand.question) -- $argv (commandline -opc)[3..-1] 2>/dev/null
      end
      # Folders, and files with these endings.
      function __assay_files
        __fish_complete_path (commandline -ct) | string match -r '.*(?:/|\\.(?:'(string join '|' $argv)'))(?:\\t.*)?$'
      end
      \((names + lines).joined(separator: "\n"))
      """
  }

  /// The flags that can be given instead of a command.
  private static let general = [
    Flag(name: "--help", help: "Show help."), Flag(name: "--version", help: "Show the version."),
  ]

  /// Returns the text escaped for single quotes in zsh, where a completion function reads it up to the next character
  /// of `marks`.
  private static func quotedForZsh(_ text: String, escaping marks: String) -> String {
    let text = text.reduce(into: "") { text, character in
      text += (marks.contains(character) || character == "\\" ? "\\" : "") + String(character)
    }
    return text.replacing("'", with: "'\\''")
  }

  /// Returns the text escaped for single quotes in fish.
  private static func quotedForFish(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
