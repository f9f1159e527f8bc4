import AssayFindings
import AssayReport
import Testing

@Suite struct ConsoleReportTests {
  @Test func saysNothingATerminalWouldObey() {
    let text = ReportFixtures.console([SampleRuns.hostile], options: ReportOptions())
    #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)) })
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }

  @Test func usesColourOnlyWhenAsked() {
    #expect(!ReportFixtures.console([SampleRuns.mondrian], options: ReportOptions()).contains("\u{1B}"))
    #expect(
      ReportFixtures.console([SampleRuns.mondrian], options: ReportOptions(colour: true)).contains("\u{1B}[1;31m")
    )
  }

  @Test func marksTheBrokenPlace() {
    let finding = Finding(
      level: .must,
      rule: "schema.type",
      location: "/a~1b/count",
      message: "count is no integer",
      actual: "\"12\"",
      excerpt: "{\"other\": \"12\",\n \"count\": \"12\"}"
    )
    let text = ReportFixtures.console(
      [RunResult(assay: "", contract: "c", outcome: .failed, findings: [finding])],
      options: ReportOptions()
    )
    #expect(text.contains("   |  \"count\": \"12\"}\n   |           ^^^^\n"))
  }

  @Test func countsOccurrencesAndOtherChecks() {
    let finding = Finding(
      level: .should,
      alsoIn: (1...7).map { "s/step\($0)" },
      rule: "schema.minimum",
      message: "too small",
      occurrences: 12
    )
    let text = ReportFixtures.console(
      [RunResult(assay: "", contract: "c", outcome: .passed, findings: [finding])],
      options: ReportOptions()
    )
    #expect(text.contains("= seen: 12 times"))
    #expect(text.contains("= also in: 7 other checks (s/step1, s/step2, s/step3, s/step4, s/step5, …)"))
  }
}
