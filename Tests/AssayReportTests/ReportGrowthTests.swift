import AssayFindings
import AssayReport
import TestKit
import Testing

/// Reports of many checks: what is four times as long takes about four times as much work.
@Suite(.serialized) struct ReportGrowthTests {
  /// A run in which a third of the checks broke, each in its own words, a third could not be judged, each for a reason of its
  /// own, and the others passed.
  private static func run(_ count: Int) -> RunResult {
    var checks: [CheckResult] = []
    var findings: [Finding] = []
    for number in 0..<count {
      var check = CheckResult(id: "s\(number)/step", operation: "a", scenario: "s\(number)", status: .passed)
      switch number % 3 {
      case 0:
        check.status = .failed
        check.command = "curl http://127.0.0.1/\(number)"
        let message = "the job \(number) broke"
        findings.append(Finding(level: .must, check: check.id, operation: "a", rule: .status, message: message))
      case 1:
        check.status = .error
        check.reason = "1 must could not be judged: the job of \(number) is gone"
      default: break
      }
      checks.append(check)
    }
    return RunResult(assay: "0", contract: "c", outcome: .failed, checks: checks, findings: findings)
  }

  @Test(arguments: ReportFormat.allCases) func growsWithTheRun(format: ReportFormat) async throws {
    let growth = try await Work.growth(from: 1_000) { count in
      let run = Self.run(count)
      return { _ = format.render([run]) }
    }
    #expect(growth < 10)
  }
}
