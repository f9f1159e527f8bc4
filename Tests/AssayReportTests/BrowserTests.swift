import AssayFindings
import AssayReport
import Foundation
import TestKit
import Testing

/// The page in a real browser, as `fixtures/reports/browser.py` meets it: seen, filtered, by keyboard, unscripted.
@Suite(
  .enabled("there is no Chromium, so no page was looked at") { Program.hasBrowser },
  .enabled("there is no Python to drive Chromium") { Program.hasPython(module: "json") },
  .serialized
)
struct BrowserTests {
  /// What is seen of the page at one time.
  struct Seen: Decodable, Equatable {
    var findings: Int
    var checks: Int
    /// The lines of the list that leads to the findings.
    var entries: Int
    var filter: Int
    var said: String
    /// By how much the page is wider than the window.
    var overflow: Int
  }

  private struct Facts: Decodable {
    struct Focus: Decodable {
      var name: String
      var ring: Bool
    }
    struct Keyboard: Decodable {
      var stops: [Focus]
      var searching: Focus
      var nothing: Seen
      var unmatched: Bool
      var again: Seen
    }
    struct Filtered: Decodable {
      var withoutMust: Seen?
      var withoutPassed: Seen?
      var firstSystem: Seen?
      var again: Seen
    }

    var overflow: [String: Int]
    var faint: [String: [String]]
    var all: Seen
    var foreign: [String]
    var headings: [Int]
    var keyboard: Keyboard
    var filtered: Filtered
    var requests: [String]
    var console: [Event]
    var dialogs: [Event]
    var unscripted: Seen
  }

  /// Something the browser told of; that there is one is what counts.
  private struct Event: Decodable {}

  @Test(arguments: SampleRuns.all.map(\.name)) func isWhatAPersonCanUse(name: String) throws {
    let results = try #require(SampleRuns.all.first { $0.name == name }).results
    let facts = try look(at: name)
    let findings = results.flatMap(\.findings)
    let checks = results.reduce(0) { $0 + $1.checks.count }

    #expect(facts.all.findings == findings.count)
    #expect(facts.all.checks == checks)
    #expect(facts.all.entries == (findings.count > 1 ? findings.count : 0))
    #expect(facts.overflow.values.allSatisfy { $0 <= 0 }, "wider than the window: \(facts.overflow)")
    #expect(facts.faint.values.allSatisfy { $0.isEmpty }, "too faint to read: \(facts.faint)")
    #expect(facts.headings.first == 1)
    #expect(zip(facts.headings, facts.headings.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "\(facts.headings)")

    // Nothing is loaded, nothing runs, and nothing a server sent has become markup.
    #expect(facts.requests.isEmpty)
    #expect(facts.console.isEmpty, "the console has something to say of \(name)")
    #expect(facts.dialogs.isEmpty)
    #expect(facts.foreign.isEmpty)

    // Without scripts everything is there, but for the filter.
    #expect(facts.unscripted.findings == findings.count)
    #expect(facts.unscripted.checks == checks)
    #expect(facts.unscripted.filter == 0)
  }

  @Test(arguments: ["several", "failed", "passed"]) func isFilteredByMouseAndByKeyboard(name: String) throws {
    let results = try #require(SampleRuns.all.first { $0.name == name }).results
    let facts = try look(at: name)
    let findings = results.flatMap(\.findings)

    #expect(facts.keyboard.stops.first?.name == "skip")
    #expect(facts.keyboard.stops.allSatisfy { $0.ring }, "a stop of the keyboard cannot be seen")
    #expect(facts.keyboard.searching.name == "text")
    #expect(facts.keyboard.searching.ring)
    #expect(facts.keyboard.nothing.findings == 0)
    #expect(facts.keyboard.nothing.checks == 0)
    #expect(facts.keyboard.unmatched)
    #expect(facts.keyboard.again == facts.all)

    if let seen = facts.filtered.withoutMust {
      let left = findings.count { $0.level != .must }
      #expect(seen.findings == left)
      #expect(seen.entries == left)
      #expect(seen.said.hasPrefix("\(left) of \(findings.count) findings, "))
    } else {
      #expect(findings.isEmpty)
    }
    if let seen = facts.filtered.withoutPassed {
      let checks = results.flatMap(\.checks)
      let left = checks.count { $0.status != .passed }
      #expect(seen.checks == left)
      #expect(seen.said.hasSuffix("\(left) of \(checks.count) checks"), "\(seen.said)")
    } else {
      #expect(Set(results.flatMap(\.checks).map(\.status)).count == 1)
    }
    if let seen = facts.filtered.firstSystem {
      #expect(seen.findings == results.first?.findings.count)
      #expect(seen.checks == results.first?.checks.count)
    } else {
      #expect(results.count == 1)
    }
    #expect(facts.filtered.again == facts.all)
  }

