import AssayKit
import AssayReport
import AssayText

/// The source of the values that a shell offers to complete a flag or an operand.
enum CompletionSource: Equatable {
  /// A fixed list of words; after a word that ends in `=`, the user types a value.
  case words([String])
  /// Values that the completion script asks Assay for, which reads them from the contract on the command line.
  case asked
  /// Files with one of these extensions.
  case files([String])
  case folders
  /// Any text, or any file.
  case any

  /// Makes the source for the values of a flag.
  init(_ flag: Flag, of command: CommandSyntax) {
    switch (flag.name, flag.value) {
    case (_, "FORMAT=FILE"):
      let formats =
        command.name == "drift" ? DriftFormat.allCases.map(\.rawValue) : ReportFormat.allCases.map(\.rawValue)
      self = .words(formats.map { "\($0)=" })
    case ("--oddity", _): self = .words(ConformanceSuite.variations.map(\.name))
    case ("--only", _), ("--skip", _), ("--tag", _), ("--environment", _), ("--server", _), ("--skip-server", _),
      ("--set", _), ("--fault", _):
      self = .asked
    case ("--replay", _), ("--record", _): self = .files(["har", "json"])
    case ("--against", _): self = .files(["har"])
    case ("--cacert", _), ("--cert", _), ("--key", _): self = .files(["pem", "crt", "cer", "key"])
    case ("--variables", _): self = .files(["json", "yaml", "yml", "env"])
    case ("--update", _): self = .files(Self.contracts)
    case let (name, _) where Flag.ofReadFiles.contains(name): self = .files(["json"])
    case (_, "DIR"): self = .folders
    case (_, let value?) where value.contains("|"): self = .words(value.split(separator: "|").map(String.init))
    default: self = .any
    }
  }

  /// Makes the source for the operands of a command.
  init(operandsOf command: CommandSyntax) {
    switch command.name {
    case "explain": self = .words(RuleExplanation.all.map(\.rule.id))
    case "schema": self = .words(FileSchema.allCases.map(\.rawValue))
    case "completions": self = .words(ShellScript.allCases.map(\.rawValue))
    case "export": self = .words(["openapi", "arazzo"])
    case "report": self = .words(["merge"])
    case "derive": self = .files(Self.contracts + ["md", "har"])
    case "verify", "drift": self = .files(Self.contracts + ["md", "har"])
    case "mock", "fmt", "lint", "diff", "audit", "promises", "probes": self = .files(Self.contracts)
    default: self = .any
    }
  }

  private static let contracts = ["json", "yaml", "yml"]

  /// Returns the values to offer; `words` are the command, the flag and the further words of the command line. Empty if
  /// no contract can be read.
  static func values(for words: [String]) async -> [String] {
    guard words.count >= 2 else { return [] }
    let flag = words[1]
    let project = try? ProjectFile(contentsOf: "assay.json")
    var suites: [ConformanceSuite] = []
    let named = words.dropFirst(2).filter { word in
      contracts.contains { word.hasSuffix(".\($0)") } && FileAccess.exists(word)
    }
    for path in named.isEmpty ? project?.contracts ?? [] : named {
      if let suite = try? ConformanceSuite(contentsOf: path) { suites.append(suite) }
    }
    let values =
      switch flag {
      case "--only", "--skip": suites.flatMap { $0.checks() }
      case "--tag": suites.flatMap(\.tags)
      case "--environment": suites.flatMap(\.environments) + (project?.environments.keys.sorted() ?? [])
      case "--skip-server": suites.flatMap(\.servers)
      case "--server": suites.flatMap(\.servers).map { "\($0)=" }
      case "--set": suites.flatMap(\.variables).map { "\($0)=" }
      case "--fault": await suites.first?.faults().map(\.name) ?? []
      default: [String]()
      }
    return values.unique
  }
}
