import Foundation
import TestKit

/// A folder of `fixtures/cli`: a command line, what is around it, and all that comes of it.
struct CommandCase {
  let name: String
  /// The folder, seen from the checkout's root, where every case runs.
  let folder: String
  /// Where the case's own files go.
  let out: TemporaryFolder
  /// What the case talks to.
  let server: RunningServer?

  init(_ name: String) throws {
    self.name = name
    folder = "fixtures/cli/\(name)"
    out = try TemporaryFolder()
    server = try Self.words(of: "\(folder)/server").first.map { try Self.start($0) }
  }

  /// All that a run leaves behind, as it is held against the case's files: `stdout`, `stderr`, `exit`, `out/…`.
  func run() async throws -> [String: String] {
    let outcome = try await outcome()
    let masks = Masks(out: out.path(""), servers: server?.servers ?? [:], isLive: try isLive)
    var left = [
      "stdout": masks.applied(to: outcome.output),
      "stderr": masks.applied(to: outcome.errors),
      "exit": "\(outcome.status)\n",
    ]
    for file in Self.files(in: out.url) {
      left["out/\(file)"] = masks.applied(to: try out.text(file))
    }
    return left
  }

  /// The names of the files a case has of what `run` returns.
  var recorded: Set<String> {
    let files = Self.files(in: Repository.url(folder))
    return Set(files.filter { ["stdout", "stderr", "exit"].contains($0) || $0.hasPrefix("out/") })
  }

  /// Whether the run takes a time of its own: a recording's times stay what they are.
  private var isLive: Bool {
    get throws {
      let words = try Self.words(of: "\(folder)/args")
      let isServing = try !Self.words(of: "\(folder)/interrupt").isEmpty
      return isServing || ["verify", "drift"].contains(words.first) && !words.contains("--replay")
    }
  }

  private func outcome() async throws -> Program.Outcome {
    let arguments = try arguments
    var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    for line in try Self.words(of: "\(folder)/environment") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      environment[parts[0]] = parts.count == 2 ? filled(parts[1]) : ""
    }
    guard let awaited = try Self.words(of: "\(folder)/interrupt").first else {
      return try await Program.assay.finish(arguments, environment: environment, isBare: true, folder: Repository.root)
    }
    let run = try RunningProgram(.assay, arguments, environment: environment, folder: Repository.root)
    await run.output(contains: awaited)
    run.send(SIGINT)
    return await run.outcome()
  }

  /// The arguments, with what stands for something else replaced: see `fixtures/cli/README.md`.
  private var arguments: [String] {
    get throws {
      try Self.words(of: "\(folder)/args").flatMap { line in
        if line == "{servers}" { return server?.serverFlags ?? [] }
        if line.hasPrefix("{files "), line.hasSuffix("}") { return try Self.matches(line.dropFirst(7).dropLast()) }
        return [filled(line)]
      }
    }
  }

  /// The text with the folders, URLs and ports of the case.
  private func filled(_ text: String) -> String {
    var text = text.replacing("{out}/", with: out.path("")).replacing("{case}", with: folder)
    for (name, url) in server?.servers ?? [:] {
      text = text.replacing("{url \(name)}", with: url)
      text = text.replacing("{port \(name)}", with: url.split(separator: ":").last ?? "")
    }
    return text
  }

  /// The paths that match `pattern`, where one component may begin with `*`, in order.
  private static func matches(_ pattern: Substring) throws -> [String] {
    let parts = pattern.split(separator: "*", maxSplits: 1).map(String.init)
    let (folder, rest) = (parts[0], parts.count == 2 ? parts[1] : "")
    return try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)).sorted()
      .map { rest.hasPrefix("/") || rest.isEmpty ? "\(folder)\($0)\(rest)" : "\(folder)\($0)" }
      .filter { $0.hasSuffix(rest) && FileManager.default.fileExists(atPath: Repository.path($0)) }
  }

  private static func start(_ command: String) throws -> RunningServer {
    var words = command.split(separator: " ").map(String.init)
    let kind = words.removeFirst()
    return try kind == "mock" ? .mock(words[0], Array(words.dropFirst())) : .python(words[0], Array(words.dropFirst()))
  }

  /// The lines of the file at `path`; none where it is not there.
  private static func words(of path: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: Repository.path(path)) else { return [] }
    return try Repository.text(path).split(separator: "\n").map(String.init)
  }

  /// The files below `folder`, by their paths in it.
  private static func files(in folder: URL) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      let path = folder.appending(path: name).path(percentEncoded: false)
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}
