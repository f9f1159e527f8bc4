import Foundation
import TestKit
import Testing

/// What the system does not let the process have is said at once, with the remedy.
struct ProcessLimitsTests {
  private let contract = Repository.path("contracts/landmark.json")

  private static let limits = [
    ("ulimit -n 8", "may have 8 files open", "ulimit -n 1024"),
    ("ulimit -v 100000", "MB of address space", "ulimit -v unlimited"),
  ]

  // A sanitizer takes terabytes of addresses for itself.
  @Test(arguments: limits.prefix(Program.isSanitized ? 1 : 2))
  func tooLittleIsNamed(_ limit: String, _ reason: String, _ remedy: String) async throws {
    let outcome = try await run(limit)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(reason) && outcome.errors.contains(remedy), "\(outcome.errors)")
  }

  /// Enough is enough, and a limit that may be raised is.
  @Test(arguments: ["ulimit -n 64", "ulimit -S -n 8"])
  func enoughIsNoMistake(_ limit: String) async throws {
    let outcome = try await run(limit)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func anArgumentThatIsNotUTF8IsNamed() async throws {
    let outcome = try await Program("/bin/bash").finish(["-c", #"exec "$0" lint $'bad\xff.json'"#, Program.assay.path])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("argument 2, bad\u{FFFD}.json, is not UTF-8"), "\(outcome.errors)")
  }

  private func run(_ limit: String) async throws -> Program.Outcome {
    try await Program("/bin/bash").finish(["-c", #"\#(limit); exec "$0" lint "$1""#, Program.assay.path, contract])
  }
}
