import AssayFindings
import AssayReport
import Testing

/// What servers send may be as long, and runs as large, as they like: reports stay what a reader can open.
struct LargeRunTests {
  @Test(arguments: ReportFormat.allCases) func aNameOfAMegabyteIsCut(format: ReportFormat) {
    let name = String(repeating: "n", count: 1 << 20)
    var run = SampleRuns.passed
    run.outcome = .failed
    run.findings = [
      Finding(
        level: .must,
        check: run.checks[0].id,
        operation: run.checks[0].operation,
        rule: "schema.required",
        place: Place(nil, .value(ValuePath([.member(name)]))),
        message: "`\(name)` is missing",
        expected: name,
        actual: name,
        excerpt: "{ \"\(name)\": 1 }",
        alternatives: [name]
      )
    ]
    run.checks[0].status = .failed
    run.checks[0].transcript = name
    let text = format.render([run])
    #expect(text.utf8.count < 200_000)
    #expect(text.contains("(1048576 characters)") || text.contains("characters)"))
  }

  @Test func aPageOfManyChecksIsSmall() {
    var run = SampleRuns.passed
    run.checks = (1...5_000).map { (number: Int) in
      CheckResult(
        id: "scenario-\(number)/search-for-\(number)",
        operation: "search-\(number)",
        scenario: "scenario-\(number)",
        status: number > 3_000 ? .failed : .passed,
        transcript: number > 3_000 ? String(repeating: "GET http://127.0.0.1/search\n", count: 20) : ""
      )
    }
    run.findings = (3_001...5_000).map { (number: Int) in
      Finding(
        level: .must,
        check: "scenario-\(number)/search-for-\(number)",
        operation: "search-\(number)",
        rule: "schema.required",
        place: Place(nil, .value(ValuePath([.member("results"), .item(number)]))),
        message: "`similarity` is missing in result \(number)",
        expected: "the member `similarity`",
        actual: "an object with `id`, `score`, `title`",
        excerpt: "{\n  \"id\": \"\(number)\",\n  \"score\": 0.5,\n  ^ similarity is missing\n}"
      )
    }
    run.outcome = .failed
    let page = ReportFormat.html.render([run])
    #expect(page.utf8.count < 3_000_000, "\(page.utf8.count) bytes")
    #expect(page.contains("would make this page too large; the JSON report has"))
    let sarif = ReportFormat.sarif.render([run])
    #expect(sarif.utf8.count < 10_000_000, "\(sarif.utf8.count) bytes")
  }
}
