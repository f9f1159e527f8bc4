import Foundation
import Synchronization

/// A program that answers each line of its standard input with one line, running until the tests are done with it.
package final class AnsweringProgram: Sendable {
  /// The program ended without an answer.
  package struct Silence: Error {}

  private let process: Process
  private let input = Pipe()
  private let output = Pipe()
  /// What came behind the last answer; held while a question is open, so that answers come to those who asked.
  private let rest = Mutex(Data())

  package init(_ program: Program, _ arguments: [String]) throws {
    process = program.process(arguments)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The line that answers `question`.
  package func answer(to question: String) throws -> String {
    try rest.withLock { rest in
      try input.fileHandleForWriting.write(contentsOf: Data((question + "\n").utf8))
      while true {
        if let end = rest.firstIndex(of: 0x0A) {
          defer { rest = Data(rest[(end + 1)...]) }
          return String(decoding: rest[..<end], as: UTF8.self)
        }
        let more = output.fileHandleForReading.nextPiece
        guard !more.isEmpty else { throw Silence() }
        rest += more
      }
    }
  }
}
