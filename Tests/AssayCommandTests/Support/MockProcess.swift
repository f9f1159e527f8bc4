import Foundation

/// `assay mock`, running until the test is done with it.
final class MockProcess: Sendable {
  let servers: [String: String]
  private let process: Process

  init(_ contract: String, _ flags: [String] = []) throws {
    process = Process()
    process.executableURL = AssayProcess.binary
    process.arguments = ["mock", contract, "--port", "0", "--pace", "fast"] + flags
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    servers = PythonServer.announced(output.fileHandleForReading)
  }

  deinit {
    // Not SIGTERM: a child of a thread of Swift's pool inherits it blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The flags that point a verification at the mock.
  var serverFlags: [String] { servers.sorted { $0.key < $1.key }.flatMap { ["--server", "\($0.key)=\($0.value)"] } }
}
