import AssayFindings
import TestKit
import Testing

@testable import AssayReport

/// Readers drop a case whose class and name they have seen, in whatever suite it stands.
@Suite struct ReportCaseTests {
  @Test func noCaseOfAFileIsCalledLikeAnother() {
    let checks = ["s/a", "s/a", "s/b"].map { CheckResult(id: $0, scenario: "s", status: .passed) }
    let runs = ["landmark", "landmark", "landmark #2", "landmark.s"].map { service in
      RunResult(assay: "", contract: service, outcome: .passed, checks: checks)
    }
    // Without a scenario the class is the contract alone, which here is the class of another.
    let bare = CheckResult(id: "s/a", status: .passed)
    let suites = ReportCase.suites(
      of: runs + [RunResult(assay: "", contract: "landmark.s", outcome: .passed, checks: [bare])],
      options: ReportOptions()
    )
    let cases = suites.flatMap(\.cases)
    #expect(Set(cases.map { [$0.classname, $0.name] }).count == 13)
    #expect(Set(cases.map(\.title)).count == 13)
    #expect(suites.map(\.name) == ["landmark", "landmark #2", "landmark #2 #2", "landmark.s", "landmark.s #2"])
    #expect(suites[1].cases.map(\.name) == ["s/a", "s/a #2", "s/b"])
    #expect(suites[1].cases[0].classname == "landmark #2.s")
  }

  /// A blocked `must` is never green: it is skipped only behind what is red already, and that is never another scenario,
  /// though it broke in the same words.
  @Test func whatIsBlockedIsRedWhereNothingElseIs() {
    func check(_ id: String, _ status: CheckResult.Status, _ reason: String = "") -> CheckResult {
      var check = CheckResult(id: id, scenario: String(id.prefix(1)), status: status, reason: reason)
      check.isBlocked = status == .error
      return check
    }
    func results(_ level: Level, of id: String, accepted: Bool = false) -> [ReportCase.Result] {
      let checks = [
        check("a/make", .passed), check("a/get", .error, "its input is missing"),
        check("b/get", .error, "no such file"),
        check("c/get", .error, "c/make brought nothing: no name"), check("a/last", .error, "no such file"),
      ]
      var finding = Finding(level: level, check: id, rule: "schema.type", message: "no name")
      if accepted { finding.accepted = Acceptance(reason: "known", until: "2030-01-01") }
      let result = RunResult(assay: "", contract: "x", outcome: .failed, checks: checks, findings: [finding])
      return ReportCase.suites(of: [result], options: ReportOptions())[0].cases.map(\.result)
    }
    #expect(results(.must, of: "a/make") == [.passed, .skipped, .error, .error, .skipped])
    #expect(results(.should, of: "a/make") == [.passed, .error, .error, .error, .error])
    #expect(results(.must, of: "a/make", accepted: true) == [.passed, .error, .error, .error, .error])
    #expect(results(.must, of: "a/last") == [.passed, .error, .error, .error, .error])
  }

  /// `--quiet` says what nothing red explains, and so do reports, however much broke in other scenarios.
  @Test func whatIsBlockedIsSaidThoughAnotherScenarioBrokeInTheSameWords() {
    let reason = "1 must could not be judged: $steps.make.outputs.id was not captured (id is missing)"
    let checks = [
      CheckResult(id: "x/bad", scenario: "x", status: .failed),
      CheckResult(id: "x/use", scenario: "x", status: .error, reason: reason),
      CheckResult(id: "y/make", scenario: "y", status: .passed),
      CheckResult(id: "y/use", scenario: "y", status: .error, reason: reason),
    ]
    let finding = Finding(level: .must, check: "x/bad", rule: "schema.required", message: "id is missing")
    let result = RunResult(assay: "", contract: "x", outcome: .failed, checks: checks, findings: [finding])
    #expect(result.unexplained(ReportOptions()).map(\.id) == ["y/use"])
  }

  @Test func whatIsBlockedIsLookedThroughOnce() async throws {
    let growth = try await Work.growth(from: 500) { count in
      var checks: [CheckResult] = []
      var findings: [Finding] = []
      for number in 0..<count {
        checks.append(CheckResult(id: "x\(number)/a", scenario: "x\(number)", status: .failed))
        checks.append(
          CheckResult(id: "y\(number)/a", scenario: "y\(number)", status: .error, reason: "no file \(number)")
        )
        findings.append(Finding(level: .must, check: "x\(number)/a", rule: "status", message: "job \(number) broke"))
      }
      let result = RunResult(assay: "", contract: "x", outcome: .failed, checks: checks, findings: findings)
      return { #expect(result.unexplained(ReportOptions()).count == count) }
    }
    #expect(growth < 10)
  }
}
