import AssayDrift
import AssayFindings
import AssayJSON
import AssayReport
import AssaySchema
import Foundation
import TestKit
import Testing

/// Each folder of `fixtures/drift` is a contract, a run, and the reports it comes to.
struct DriftComparisonTests {
  @Test(arguments: try DriftFixture.names)
  func says(_ name: String) throws {
    let fixture = try DriftFixture(name)
    let lines = fixture.report.page.lines(colour: false).map(\.text)
    try Golden.expect(lines.joined(separator: "\n") + "\n", fixture.url.appending(path: "expected.txt"))
  }

  @Test(
    arguments: ["every-kind", "history", "choices", "lost", "open", "invalid-requests"],
    [DriftFormat.json, .markdown, .html, .suggest, .issue]
  )
  func rendersAsRecorded(_ name: String, _ format: DriftFormat) throws {
    let fixture = try DriftFixture(name)
    let golden = fixture.url.appending(path: "expected.\(format == .markdown ? "md" : format.rawValue)")
    try Golden.expect(format.render(fixture.report), golden)
  }

  /// Notes are folded in pages, and left out of the console.
  @Test(arguments: ["unlike-example", "without-effect", "slow-next-to-others"])
  func tellsNotesAsRecorded(_ name: String) throws {
    let fixture = try DriftFixture(name)
    let lines = fixture.report.notes.map { "\($0.kind.rawValue): \($0.location): \($0.message)" }
    try Golden.expect(lines.joined(separator: "\n") + "\n", fixture.url.appending(path: "expected.notes"))
  }

  /// New drift fails in them, known drift and notes do not.
  @Test(
    arguments: ["every-kind", "baseline"],
    [DriftFormat.junit, .junitRich, .github, .azure, .sarif, .gitlab, .ctrf, .tap, .allure]
  )
  func rendersFindingsAsRecorded(_ name: String, _ format: DriftFormat) throws {
    let fixture = try DriftFixture(name)
    try Golden.expect(format.render(fixture.report), fixture.url.appending(path: "expected.\(format.rawValue)"))
  }

  /// A gate that lets all pass fails nothing, and one that asks for more than was seen fails with the coverage alone.
  @Test func gateSaysWhatFails() throws {
    let report = try DriftFixture("every-kind").report
    #expect(RunResult(drift: report).outcome == .failed)
    let mild = DriftGate(effect: .isStuck)
    let failing = RunResult(drift: report, gate: mild).findings.filter { $0.level == .must }
    #expect(failing.count == report.drift.count { $0.verdict <= .isStuck })
    var harmless = report
    for index in harmless.rows.indices { harmless.rows[index].standing.isKnown = true }
    #expect(RunResult(drift: harmless).outcome == .passed)
    let wide = RunResult(drift: harmless, gate: DriftGate(leastCoverage: 100))
    #expect(wide.outcome == .failed)
    #expect(wide.findings.filter { $0.level == .must && $0.accepted == nil }.map(\.rule) == ["drift.coverage"])
  }

  @Test func suggestsWhatTheGuideWouldHaveToSay() throws {
    let fixture = try DriftFixture("suggestions")
    try Golden.expect(DriftFormat.suggest.render(fixture.report), fixture.url.appending(path: "expected.diff"))
  }

  /// What is suggested applies to a guide whose lines end in carriage returns, too, and to one without a last line's end.
  @Test func suggestsLinesThatEndAsTheGuides() throws {
    var report = try DriftFixture("suggestions").report
    let plain = DriftFormat.suggest.render(report)
    report.lineEnds = report.documents.mapValues { lines in lines.map { _ in "\r\n" } }
    let returned = DriftFormat.suggest.render(report)
    let shown = plain.split(separator: "\n").filter { line in
      " +-".contains(line.prefix(1)) && !line.hasPrefix("---") && !line.hasPrefix("+++")
    }
    #expect(returned.replacing("\r\n", with: "\n") == plain)
    #expect(returned.count { $0 == "\r\n" } == shown.count)

    report.documents = report.documents.mapValues { Array($0.prefix(20)) }
    report.lineEnds = report.documents.mapValues { lines in lines.indices.map { $0 == 19 ? "" : "\n" } }
    let end = "\n\\ No newline at end of file\n"
    #expect(DriftFormat.suggest.render(report).hasSuffix("-    let name: String\(end)+    let name: String?\(end)"))
  }

  @Test(arguments: try DriftFixture.names)
  func keepsItsSchema(_ name: String) throws {
    let document = try JSONDocument(
      parsing: Repository.bytes(Repository.root.appending(path: "contracts/drift.schema.json"))
    )
    let schema = try SchemaSet(document: document).schema()
    let report = try JSONDocument(parsing: DriftFormat.json.render(try DriftFixture(name).report)).root
    #expect(schema.violations(of: report).map(\.message) == [])
  }

  /// A row takes at most so many words besides the quoted lines and the requests, and a note at most ten.
  @Test(arguments: try DriftFixture.names)
  func pageIsShort(_ name: String) throws {
    var report = try DriftFixture(name).report
    (report.coverage, report.trends) = ([], [])
    for index in report.rows.indices {
      (report.rows[index].calls.command, report.rows[index].sources) = ("", [])
      for variant in report.rows[index].calls.variants.indices {
        report.rows[index].calls.variants[variant].command = ""
      }
    }
    let words = report.page.markdown().split { !$0.isLetter && !$0.isNumber }.count
    let (frame, row, note) = (110, 32, 10)
    #expect(words <= frame + row * (report.drift.count + report.healed.count) + note * report.notes.count)
  }

  /// A report is its own baseline: nothing is new, nothing healed.
  @Test(arguments: try DriftFixture.names)
  func isKnownToItself(_ name: String) throws {
    let fixture = try DriftFixture(name)
    let baseline = try DriftBaseline(parsing: Array(DriftFormat.json.render(fixture.report).utf8))
    let again = fixture.comparison.held(against: baseline)
    #expect(again.newDrift.isEmpty)
    #expect(again.healed.isEmpty)
    #expect(again.outcome != .drift)
  }

  /// Scenarios run side by side: the order in which their observations come says nothing.
  @Test(arguments: try DriftFixture.names)
  func doesNotDependOnTheOrderOfObservations(_ name: String) throws {
    let fixture = try DriftFixture(name)
    let backwards = fixture.comparison(of: fixture.observations.reversed()).report
    let forwards = fixture.comparison.report
    #expect(DriftFormat.json.render(backwards) == DriftFormat.json.render(forwards))
  }

  @Test func hasACaseForEveryKind() throws {
    // What has disappeared shows beside a baseline alone.
    let cases = ["every-kind", "baseline", "without-effect", "slow-next-to-others"]
    let kinds = try cases.flatMap { try DriftFixture($0).report.rows.map(\.kind) }
    // A difference shows beside a second backend alone.
    #expect(Set(kinds).union([.difference]) == Set(DriftRow.Kind.allCases))
  }

  @Test func noteIsNeverDrift() throws {
    for name in try DriftFixture.names {
      let report = try DriftFixture(name).report
      let kinds: Set<DriftRow.Kind> = [
        .neverSeen, .narrowerType, .undescribed, .unlikeExample, .withoutEffect, .slowNextToOthers, .worthKnowing,
      ]
      #expect(Set(report.notes.map(\.kind)).isSubset(of: kinds))
    }
  }
}
