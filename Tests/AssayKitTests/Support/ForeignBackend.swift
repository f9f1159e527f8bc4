import Foundation
import Testing

/// A backend written in Python, running in a process of its own until the test is done with it.
final class ForeignBackend: Sendable {
  /// One way the backend can behave, and what a verification must make of it.
  struct Variant: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var kind: Kind
    var about: String
    var expects: [Expectation]

    enum Kind: String, Decodable { case conforming, legal, broken }
    var testDescription: String { name }
  }

  /// A finding a broken variant must bring about.
  struct Expectation: Decodable, Sendable {
    var level: String
    var operation: String
    /// The rule ids that would be right.
    var rules: [String]
    /// A part of the finding's location.
    var location: String?
    /// The finding may be made or not.
    var isOptional: Bool

    private enum Key: String, CodingKey { case level, operation, rule, location, optional }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      level = try container.decode(String.self, forKey: .level)
      operation = try container.decode(String.self, forKey: .operation)
      rules =
        try (try? container.decode([String].self, forKey: .rule)) ?? [container.decode(String.self, forKey: .rule)]
      location = try container.decodeIfPresent(String.self, forKey: .location)
      isOptional = try container.decodeIfPresent(Bool.self, forKey: .optional) ?? false
    }
  }

  let servers: [String: String]
  private let process: Process
  private let input: Pipe

  /// Starts the backend and waits until it listens.
  init(_ system: DocumentedSystem) throws {
    (process, input) = Self.process([system.backend])
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    var servers: [String: String] = [:]
    for line in LineReader(output.fileHandleForReading) {
      if line == "READY" { break }
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { servers[parts[0]] = parts[1] }
    }
    self.servers = servers
  }

  deinit {
    try? input.fileHandleForWriting.close()
    // Not SIGTERM: a child of a thread of Swift's pool inherits it blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The variants the backend knows.
  static func variants(of system: DocumentedSystem) throws -> [Variant] {
    let (process, _) = process([system.backend, "--list-variants"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([Variant].self, from: data)
  }

  /// Makes the backend behave as `variant` from now on, its state new.
  func select(_ variant: String) throws {
    let url = try #require(servers.values.sorted().first)
    // The control path is the backend's own, not a system's: see fixtures/backends/README.md.
    let (process, _) = Self.process([Repository.path("fixtures/backends/switch_variant.py"), url, variant])
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "cannot select \(variant)")
  }

  private static func process(_ arguments: [String]) -> (Process, Pipe) {
    let process = Process()
    let words = Repository.python.split(separator: " ").map(String.init) + arguments
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    return (process, Pipe())
  }
}

/// The lines of a pipe, as they come.
struct LineReader: Sequence, IteratorProtocol {
  private let handle: FileHandle
  private var rest = Data()

  init(_ handle: FileHandle) { self.handle = handle }

  mutating func next() -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest = rest[(end + 1)...] }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = handle.availableData
      guard !more.isEmpty else { return nil }
      rest = Data(rest + more)
    }
  }
}
