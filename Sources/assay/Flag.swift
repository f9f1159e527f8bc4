/// A flag of a command: how it is written, and what its help says.
struct Flag: Sendable {
  /// With both dashes: `--server`.
  var name: String
  /// What its value is called in the help; `nil` for a switch.
  var value: String?
  /// Whether it may be given several times.
  var repeats = false
  /// Whether the value may be left out; it stands behind `=` then, never as a word of its own.
  var isValueOptional = false
  var help: String

  static let help = Flag(name: "--help", help: "Show this help.")
  /// How ``help`` is also written.
  static let shortHelp = "-h"
}

extension Flag {
  /// How its value is written behind its name: ` FILE`, `[=N]`; empty for a switch.
  var valueLabel: String { value.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "" }
}

/// A command of the tool.
struct CommandSyntax: Sendable {
  var name: String
  /// What stands behind the command's name: `CONTRACT…`.
  var operands: String
  /// The fewest and the most operands.
  var operandCount: ClosedRange<Int>
  var summary: String
  var details: String
  var flags: [Flag]
  /// Does it. What it throws is told: a mistake in the arguments, or why there is no verification.
  var run: @Sendable (ParsedArguments) async throws -> ExitStatus

  /// The text `--help` prints.
  var help: String {
    let width = (flags.map { label($0).count }.max() ?? 0) + 2
    let lines = (flags + [.help]).map { flag in
      "  \(label(flag))\(String(repeating: " ", count: max(2, width - label(flag).count)))\(flag.help)"
    }
    return """
      \(summary)

      Usage: assay \(name)\(operands.isEmpty ? "" : " \(operands)") [FLAG]…

      \(lines.joined(separator: "\n"))

      \(details)
      """
  }

  private func label(_ flag: Flag) -> String { flag.name + flag.valueLabel }
}
