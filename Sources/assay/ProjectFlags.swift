import AssayKit
import AssayText

/// `assay.json`, and the flags that choose from it.
enum ProjectFlags {
  static let flags = [
    Flag(name: "--config", value: "FILE", help: "The project file; without contracts, ./assay.json."),
    Flag(name: "--environment", value: "NAME", help: "The environment of the project file whose servers are meant."),
  ]

  /// The arguments with what the project file says, where one is named or no contract is given; flags win over it.
  static func complete(_ arguments: ParsedArguments, for syntax: CommandSyntax) throws -> ParsedArguments {
    let named = arguments.one("--config")
    guard named != nil || arguments.operands.isEmpty || arguments.has("--environment") else { return arguments }
    let path = named ?? "assay.json"
    guard named != nil || FileAccess.exists(path) else {
      let wanted = "or a project file assay.json in this folder; assay schema config describes it"
      throw ParsedArguments.Mistake(message: "assay \(syntax.name) needs CONTRACT…, \(wanted)")
    }
    let project: ProjectFile
    do throws(ConformanceError) {
      project = try ProjectFile(contentsOf: path)
    } catch {
      throw ParsedArguments.Mistake(message: error.description)
    }
    var completed = arguments
    if completed.operands.isEmpty { completed.operands = project.contracts }
    guard !completed.operands.isEmpty else {
      throw ParsedArguments.Mistake(message: "\(path) names no contracts: add `contracts`")
    }
    // A recording is neither waited for nor tried again.
    let needless = arguments.has("--replay") ? ["--wait", "--retries"] : []
    let flags = project.flags.filter { !needless.contains($0.key) }
    for (flag, values) in flags where !arguments.has(flag) && syntax.flags.contains(where: { $0.name == flag }) {
      completed.set(flag, values)
    }
    guard let name = arguments.one("--environment") ?? project.environment else { return completed }
    guard let servers = project.environments[name] else {
      let known = project.environments.keys.sorted()
      let nearest = SpellingSuggestion.didYouMean(name, among: known)
      let others = known.isEmpty ? "" : ", only \(known.all)"
      throw ParsedArguments.Mistake(message: "\(path) has no environment \(name)\(others)\(nearest)")
    }
    let given = Set(arguments.all("--server").compactMap { $0.split(separator: "=").first.map(String.init) })
    let urls = servers.filter { !given.contains($0.key) }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    if syntax.flags.contains(where: { $0.name == "--server" }) {
      completed.set("--server", urls + arguments.all("--server"))
    }
    return completed
  }
}
