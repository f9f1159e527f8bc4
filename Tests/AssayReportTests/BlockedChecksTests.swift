import AssayFindings
import TestKit
import Testing

@testable import AssayReport

/// What could not be judged is told apart from what a finding explains, however many there are of both.
struct BlockedChecksTests {
  /// A run in which half of the checks broke, each in its own words, and the other half could not be judged, each for another
  /// reason.
  private static func run(_ count: Int) -> RunResult {
    var checks: [CheckResult] = []
    var findings: [Finding] = []
    for number in 0..<count {
      let id = "broken-\(number)/step"
      checks.append(CheckResult(id: id, operation: "a", scenario: "broken-\(number)", status: .failed))
      findings.append(
        Finding(level: .must, check: id, operation: "a", rule: .status, message: "the job \(number) broke")
      )
      // Every other one names what a finding tells.
      let reason = "the job \(number % 2 == 0 ? "\(number) broke" : "of \(number) is gone")"
      checks.append(
        CheckResult(
          id: "blocked-\(number)/step",
          operation: "b",
          scenario: "blocked-\(number)",
          status: .error,
          reason: "1 must could not be judged: \(reason)"
        )
      )
    }
    return RunResult(
      assay: "0",
      contract: "c",
      title: "C",
      file: "c.json",
      servers: [],
      outcome: .failed,
      checks: checks,
      findings: findings,
      documents: [],
      started: ""
    )
  }

  @Test func tellsOfThoseThatNothingExplains() {
    let unexplained = Self.run(100).unexplained(ReportOptions())
    #expect(unexplained.map(\.id) == (0..<100).filter { $0 % 2 == 1 }.map { "blocked-\($0)/step" })
  }

  /// A square would be sixteen times as much.
  @Test func growsWithTheRun() async throws {
    func least(_ count: Int) async throws -> Double {
      let run = Self.run(count)
      var least = Double.infinity
      for _ in 0..<3 { least = min(least, try await Work.seconds { _ = run.unexplained(ReportOptions()) }) }
      return least
    }
    let (short, long) = (try await least(1_000), try await least(4_000))
    #expect(long < short * 9, "\(short) s and \(long) s")
  }
}
