import AssayFindings
import AssayReport
import Testing

/// A check that was made beside others says so, in every report that has room for it.
struct ConcurrencyTests {
  private static let results: [RunResult] = {
    var result = SampleRuns.mondrian
    for index in result.checks.indices where result.checks[index].id == "upload/stream/stream" {
      let others = (1...7).map { "upload/other-\($0)/poll" }
      result.checks[index].concurrency = .init(start: .milliseconds(1_250), others: others)
    }
    return [result]
  }()

  @Test(arguments: [
    (ReportFormat.json, "\"start_ms\": 1250"), (.json, "\"upload/other-7/poll\""),
    (.html, "started 1.25 s into the run, together with upload/other-1/poll, "),
    (.html, "upload/other-5/poll and 2 more"),
    (.junit, "when: started 1.25 s into the run, together with upload/other-1/poll"),
  ])
  func isTold(_ format: ReportFormat, _ text: String) {
    #expect(format.render(Self.results).contains(text))
  }
}
