import AssayKit
import AssayText

/// The command `assay man`, which prints the manual page.
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

  /// Returns the text escaped for roff, so that no line begins with a request and no hyphen becomes a dash.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
  }
}
