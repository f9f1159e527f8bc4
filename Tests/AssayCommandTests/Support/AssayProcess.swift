import Foundation

/// The command, run as a person runs it.
struct AssayProcess {
  /// What a finished run left behind.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The binary beside the test bundle.
  static let binary: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
    return folder.appending(path: "assay")
  }()

  /// Runs the command to its end. Both pipes are drained while it runs, so that it never waits for a reader.
  static func run(
    _ arguments: [String],
    environment: [String: String] = [:],
    folder: URL? = nil,
    binary: URL = binary
  ) async throws -> Outcome {
    let process = Process()
    process.executableURL = binary
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    if let folder { process.currentDirectoryURL = folder }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    async let outputText = text(output)
    async let errorText = text(errors)
    let texts = await (outputText, errorText)
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: texts.0, errors: texts.1)
  }

  private static func text(_ pipe: Pipe) async -> String {
    let handle = pipe.fileHandleForReading
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: String(decoding: handle.readDataToEndOfFile(), as: UTF8.self))
      }
    }
  }
}
