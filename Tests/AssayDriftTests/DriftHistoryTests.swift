import AssayDrift
import AssayFindings
import AssayJSON
import AssayReport
import TestKit
import Testing

/// What earlier runs say of a report: since when a row is there, and which times have changed.
struct DriftHistoryTests {
  private func report(
    _ started: String,
    rows: [String],
    time: Duration = .milliseconds(100),
    isWhole: Bool = true
  ) -> DriftReport {
    var check = CheckResult(id: "a/scan", operation: "scan", scenario: "a", status: .passed)
    check.duration = time
    let run = RunResult(assay: "0", contract: "shop", outcome: .passed, checks: [check], started: started)
    let rows = rows.map {
      DriftRow(key: $0, kind: .undocumentedField, operation: "scan", documented: "", observed: "", verdict: .ignores)
    }
    var report = DriftReport(run: run, operations: ["scan"], observed: ["scan"], rows: rows)
    report.isWhole = isWhole
    return report
  }

  private func history(_ reports: [DriftReport]) -> DriftHistory {
    var history = DriftHistory()
    for report in reports {
      let isTaken = history.add(parsing: Array(DriftHistory.record(of: report).utf8), of: "shop")
      #expect(isTaken)
    }
    return history
  }

  @Test func saysSinceWhenARowIsThere() {
    let history = history([
      report("2026-01-03T00:00:00Z", rows: ["a", "b"]), report("2026-01-01T00:00:00Z", rows: ["a", "c"]),
      report("2026-01-02T00:00:00Z", rows: ["a"]),
    ])
    let told = history.told(in: report("2026-01-04T00:00:00Z", rows: ["a", "b", "c", "d"]))
    let since = told.rows.map { $0.standing.since.prefix(10) }
    #expect(since == ["2026-01-01", "2026-01-03", "2026-01-04", "2026-01-04"])
  }

  /// A run that leaves out parts of the contract says nothing of a difference that it does not show.
  @Test(arguments: [(true, "2026-01-03"), (false, "2026-01-01")])
  func partOfTheContractIsNoGap(_ isWhole: Bool, _ since: String) {
    let first = report("2026-01-01T00:00:00Z", rows: ["a"])
    let history = history([first, report("2026-01-02T00:00:00Z", rows: [], isWhole: isWhole)])
    #expect(history.told(in: report("2026-01-03T00:00:00Z", rows: ["a"])).rows[0].standing.since.hasPrefix(since))
    let runs = history.timeline(of: "shop").differences.map(\.runs)
    #expect(runs == [[.present, isWhole ? .absent : .unobserved]])
  }

  /// The record of a run that is judged again, and of later ones, is none of its past.
  @Test func leavesOutWhatCameLater() {
    let history = history([report("2026-01-04T00:00:00Z", rows: ["a"]), report("2026-01-05T00:00:00Z", rows: ["a"])])
    #expect(
      history.told(in: report("2026-01-04T00:00:00Z", rows: ["a"])).rows[0].standing.since == "2026-01-04T00:00:00Z"
    )
  }

  @Test(arguments: [
    (Duration.milliseconds(210), true), (.milliseconds(190), false), (.milliseconds(50), true),
    (.milliseconds(60), false),
  ])
  func saysWhatHasDoubledOrHalved(_ now: Duration, _ isTold: Bool) {
    let earlier = (1...3).map { report("2026-01-0\($0)T00:00:00Z", rows: []) }
    let now = report("2026-01-04T00:00:00Z", rows: [], time: now)
    let told = history(earlier).told(in: now).trends
    #expect(told.map(\.hasChanged) == [isTold])
    #expect(told.map(\.usual) == [.milliseconds(100)])
    #expect(history(Array(earlier.prefix(2))).told(in: now).trends.map(\.hasChanged) == [false])
    #expect(DriftHistory().told(in: now).trends == [])
  }

  @Test(arguments: [
    "", "{}", #"{"history":"2","contract":"shop","started":"x"}"#, #"{"history":"1","contract":"b","started":"x"}"#,
  ])
  func refusesWhatIsNoRecord(_ text: String) {
    var history = DriftHistory()
    let isTaken = history.add(parsing: Array(text.utf8), of: "shop")
    #expect(!isTaken)
  }

  /// Thirty days with six differences: each one's days stand on one page.
  @Test func onePageShowsTheDaysOfEachDifference() throws {
    let records = try JSONDocument(parsing: Array(try Repository.text("fixtures/drift/days/history.json").utf8)).root
    var history = DriftHistory()
    for record in records.items {
      let isTaken = history.add(parsing: Array(record.text.utf8), of: "shop")
      #expect(isTaken)
    }
    let page = TimelineFormat.markdown.render(history.timeline(of: "shop"), assay: "0.0.0")
    try Golden.expect(page, Repository.url("fixtures/drift/days/expected.md"))
    let later = history.timeline(of: "shop", since: "2026-03-21")
    #expect(later.started.count == 10)
    #expect(later.differences.map(\.key) == ["list | accepted", "list | flaps", "scan | appears", "scan | vanishes"])
    let html = TimelineFormat.html.render(later, assay: "0.0.0")
    #expect(html.contains("accepted since 2026-03-25") && !html.contains("2026-03-20"))
  }
}
