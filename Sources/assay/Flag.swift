import AssayReport
import AssayText

/// A flag of a command.
struct Flag: Sendable {
  /// The flag's name, with both dashes: `--server`.
  var name: String
  /// The name of the flag's value in the help; `nil` for a switch.
  var value: String?
  /// True if the flag may be given several times.
  var repeats = false
  /// True if the value is optional; it then follows `=`, and is never a separate word.
  var isValueOptional = false
  var help: String

  /// The names of flags whose values are files to read.
  static let ofReadFiles = [
    "--baseline", "--cacert", "--cert", "--config", "--key", "--last-failed", "--replay", "--timings", "--update",
    "--variables",
  ]

  static let help = Flag(name: "--help", help: "Show this help.")
  /// The short form of the ``help`` flag.
  static let shortHelp = "-h"
}

extension Flag {
  /// The placeholder of the value as shown after the flag's name: ` FILE`, `[=N]`; empty for a switch.
  var valueLabel: String { value.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "" }

  /// A description of the value for error messages: `a duration, such as 30s`.
  var valuePhrase: String {
    switch value {
    case "D": "a duration, such as 30s"
    case "N": "a whole number"
    case "DIR": "a folder"
    case "GLOB": "a pattern of check ids, such as 'search/*'"
    case "FILE": "a file"
    case "NAME": "a name"
    default: value ?? ""
    }
  }

  /// The name of the environment variable that can set the flag: `ASSAY_MAX_WAIT`; `nil` if only the command line can.
  var variable: String? {
    guard Self.fromEnvironment.contains(name) else { return nil }
    return "ASSAY_" + name.dropFirst(2).uppercased().replacing("-", with: "_")
  }

  /// The flags that environment variables can set: those about where and how to run, not about what to do or write.
  private static let fromEnvironment: Set = [
    "--server", "--environment", "--header", "--header-command", "--timeout", "--max-body", "--max-memory",
    "--max-wait", "--poll-every", "--wait", "--jobs", "--rate", "--retries", "--cacert", "--cert", "--key",
    "--documents", "--config", "--color", "--progress", "--strict",
  ]
}

/// A group of flags in a command's help; the raw value is its heading.
enum FlagGroup: String, CaseIterable {
  case checks = "Checks"
  case backend = "Backend"
  case limits = "Time and load"
  case probes = "Probes"
  case gate = "Verdict"
  case recordings = "Recordings"
  case output = "Output"
  case others = "Options"

  /// Makes the group of a flag.
  init(_ flag: Flag) { self = Self.allCases.first { $0.flags.contains(flag.name) } ?? .others }

  private var flags: Set<String> {
    switch self {
    case .checks:
      ["--only", "--skip", "--tag", "--skip-server", "--last-failed", "--shard", "--timings", "--list", "--dry-run"]
    case .backend:
      [
        "--server", "--environment", "--set", "--variables", "--header", "--header-command", "--cacert", "--cert",
        "--key", "--insecure", "--allow-files", "--config", "--against",
      ]
    case .limits:
      [
        "--timeout", "--max-body", "--max-memory", "--max-wait", "--poll-every", "--wait", "--jobs", "--rate",
        "--retries",
        "--pace",
      ]
    case .probes: ["--probe", "--seed", "--probe-unsafe"]
    case .gate:
      [
        "--strict", "--baseline", "--update-baseline", "--fail-fast", "--fail-on", "--min-coverage", "--min-score",
        "--history",
        "--check",
      ]
    case .recordings: ["--record", "--replay"]
    case .output:
      [
        "--report", "--documents", "--quiet", "--verbose", "--progress", "--color", "-o", "--into", "--sections",
        "--help",
      ]
    case .others: []
    }
  }
}

/// A command of the tool.
struct CommandSyntax: Sendable {
  var name: String
  /// The operands as shown in the usage line: `CONTRACT…`.
  var operands: String
  /// The allowed number of operands.
  var operandCount: ClosedRange<Int>
  var summary: String
  var details: String
  var flags: [Flag]
  /// Examples of complete command lines.
  var examples: [String] = []
  /// The page of the documentation for the command, relative to the folder of articles.
  var page = "Verify"
  /// The function that runs the command. It throws an error about the arguments, or the reason why nothing could be
  /// verified.
  var run: @Sendable (ParsedArguments) async throws -> ExitStatus
}

extension CommandSyntax {
  /// Returns the text of `--help`, wrapped to `width` columns.
  func help(width: Int) -> String {
    var lines = [summary, "", "Usage: assay \(name)\(operands.isEmpty ? "" : " \(operands)") [FLAG]…"]
    let all = flags + [.help]
    let column = min(28, (all.map { ($0.name + $0.valueLabel).count }.max() ?? 0) + 4)
    for group in FlagGroup.allCases {
      let members = all.filter { FlagGroup($0) == group }
      if members.isEmpty { continue }
      lines += ["", group.rawValue]
      for flag in members {
        let label = "  " + flag.name + flag.valueLabel
        let text = flag.help + (flag.variable.map { " [\($0)]" } ?? "")
        lines += text.wrapped(width, indent: column, after: label)
      }
    }
    lines.append("")
    lines += paragraphs.flatMap { $0.wrapped(width) }
    if !examples.isEmpty { lines += ["", "Examples"] + examples.map { "  " + $0 } }
    return (lines + ["", "Documentation: \(RepositoryPage.file("Sources/AssayKit/AssayKit.docc/\(page).md"))"]).joined(
      separator: "\n"
    )
  }
}

extension CommandSyntax {
  /// The paragraphs of the details; a paragraph ends at a line that ends with a full stop.
  private var paragraphs: [String] {
    details.split(separator: "\n").reduce(into: []) { result, line in
      if let last = result.last, !last.hasSuffix(".") {
        result[result.count - 1] = "\(last) \(line)"
      } else {
        result.append(String(line))
      }
    }
  }
}

extension String {
  /// Returns the text in lines of at most `width` columns, wrapped at words and indented; the first line begins with
  /// `label`.
  func wrapped(_ width: Int, indent: Int = 0, after label: String = "") -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = label
    if label.count + 2 > indent, !label.isEmpty {
      lines.append(label)
      line = margin
    } else {
      line += String(repeating: " ", count: indent - label.count)
    }
    var isEmpty = true
    for word in split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = margin
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}
