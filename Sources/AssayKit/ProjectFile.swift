import AssayJSON
import AssayText

/// `assay.json`: what a project's runs have in common, so that `assay verify` alone runs it.
///
/// Described by `contracts/config.schema.json`. Paths in it are seen from its own folder.
public struct ProjectFile: Sendable, Hashable {
  /// The contracts, in order.
  public var contracts: [String] = []
  /// The URLs of servers, `NAME` or `CONTRACT.NAME`, by the name of the environment they are of.
  public var environments: [String: [String: String]] = [:]
  /// The values of variables, `NAME` or `CONTRACT.NAME`.
  public var variables: [VariableSetting] = []
  /// The values of variables by the name of the environment they are of.
  public var environmentVariables: [String: [VariableSetting]] = [:]
  /// The environment that is meant where none is named.
  public var environment: String?
  /// The values of flags, by the flag: each of the flags that stand in the file once, or as often as it is to be given.
  public var flags: [String: [String]] = [:]

  /// What a key gives, and the flag it stands for.
  private enum Key {
    case texts(flag: String), text(flag: String), path(flag: String), number(flag: String), truth(flag: String)
    case contracts, environments, environment, variables, reports, schema
  }

  private static let keys: [String: Key] = [
    "$schema": .schema, "contracts": .contracts, "environments": .environments, "environment": .environment,
    "variables": .variables,
    "reports": .reports, "headers": .texts(flag: "--header"), "only": .texts(flag: "--only"),
    "skip": .texts(flag: "--skip"), "tags": .texts(flag: "--tag"), "documents": .path(flag: "--documents"),
    "baseline": .path(flag: "--baseline"), "cacert": .path(flag: "--cacert"), "timeout": .text(flag: "--timeout"),
    "max-wait": .text(flag: "--max-wait"), "poll-every": .text(flag: "--poll-every"), "wait": .text(flag: "--wait"),
    "progress": .text(flag: "--progress"), "jobs": .number(flag: "--jobs"), "rate": .number(flag: "--rate"),
    "retries": .number(flag: "--retries"), "strict": .truth(flag: "--strict"),
    "fail-fast": .truth(flag: "--fail-fast"),
  ]

  /// Reads the file at `path`.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where it cannot be read or has a mistake, the reason with line and column.
  public init(contentsOf path: String) throws(ConformanceError) {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: try FileAccess.read(path))
    } catch let error as FileAccess.Failure {
      throw ConformanceError(error)
    } catch {
      throw .file(path: path, reason: "it is not JSON: \(error)")
    }
    let folder = FileAccess.folder(of: path)
    let isHere = folder == "." || folder.isEmpty
    func located(_ path: String) -> String { isHere || path.hasPrefix("/") || path == "-" ? path : "\(folder)/\(path)" }
    func mistake(_ words: String, _ value: JSONValue) -> ConformanceError {
      let place = document.location(ofByte: value.byteRange.lowerBound)
      return .file(path: path, reason: "\(place.line):\(place.column): \(words)")
    }
    func text(_ value: JSONValue, _ name: String) throws(ConformanceError) -> String {
      guard let text = value.string else { throw mistake("`\(name)` has to be a text", value) }
      return text
    }
    func settings(_ object: JSONValue) -> [VariableSetting] {
      object.members.map { VariableSetting($0.key, $0.value.text, isText: false, origin: "`\($0.key)` of \(path)") }
    }
    guard document.root.kind == .object else { throw mistake("the file has to be an object", document.root) }
    for member in document.root.members {
      let (name, value) = (member.key, member.value)
      guard let key = Self.keys[name] else {
        if name.hasPrefix("x-") { continue }
        let nearest = SpellingSuggestion.didYouMean(name, among: Self.keys.keys.sorted())
        throw mistake("there is no key `\(name)`\(nearest)", member.keyValue)
      }
      func items(_ kind: JSONKind) throws(ConformanceError) {
        guard value.kind == kind else {
          throw mistake("`\(name)` has to be \(kind == .array ? "a list" : "an object")", value)
        }
      }
      switch key {
      case .schema: break
      case .contracts:
        try items(.array)
        for item in value.items { contracts.append(located(try text(item, name))) }
      case .environments:
        try items(.object)
        for environment in value.members {
          guard environment.value.kind == .object else {
            throw mistake("`\(environment.key)` has to be an object", environment.value)
          }
          environments[environment.key] = [:]
          for member in environment.value.members {
            switch (member.key, member.value.kind) {
            case ("servers", .object):
              for server in member.value.members {
                environments[environment.key]?[server.key] = try text(server.value, server.key)
              }
            case ("variables", .object): environmentVariables[environment.key] = settings(member.value)
            default: environments[environment.key]?[member.key] = try text(member.value, member.key)
            }
          }
        }
      case .variables:
        try items(.object)
        variables = settings(value)
      case .environment: environment = try text(value, name)
      case .reports:
        try items(.object)
        for report in value.members {
          flags["--report", default: []].append("\(report.key)=\(located(try text(report.value, report.key)))")
        }
      case .texts(let flag):
        try items(.array)
        for item in value.items { flags[flag, default: []].append(try text(item, name)) }
      case .text(let flag): flags[flag] = [try text(value, name)]
      case .path(let flag): flags[flag] = [located(try text(value, name))]
      case .number(let flag):
        guard let number = value.int else { throw mistake("`\(name)` has to be a whole number", value) }
        flags[flag] = ["\(number)"]
      case .truth(let flag):
        guard let truth = value.bool else { throw mistake("`\(name)` has to be true or false", value) }
        if truth { flags[flag] = [] }
      }
    }
    if let environment, environments[environment] == nil {
      let nearest = SpellingSuggestion.didYouMean(environment, among: environments.keys.sorted())
      throw .file(path: path, reason: "`environment` is \(environment), which `environments` lacks\(nearest)")
    }
  }
}
