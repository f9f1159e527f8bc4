import AssayFindings
import AssayReport
import Testing

@Suite struct ScenarioLinesTests {
  private func lines(_ checks: [CheckResult], scenarios: [String: Int], ends: Bool = true) -> [StyledLine] {
    var run = ScenarioLines(ConsoleReport(options: ReportOptions()))
    var lines = run.lines(for: .runStarted(contract: "c", checks: checks.count, scenarios: scenarios)).dropFirst()
    for check in checks { lines += run.lines(for: .checkEnded(check, findings: [])) }
    guard ends else { return Array(lines) }
    let result = RunResult(assay: "", contract: "c", outcome: .passed, checks: checks)
    return Array(lines + run.lines(for: .runEnded(result)).prefix { !$0.isEmpty })
  }

  private func check(_ id: String, _ status: CheckResult.Status = .passed, reason: String = "") -> CheckResult {
    let scenario = String(id.prefix { $0 != "/" })
    return CheckResult(id: id, scenario: scenario, status: status, duration: .milliseconds(2), reason: reason)
  }

  @Test func aScenarioThatPassedIsALine() {
    let checks = [check("a/one"), check("b/one"), check("a/two")]
    #expect(lines(checks, scenarios: ["a": 2, "b": 1], ends: false) == ["✓ b/one  2 ms", "✓ a  2 checks, 4 ms"])
  }

  @Test func oneThatFailedIsOpened() {
    let checks = [check("a/one"), check("a/two", .failed), check("a/three", .skipped, reason: "no id")]
    #expect(
      lines(checks, scenarios: ["a": 3], ends: false) == [
        "✗ a  3 checks, 6 ms", "  ✓ a/one  2 ms", "  ✗ a/two  2 ms", "  - a/three  skipped: no id",
      ]
    )
  }

  @Test func oneThatWasSkippedForOneReasonIsALine() {
    let checks = ["a/one", "a/two"].map { check($0, .skipped, reason: "the server is down") }
    #expect(lines(checks, scenarios: ["a": 2], ends: false) == ["- a  2 checks skipped: the server is down"])
  }

  @Test func ofManyChecksThoseThatPassedAreLeftOut() {
    let checks = (1...21).map { check("a/\($0)", $0 == 9 ? .failed : .passed) }
    #expect(lines(checks, scenarios: ["a": 21], ends: false) == ["✗ a  21 checks, 42 ms", "  ✗ a/9  2 ms"])
  }

  @Test func anInterruptedRunShowsWhatHasEnded() {
    let checks = [check("a/one"), check("a/two")]
    #expect(lines(checks, scenarios: ["a": 3], ends: false).isEmpty)
    #expect(lines(checks, scenarios: ["a": 3]) == ["✓ a  2 checks, 4 ms"])
  }

  @Test func aCheckOfNoKnownScenarioIsALine() {
    #expect(
      lines([check("a/one"), check("a/two")], scenarios: [:], ends: false) == ["✓ a/one  2 ms", "✓ a/two  2 ms"]
    )
  }

  @Test func aFailedRunEndsWithTheNextSteps() {
    let finding = Finding(level: .must, check: "a/two", rule: "schema.type", message: "m")
    var result = RunResult(assay: "", contract: "c", outcome: .failed, findings: [finding])
    let console = ConsoleReport(options: ReportOptions())
    #expect(
      console.next([result], report: nil) == ["next: assay explain schema.type", "      assay verify … --only 'a/two'"]
    )
    #expect(console.next([result], report: "out.json").last == "      assay verify … --last-failed out.json")
    result.findings[0].accepted = Acceptance(reason: "")
    #expect(console.next([result], report: nil).isEmpty)
  }
}
