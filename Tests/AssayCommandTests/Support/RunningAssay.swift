import Foundation
import Synchronization

/// The command while it runs: what it has printed so far can be waited for, and signals can be sent to it.
final class RunningAssay: Sendable {
  private let process: Process
  private let printed = Mutex(Data())
  private let errors: Pipe
  private let ended: AsyncStream<Void>
  private let changed: AsyncStream<Void>

  init(_ arguments: [String]) throws {
    (process, errors) = (Process(), Pipe())
    process.executableURL = AssayProcess.binary
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    let (changed, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (ended, end) = AsyncStream<Void>.makeStream()
    (self.changed, self.ended) = (changed, ended)
    try process.run()
    let handle = output.fileHandleForReading
    Thread.detachNewThread { [self] in
      while true {
        let piece = handle.availableData
        if piece.isEmpty { break }
        printed.withLock { $0 += piece }
        change.yield()
      }
      change.finish()
      end.finish()
    }
  }

  private var text: String { printed.withLock { String(decoding: $0, as: UTF8.self) } }

  /// Returns once standard output contains `words`, or has ended.
  func output(contains words: String) async throws {
    if text.contains(words) { return }
    for await _ in changed where text.contains(words) { return }
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end.
  func outcome() async -> AssayProcess.Outcome {
    for await _ in ended {}
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return AssayProcess.Outcome(
      status: process.terminationStatus,
      output: text,
      errors: String(decoding: said, as: UTF8.self)
    )
  }
}
