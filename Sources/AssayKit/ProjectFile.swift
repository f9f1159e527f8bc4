import AssayJSON
import AssayText

/// The settings of a project, `assay.json`, with which `assay verify` runs without arguments.
///
/// The format is described by `contracts/config.schema.json`. Paths are relative to the file's folder.
public struct ProjectFile: Sendable, Hashable {
  /// The contracts, in order.
  public var contracts: [String] = []
  /// The URLs of servers, named `NAME` or `CONTRACT.NAME`, by environment.
  public var environments: [String: [String: String]] = [:]
  /// The values of variables, named `NAME` or `CONTRACT.NAME`.
  public var variables: [VariableSetting] = []
  /// The values of variables for each environment, by the environment's name.
  public var environmentVariables: [String: [VariableSetting]] = [:]
  /// The default environment.
  public var environment: String?
  /// The values of command-line flags, by flag.
  public var flags: [String: [String]] = [:]

  /// The kind of value that a key of the project file has, with the command-line flag that it sets, if any.
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
  /// Throws ``ConformanceError/file(path:reason:)`` if it cannot be read or has an error; the reason then has line and
  /// column.
  public init(contentsOf path: String) throws(ConformanceError) {
    let reader = try ProjectFileReader(path)
    for member in reader.document.root.members {
      let name = member.key
      guard let key = Self.keys[name] else {
        if name.hasPrefix("x-") { continue }
        let nearest = SpellingSuggestion.didYouMean(name, among: Self.keys.keys.sorted())
        throw reader.mistake("unknown key `\(name)`\(nearest)", member.keyValue)
      }
      try take(key, name, member.value, reader)
    }
    if let environment, environments[environment] == nil {
      let nearest = SpellingSuggestion.didYouMean(environment, among: environments.keys.sorted())
      throw .file(path: path, reason: "`environment` is \(environment), which is not in `environments`\(nearest)")
    }
  }

  private mutating func take(
    _ key: Key,
    _ name: String,
    _ value: JSONValue,
    _ reader: ProjectFileReader
  ) throws(ConformanceError) {
    switch key {
    case .schema: break
    case .contracts: contracts += try reader.paths(value, name)
    case .environments: for member in try reader.members(value, name) { try take(environment: member, reader) }
    case .variables: variables = reader.settings(of: try reader.members(value, name))
    case .environment: environment = try reader.text(value, name)
    case .reports:
      for report in try reader.members(value, name) {
        let file = try reader.path(report.value, report.key)
        flags["--report", default: []].append("\(report.key)=\(file)")
      }
    case .texts(let flag): flags[flag] = try reader.texts(value, name)
    case .text(let flag): flags[flag] = [try reader.text(value, name)]
    case .path(let flag): flags[flag] = [try reader.path(value, name)]
    case .number(let flag):
      guard let number = value.int else { throw reader.mistake("`\(name)` must be a whole number", value) }
      flags[flag] = ["\(number)"]
    case .truth(let flag):
      guard let truth = value.bool else { throw reader.mistake("`\(name)` must be true or false", value) }
      if truth { flags[flag] = [] }
    }
  }

  private mutating func take(
    environment: JSONMember,
    _ reader: ProjectFileReader
  ) throws(ConformanceError) {
    var servers: [String: String] = [:]
    for member in try reader.members(environment.value, environment.key) {
      switch (member.key, member.value.kind) {
      case ("servers", .object):
        for server in member.value.members { servers[server.key] = try reader.text(server.value, server.key) }
      case ("variables", .object):
        environmentVariables[environment.key] = reader.settings(of: Array(member.value.members))
      default: servers[member.key] = try reader.text(member.value, member.key)
      }
    }
    environments[environment.key] = servers
  }
}

/// A project file during reading: its values, and its errors with their places.
private struct ProjectFileReader {
  let path: String
  let document: JSONDocument

  init(_ path: String) throws(ConformanceError) {
    self.path = path
    do {
      document = try JSONDocument(parsing: try FileAccess.read(path))
    } catch let error as FileAccess.Failure {
      throw ConformanceError(error)
    } catch {
      throw .file(path: path, reason: "it is not JSON: \(error)")
    }
    guard document.root.kind == .object else { throw mistake("the file must be an object", document.root) }
  }

  /// Returns the path in `value`, relative to the folder of the file.
  ///
  /// Throws if it is a pipe or a device, which only the command line can name: reading one may never end.
  func path(_ value: JSONValue, _ name: String) throws(ConformanceError) -> String {
    let named = try text(value, name)
    let folder = FileAccess.folder(of: path)
    let isHere = folder == "." || folder.isEmpty
    let located = isHere || named.hasPrefix("/") || named == "-" ? named : "\(folder)/\(named)"
    guard !FileAccess.isSpecialFile(located) else {
      throw mistake("`\(name)` names \(located), which is not a plain file; name pipes on the command line", value)
    }
    return located
  }

  func paths(_ value: JSONValue, _ name: String) throws(ConformanceError) -> [String] {
    guard value.kind == .array else { throw mistake("`\(name)` must be a list", value) }
    return try value.items.map { (item) throws(ConformanceError) in try path(item, name) }
  }

  func mistake(_ words: String, _ value: JSONValue) -> ConformanceError {
    let place = document.location(ofByte: value.byteRange.lowerBound)
    return .file(path: path, reason: "\(place.line):\(place.column): \(words)")
  }

  func text(_ value: JSONValue, _ name: String) throws(ConformanceError) -> String {
    guard let text = value.string else { throw mistake("`\(name)` must be a text", value) }
    return text
  }

  func texts(_ value: JSONValue, _ name: String) throws(ConformanceError) -> [String] {
    guard value.kind == .array else { throw mistake("`\(name)` must be a list", value) }
    var texts: [String] = []
    for item in value.items { texts.append(try text(item, name)) }
    return texts
  }

  func members(_ value: JSONValue, _ name: String) throws(ConformanceError) -> [JSONMember] {
    guard value.kind == .object else { throw mistake("`\(name)` must be an object", value) }
    return Array(value.members)
  }

  func settings(of members: [JSONMember]) -> [VariableSetting] {
    members.map { VariableSetting($0.key, $0.value.text, isText: false, origin: "`\($0.key)` of \(path)") }
  }
}
