import AssayFindings
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

  /// A blocked `must` is never green: it is skipped only behind what is red already.
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
        check("c/get", .error, "a/make, made before it, broke: no name"), check("a/last", .error, "no such file"),
      ]
      var finding = Finding(level: level, check: id, rule: "schema.type", message: "no name")
      if accepted { finding.accepted = Acceptance(reason: "known", until: "2030-01-01") }
      let result = RunResult(assay: "", contract: "x", outcome: .failed, checks: checks, findings: [finding])
      return ReportCase.suites(of: [result], options: ReportOptions())[0].cases.map(\.result)
    }
    #expect(results(.must, of: "a/make") == [.passed, .skipped, .error, .skipped, .skipped])
    #expect(results(.should, of: "a/make") == [.passed, .error, .error, .error, .error])
    #expect(results(.must, of: "a/make", accepted: true) == [.passed, .error, .error, .error, .error])
    #expect(results(.must, of: "a/last") == [.passed, .error, .error, .skipped, .error])
  }
}
