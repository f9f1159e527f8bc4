import Foundation

/// A server that prints `NAME=URL` lines and then `READY`, running until the test is done with it.
final class DriftBackend: Sendable {
  let servers: [String: String]
  private let process: Process
  private let input: Pipe

  init(_ script: String) throws {
    let words = Repository.python.split(separator: " ").map(String.init) + [script]
    (process, input) = (Process(), Pipe())
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    var servers: [String: String] = [:]
    var text = Data()
    while !String(decoding: text, as: UTF8.self).contains("READY\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      text += more
    }
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
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
}
