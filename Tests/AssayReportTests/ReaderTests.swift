import AssayFindings
import AssayReport
import Foundation
import TestKit
import Testing

/// Every format read back by a parser that is not ours, and what it read held against the run.
@Suite(.enabled("there is no Python") { Program.hasPython(module: "json") })
struct ReaderTests {
  private static let names = SampleRuns.all.map(\.name)

  @Test(arguments: names, [ReportFormat.junit, .junitRich])
  func junitHoldsEveryCheck(name: String, format: ReportFormat) throws {
    let run = try Run(name)
    try run.expectCases(in: run.read(format, with: "junit"), separator: "|")
  }

  /// By Jenkins' schema whole; by Surefire's and Ant's a suite at a time, as far as the three do not contradict one another.
  @Test(
    .enabled("lxml is missing") { Program.hasPython(module: "lxml") },
    arguments: names,
    ["junit-strict", "junit-surefire", "junit-ant"]
  )
  func junitIsValid(name: String, reader: String) throws {
    let run = try Run(name)
    try run.expectCases(in: run.read(.junit, with: reader), separator: "|")
  }

  @Test(
    .enabled("junitparser is missing") { Program.hasPython(module: "junitparser") },
    arguments: names,
    [ReportFormat.junit, .junitRich]
  )
  func junitIsReadByJunitparser(name: String, format: ReportFormat) throws {
    let run = try Run(name)
    try run.expectCases(in: run.read(format, with: "junitparser"), separator: "|")
  }

  @Test(
    .enabled("xunitparser is missing") { Program.hasPython(module: "xunitparser") },
    arguments: names,
    [ReportFormat.junit, .junitRich]
  )
  func junitIsReadByXunitparser(name: String, format: ReportFormat) throws {
    let run = try Run(name)
    try run.expectCases(in: run.read(format, with: "xunitparser"), separator: "|")
  }

  @Test(arguments: names) func jsonTellsTheWholeRun(name: String) throws {
    let run = try Run(name)
    let facts = try run.read(.json, with: "json")
    #expect(facts["outcome"] as? String == RunResult.Outcome.over(run.results).rawValue)
    // A reader gets back what the server sent, to the character.
    #expect(facts["messages"] as? [String] == run.findings.map(\.message))
    let ids = run.results.flatMap { result in result.checks.map { "\(result.contract)|\($0.id)" } }
    #expect(facts["names"] as? [String] == ids)
  }

  @Test(
    .enabled("jsonschema is missing") { Program.hasPython(module: "jsonschema") },
    arguments: names,
    [(ReportFormat.json, "json-schema"), (.ctrf, "ctrf-schema"), (.sarif, "sarif-schema")]
  )
  func jsonFormatsMeetTheirSchemas(name: String, pair: (format: ReportFormat, reader: String)) throws {
    _ = try Run(name).read(pair.format, with: pair.reader)
  }

  @Test(
    .enabled("jsonschema is missing") { Program.hasPython(module: "jsonschema") },
    arguments: [
      ("baseline", "baseline-written/out/known.json"), ("baseline", "baseline-expired-and-healed/known.json"),
      ("config", "config/assay.json"), ("config", "init-from-an-answer/out/project/assay.json"),
    ]
  )
  func filesMeetTheirSchemas(schema: String, file: String) throws {
    let facts = try Run.read(Repository.path("fixtures/cli/\(file)"), with: "\(schema)-schema")
    #expect(facts["valid"] as? Bool == true)
  }

  @Test(arguments: names) func ctrfHoldsEveryCheck(name: String) throws {
    let run = try Run(name)
    try run.expectCases(in: run.read(.ctrf, with: "ctrf"), separator: nil)
  }

  @Test(.enabled("Allure's reader is missing") { Program.hasPython(module: "allure_commons_test") }, arguments: names)
  func allureHoldsEveryCheck(name: String) throws {
    let run = try Run(name)
    let folder = try TemporaryFolder()
    for file in ReportFormat.allure.files(run.results, options: ReportFixtures.options) {
      try file.text.write(toFile: folder.path(file.name), atomically: true, encoding: .utf8)
    }
    try run.expectCases(in: Run.read(folder.path(""), with: "allure"), separator: nil)
  }

  @Test(arguments: names) func gitlabHoldsEveryFinding(name: String) throws {
    let run = try Run(name)
    let facts = try run.read(.gitlab, with: "gitlab")
    #expect(facts["findings"] as? Int == run.findings.count)
    let text = try #require(facts["text"] as? String)
    for finding in run.findings where name != "hostile" { #expect(text.contains(finding.message)) }
  }

  @Test(arguments: names) func tapHoldsEveryCheck(name: String) throws {
    let run = try Run(name)
    try run.expectCases(in: run.read(.tap, with: "tap"), separator: nil)
  }

  @Test(.enabled("there is no Perl") { Program.hasPerl }, arguments: names)
  func tapIsReadByProve(name: String) throws {
    let run = try Run(name)
    try run.expectCases(in: run.read(.tap, with: "prove"), separator: nil)
  }

  @Test(.enabled("tap.py is missing") { Program.hasPython(module: "tap, yaml, more_itertools") }, arguments: names)
  func tapIsReadByTapPy(name: String) throws {
    let run = try Run(name)
    try run.expectCases(in: run.read(.tap, with: "tap.py"), separator: nil)
  }

  @Test(arguments: names) func sarifIsWhatGitHubTakes(name: String) throws {
    _ = try Run(name).read(.sarif, with: "sarif-github")
  }

  @Test(.enabled("sarif-tools is missing") { Program.hasPython(module: "sarif") }, arguments: names)
  func sarifIsReadBySarifTools(name: String) throws {
    let run = try Run(name)
    let facts = try run.read(.sarif, with: "sarif-tools")
    #expect(facts["findings"] as? Int == run.findings.count)
  }

  @Test(.enabled("cmarkgfm is missing") { Program.hasPython(module: "cmarkgfm") }, arguments: names)
  func markdownIsReadByCmark(name: String) throws {
    let run = try Run(name)
    let headings = try #require(try run.read(.markdown, with: "cmark-gfm")["headings"] as? [String])
    #expect(headings.count == run.findings.count)
  }

  @Test(arguments: names) func sarifHoldsEveryFinding(name: String) throws {
    let run = try Run(name)
    let facts = try run.read(.sarif, with: "sarif")
    #expect(facts["findings"] as? Int == run.findings.count)
    #expect(
      (facts["levels"] as? [String])?.count { $0 == "error" }
        == run.findings.count { $0.level == .must && $0.accepted == nil }
    )
    try run.expectFindings(in: facts)
  }

