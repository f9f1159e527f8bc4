import AssayKit
import AssayText

/// The reader of the project file `assay.json`, and of the flags that select from it.
enum ProjectFlags {
  static let flags = [
    Flag(name: "--config", value: "FILE", help: "The project file; without contracts, ./assay.json.")
  ]

  /// Returns the arguments with the project file's values added, if a project file is named or no contract is given.
  /// Flags have priority over the file.
  ///
  /// Also returns the project file; `nil` if none is used.
  static func complete(
    _ arguments: ParsedArguments,
    for syntax: CommandSyntax
  ) throws -> (ParsedArguments, ProjectFile?) {
    let named = arguments.one("--config")
    let path = named ?? "assay.json"
    let isWanted = arguments.operands.isEmpty || (arguments.has("--environment") && FileAccess.exists(path))
    guard named != nil || isWanted else { return (arguments, nil) }
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
    // Its reports are those of assay verify, and another command would overwrite them.
    let others = syntax.name == "verify" ? [] : ["--report"]
    let flags = project.flags.filter { !(needless + others).contains($0.key) }
    for (flag, values) in flags where !arguments.has(flag) && syntax.flags.contains(where: { $0.name == flag }) {
      completed.set(flag, values)
    }
    // A contract may know it, where the project file does not.
    guard let name = arguments.one("--environment") ?? project.environment, let servers = project.environments[name]
    else { return (completed, project) }
    let given = Set(arguments.all("--server").compactMap { $0.split(separator: "=").first.map(String.init) })
    let urls = servers.filter { !given.contains($0.key) }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    if syntax.flags.contains(where: { $0.name == "--server" }) {
      completed.set("--server", urls + arguments.all("--server"))
    }
    return (completed, project)
  }
}
