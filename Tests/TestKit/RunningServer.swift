import Foundation

/// A server in a process of its own that prints `NAME=URL` lines and then `READY`, running until the test is done with it.
package final class RunningServer: Sendable {
  /// The URL of each server, by its name.
  package let servers: [String: String]
  private let process: Process
  private let input: Pipe

  /// The server never printed `READY`.
  package struct NotReady: Error, CustomStringConvertible {
    var command: String
    package var description: String { "\(command) ended before it was READY" }
  }

  /// Starts `program` and waits until it listens.
  package init(_ program: Program, _ arguments: [String]) throws {
    process = program.process(arguments)
    input = Pipe()
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = input
    process.currentDirectoryURL = Repository.root
    try process.run()
    guard let servers = Self.announced(output.fileHandleForReading) else {
      throw NotReady(command: ([program.path] + arguments).joined(separator: " "))
    }
    self.servers = servers
  }

  /// A server written in Python that shares no line with Assay.
  package static func python(_ script: String, _ arguments: [String] = []) throws -> RunningServer {
    try RunningServer(.python, [script] + arguments)
  }

  /// `assay mock` on free ports.
  package static func mock(_ contract: String, _ flags: [String] = []) throws -> RunningServer {
    try RunningServer(.assay, ["mock", contract, "--port", "0", "--pace", "fast"] + flags)
  }

  deinit { stop() }

  /// The number of its process.
  package var identifier: Int32 { process.processIdentifier }

  /// Ends the server at once.
  package func stop() {
    try? input.fileHandleForWriting.close()
    // Not SIGTERM: a child of a thread of Swift's pool inherits it blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The flags that point a verification at the servers.
  package var serverFlags: [String] {
    servers.sorted { $0.key < $1.key }.flatMap { ["--server", "\($0.key)=\($0.value)"] }
  }

  /// The URL of the server called `api`, or of the only one.
  package var url: String { servers["api"] ?? servers.values.sorted().first ?? "" }

  /// The `NAME=URL` lines up to `READY`; `nil` where the output ends before it.
  private static func announced(_ handle: FileHandle) -> [String: String]? {
    var servers: [String: String] = [:]
    var rest = Data()
    while true {
      let more = handle.nextPiece
      guard !more.isEmpty else { return nil }
      rest += more
      while let end = rest.firstIndex(of: 0x0A) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest = Data(rest[(end + 1)...])
        if line == "READY" { return servers }
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2 { servers[parts[0]] = parts[1] }
      }
    }
  }
}
