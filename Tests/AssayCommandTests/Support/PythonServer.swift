import Foundation

/// A server that prints `NAME=URL` lines and then `READY`, running until the test is done with it.
final class PythonServer: Sendable {
  let servers: [String: String]
  private let process: Process
  private let input: Pipe

  init(_ script: String, _ arguments: [String] = []) throws {
    let python = ProcessInfo.processInfo.environment["ASSAY_PYTHON"] ?? "/usr/bin/env python3"
    let words = python.split(separator: " ").map(String.init) + [script] + arguments
    (process, input) = (Process(), Pipe())
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    servers = Self.announced(output.fileHandleForReading)
  }

  deinit { stop() }

  /// Ends the server at once.
  func stop() {
    try? input.fileHandleForWriting.close()
    // Not SIGTERM: a child of a thread of Swift's pool inherits it blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Reads `NAME=URL` lines up to `READY`.
  static func announced(_ handle: FileHandle) -> [String: String] {
    var servers: [String: String] = [:]
    var text = Data()
    while !text.split(separator: 0x0A).contains(Data("READY".utf8)) {
      let more = handle.availableData
      guard !more.isEmpty else { break }
      text += more
    }
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { servers[parts[0]] = parts[1] }
    }
    return servers
  }
}
