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
}