  private struct Sizes: Decodable {
    struct Stop: Decodable, Equatable {
      var index: Int
      var open: Bool
    }
    struct Heights: Decodable {
      /// The height of the page on a desktop, in pixels.
      var page: Int
      /// The top of the first evidence; 0 where there is none.
      var evidence: Int
    }

    var heights: Heights
    /// The sheets of A4 the page takes in print.
    var sheets: Int
    /// By how much the page is wider than the window of a phone.
    var phone: Int
    /// Where the keys `n`, `n`, `n` and `p` lead.
    var stops: [Stop]
    /// How many command lines can be copied.
    var copies: Int
    var copied: String?
  }

  private func sizes(of run: RunResult) throws -> Sizes {
    let folder = try TemporaryFolder()
    let page = folder.path("report.html")
    try ReportFormat.html.render([run]).write(toFile: page, atomically: true, encoding: .utf8)
    let script = ReportFixtures.folder.appending(path: "browser.py").path
    let browser = try Program.python.run(["-B", script, "--size", Program.browser, page])
    try #require(browser.status == 0, "\(browser.errors)")
    return try JSONDecoder().decode(Sizes.self, from: Data(browser.output.utf8))
  }

  @Test func manyFindingsAreReadOnOnePage() throws {
    let sizes = try sizes(of: SampleRuns.broken(34, checks: 60))
    #expect(sizes.phone <= 0)
    #expect(sizes.heights.page <= 6000)
    #expect((1...900).contains(sizes.heights.evidence))
    #expect(sizes.stops.map(\.index) == [0, 1, 2, 1])
    #expect(sizes.stops.map(\.open) == [true, true, true, true])
    #expect(sizes.copies == 34)
    #expect(sizes.copied == "Copied")
  }

  @Test(arguments: [0, 1, 34]) func hundredChecksArePrintedOnTwoSheets(findings: Int) throws {
    #expect(try sizes(of: SampleRuns.broken(findings, checks: 100)).sheets <= 2)
  }

  @Test func driftFitsAPhone() throws {
    let script = ReportFixtures.folder.appending(path: "fits.py").path
    let page = Repository.path("fixtures/drift/every-kind/expected.html")
    let browser = try Program.python.run(["-B", script, Program.browser, page])
    try #require(browser.status == 0, "\(browser.errors)")
    #expect(try JSONDecoder().decode([Int].self, from: Data(browser.output.utf8)).allSatisfy { $0 <= 0 })
  }

  /// axe-core holds nothing against any page, of runs or of drift.
  @Test(
    .enabled("axe-core is missing") { Program.hasPython(package: "axe_playwright_python") },
    arguments: SampleRuns.all.map { ReportFixtures.file($0.name, .html).path }
      + [Repository.path("fixtures/drift/every-kind/expected.html")]
  )
  func isAccessible(page: String) throws {
    struct Facts: Decodable {
      var rules: Int
      var violations: [String]
    }
    let script = ReportFixtures.folder.appending(path: "axe.py").path
    let browser = try Program.python.run(["-B", script, Program.browser, page])
    try #require(browser.status == 0, "\(browser.errors)")
    let facts = try JSONDecoder().decode(Facts.self, from: Data(browser.output.utf8))
    #expect(facts.rules > 50)
    #expect(facts.violations.isEmpty)
  }

  private func look(at name: String) throws -> Facts {
    let script = ReportFixtures.folder.appending(path: "browser.py").path
    let page = ReportFixtures.file(name, .html).path
    let browser = try Program.python.run(["-B", script, Program.browser, page])
    try #require(browser.status == 0, "\(browser.errors)")
    return try JSONDecoder().decode(Facts.self, from: Data(browser.output.utf8))
  }
}