  @Test(arguments: names) func annotationsHoldEveryFinding(name: String) throws {
    let run = try Run(name)
    let facts = try run.read(.github, with: "github")
    let levels = try #require(facts["levels"] as? [String])
    #expect(levels.count { $0 == "warning" } == run.findings.count { $0.level == .should })
    try run.expectFindings(in: facts)
  }

  @Test(arguments: names) func issuesHoldEveryFinding(name: String) throws {
    let run = try Run(name)
    let facts = try run.read(.azure, with: "azure")
    let levels = try #require(facts["levels"] as? [String])
    #expect(levels.count { $0 == "warning" } == run.findings.count { $0.level == .should })
    try run.expectFindings(in: facts)
  }

  @Test(arguments: names) func markdownHoldsEveryFinding(name: String) throws {
    let run = try Run(name)
    let headings = try #require(try run.read(.markdown, with: "markdown")["headings"] as? [String])
    #expect(headings.count { $0.hasPrefix("#### ") } == run.findings.count)
    let operations = run.results.map { Set($0.findings.map(\.operation)).count }
    #expect(headings.count { $0.hasPrefix("### ") } == operations.reduce(0, +))
  }

  @Test(arguments: names) func pageHoldsEverythingAndLoadsNothing(name: String) throws {
    let run = try Run(name)
    let facts = try run.read(.html, with: "html")
    #expect(facts["findings"] as? Int == run.findings.count)
    #expect(facts["checks"] as? Int == run.results.reduce(0) { $0 + $1.checks.count })
  }
}

/// A sample and the files made of it.
private struct Run {
  let name: String
  let results: [RunResult]
  var findings: [Finding] { results.flatMap(\.findings) }

  init(_ name: String) throws {
    self.name = name
    results = try #require(SampleRuns.all.first { $0.name == name }).results
  }

  private static let readers = Result {
    try AnsweringProgram(.python, ["-B", ReportFixtures.folder.appending(path: "readers.py").path])
  }

  /// What a reader makes of the report in a format.
  func read(_ format: ReportFormat, with reader: String) throws -> [String: Any] {
    let file = FileManager.default.temporaryDirectory.appending(path: "assay-report-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(format.reporter.render(results, options: ReportFixtures.options).utf8).write(to: file)
    return try Self.read(file.path, with: reader)
  }

  /// What a reader makes of the file at `path`.
  static func read(_ path: String, with reader: String) throws -> [String: Any] {
    let line = try readers.get().answer(to: "\(reader)\t\(path)")
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let error = answer["error"].map { "\($0)" } ?? ""
    return try #require(answer["facts"] as? [String: Any], "\(reader) cannot read \(path): \(error)")
  }

  /// Counts and names of cases; a run that was broken off adds one of its own.
  func expectCases(in facts: [String: Any], separator: String?) throws {
    let checks = results.flatMap(\.checks)
    let broken = results.count { $0.outcome == .interrupted }
    // What GitLab would not show of a check that passed has a case of its own in JUnit.
    let warned = separator == nil ? 0 : checks.count { $0.status == .warned }
    #expect(facts["failures"] as? Int == checks.count { $0.status == .failed })
    #expect(facts["errors"] as? Int == checks.count { $0.status == .error } + broken)
    #expect(facts["skipped"] as? Int == checks.count { $0.status == .skipped || $0.status == .unjudged } + warned)
    let names = try #require(facts["names"] as? [String])
    #expect(names.count == checks.count + broken + warned)
    for result in results {
      for check in result.checks where check.id.allSatisfy(\.isASCII) {
        let prefix = separator.map { "\(result.contract).\(check.scenario)\($0)" } ?? "\(result.contract)/"
        #expect(name == "hostile" || names.contains(prefix + check.id))
      }
    }
    guard let text = facts["text"] as? String else { return }
    for finding in findings where name != "hostile" && finding.level == .must {
      #expect(text.contains(finding.message))
    }
  }

  func expectFindings(in facts: [String: Any]) throws {
    let text = try #require(facts["text"] as? String)
    for finding in findings where name != "hostile" {
      #expect(text.contains(finding.message))
      #expect(text.contains(finding.expected))
      for source in finding.sources { #expect(text.contains(source.description)) }
    }
  }
}
