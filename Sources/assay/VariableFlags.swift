import AssayKit
import AssayText

/// The flags that set a contract's variables: `--set`, `--variables`, `--environment`.
struct VariableFlags {
  static let flags = [
    Flag(name: "--set", value: "NAME=VALUE", repeats: true, help: "Give a variable of the contract a value."),
    Flag(
      name: "--variables",
      value: "FILE",
      repeats: true,
      help: "Give variables the values of a file: JSON, or .env; --set wins over it."
    ),
    Flag(
      name: "--environment",
      value: "NAME",
      help: "The environment of the contract or the project file."
    ),
  ]

  private let environment: String?
  /// All settings of variables, from the lowest to the highest priority; of several for one variable, the last counts.
  private let settings: [VariableSetting]
  /// The settings that must each be for a variable of at least one contract; those of `.env` files are not included.
  private let named: [VariableSetting]
  private let files: [VariableFile]

  /// Reads the flags; they have priority over the settings of `project`, the project file.
  init(_ arguments: ParsedArguments, _ project: ProjectFile? = nil) throws(ParsedArguments.Mistake) {
    environment = arguments.one("--environment") ?? project?.environment
    var files: [VariableFile] = []
    for path in arguments.all("--variables") {
      do throws(ConformanceError) { files.append(try VariableFile(contentsOf: path)) } catch {
        throw ParsedArguments.Mistake(message: error.description)
      }
    }
    self.files = files
    var given: [VariableSetting] = []
    for text in arguments.all("--set") {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        // Its text is not shown: a value without a name may be a secret.
        throw ParsedArguments.Mistake(message: "--set takes NAME=VALUE")
      }
      let name = String(text[..<equals])
      given.append(
        VariableSetting(name, String(text[text.index(after: equals)...]), isText: true, origin: "--set \(name)")
      )
    }
    let usual = (project?.variables ?? []) + (environment.flatMap { project?.environmentVariables[$0] } ?? [])
    settings = usual + files.flatMap(\.settings) + given
    named = usual + files.filter { !$0.isEnvironment }.flatMap(\.settings) + given
  }

  /// Returns the suites with the values of their variables; throws for a value that is for none of them, or is invalid.
  func settle(
    _ suites: [ConformanceSuite],
    knownEnvironments: [String] = []
  ) throws(ParsedArguments.Mistake) -> [ConformanceSuite] {
    let known = suites.flatMap(\.environments).unique + knownEnvironments
    if let environment, !known.contains(environment) {
      let others = known.isEmpty ? "" : ", only \(known.unique.all)"
      let nearest = SpellingSuggestion.didYouMean(environment, among: known)
      throw ParsedArguments.Mistake(message: "unknown environment \(environment)\(others)\(nearest)")
    }
    for setting in named where !suites.contains(where: { $0.takes(setting) }) {
      let names = suites.flatMap(\.variables).unique
      let others = names.isEmpty ? "" : ", only \(names.all)"
      let nearest = SpellingSuggestion.didYouMean(setting.name, among: names)
      throw ParsedArguments.Mistake(message: "no contract has a variable \(setting.name)\(others)\(nearest)")
    }
    var settled: [ConformanceSuite] = []
    for suite in suites {
      do throws(ConformanceError) {
        let place = environment.flatMap { suite.environments.contains($0) ? $0 : nil }
        let own = settings.filter { suite.takes($0) }
        settled.append(try suite.settled(environment: place, own).reading(files))
      } catch {
        throw ParsedArguments.Mistake(message: error.description)
      }
    }
    return settled
  }
}

extension ConformanceSuite {
  /// Returns true if the setting is for one of the contract's variables.
  fileprivate func takes(_ setting: VariableSetting) -> Bool {
    variables.contains { $0 == setting.name || "\(service).\($0)" == setting.name }
  }
}
