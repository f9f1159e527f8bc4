package import Foundation
import Synchronization

/// A program while it runs: what it has printed so far can be waited for, and signals can be sent to it.
package final class RunningProgram: Sendable {
  private let process: Process
  private let printed = Mutex(Data())
  private let complaints = Mutex(Data())
  private let ended: AsyncStream<Void>
  private let changed: AsyncStream<Void>

  package init(
    _ program: Program,
    _ arguments: [String],
    environment: [String: String]? = nil,
    folder: URL? = nil
  ) throws {
    process = program.process(arguments)
    if let environment { process.environment = Program.ofSanitizer.merging(environment) { _, new in new } }
    if let folder { process.currentDirectoryURL = folder }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    let (changed, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (ended, end) = AsyncStream<Void>.makeStream()
    (self.changed, self.ended) = (changed, ended)
    try process.run()
    let said = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      drain(errors) { piece in complaints.withLock { $0 += piece } }
      said.signal()
    }
    Thread.detachNewThread { [self] in
      drain(output) { piece in
        printed.withLock { $0 += piece }
        change.yield()
      }
      said.wait()
      change.finish()
      end.finish()
    }
  }

  /// Returns once standard output contains `words`, or has ended.
  package func output(contains words: String) async {
    if text.contains(words) { return }
    for await _ in changed where text.contains(words) { return }
  }

  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end.
  package func outcome() async -> Program.Outcome {
    for await _ in ended {}
    process.waitUntilExit()
    let said = complaints.withLock { String(decoding: $0, as: UTF8.self) }
    return Program.Outcome(status: process.exitStatus, output: text, errors: said)
  }

  private var text: String { printed.withLock { String(decoding: $0, as: UTF8.self) } }

  private func drain(_ pipe: Pipe, _ take: (Data) -> Void) {
    while true {
      let piece = pipe.fileHandleForReading.nextPiece
      if piece.isEmpty { return }
      take(piece)
    }
  }
}
