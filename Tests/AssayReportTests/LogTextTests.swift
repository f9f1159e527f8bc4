import AssayReport
import Foundation
import TestKit
import Testing

/// What the runner of GitHub and the agent of Azure Pipelines obey in a line of a log.
///
/// Small ports of their parsers, written from what they publish: GitHub's documentation of workflow commands and the
/// `ActionCommand` of its runner (a line that begins, after white space, with `::name …::`; else `##[name …]` anywhere), and
/// Azure's documentation of logging commands and the `Command` of its agent (`##vso[area.event …]` anywhere).
enum Runner {
  static func obeys(_ line: some StringProtocol) -> Bool { github(String(line)) || azure(String(line)) }

  private static let commands: Set<String> = [
    "add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "internal-set-repo-path",
    "notice", "remove-matcher", "save-state", "set-env", "set-output", "stop-commands", "warning",
  ]

  private static func github(_ line: String) -> Bool {
    let trimmed = String(line.drop { $0.isWhitespace })
    if trimmed.hasPrefix("::"), let end = trimmed.dropFirst(2).firstRange(of: "::") {
      let info = trimmed.dropFirst(2)[..<end.lowerBound]
      if commands.contains(String(info.prefix { $0 != " " }).lowercased()) { return true }
    }
    guard let start = line.firstRange(of: "##["), let end = line[start.upperBound...].firstIndex(of: "]") else {
      return false
    }
    return commands.contains(String(line[start.upperBound..<end].prefix { $0 != " " }).lowercased())
  }

  private static func azure(_ line: String) -> Bool {
    guard let start = line.lowercased().firstRange(of: "##vso["), let end = line.lowercased().firstRange(of: "]") else {
      return false
    }
    return start.upperBound < end.lowerBound
  }
}

struct LogTextTests {
  @Test(arguments: [
    "::error::forged", "  \t::add-mask::secret", "\u{A0}::stop-commands::x", "x\n::warning file=a::b", "##[add-mask]x",
    "a ##[stop-commands]x", "##vso[task.setvariable variable=PATH]x", "done ##VSO[task.complete]", "####[add-mask]x",
    "\u{3000}::group::x",
  ])
  func isObeyedNoMore(text: String) {
    #expect(text.split(separator: "\n").contains { Runner.obeys($0) }, "the port of the parser knows it")
    #expect(!LogText.harmless(text).split(separator: "\n").contains { Runner.obeys($0) })
  }

  @Test(arguments: [
    "", "  ::: contracts/a.json:1:2 (/x::y)", "## A heading", "std::vector", "a: b", "a :: b", "color ##", "# #[x]",
  ])
  func leavesTheRestAlone(text: String) { #expect(LogText.harmless(text) == text) }

  @Test func breaksOneCharacter() {
    #expect(LogText.harmless("::error::x ##[group]\n ::a") == #"\u003a:error::x #\u0023[group]"# + "\n" + #" \u003a:a"#)
  }

  /// All that Assay has been recorded to write to a log, of hostile backends among others.
  @Test func noRecordedLogCommandsARunner() throws {
    let cases = try Fixtures.folders("cli")
    for name in cases {
      for stream in ["stdout", "stderr"]
      where !((name.contains("github") || name.contains("azure")) && stream == "stdout") {
        let text = try Repository.text("fixtures/cli/\(name)/\(stream)")
        #expect(!text.split(separator: "\n").contains { Runner.obeys($0) }, "\(name)/\(stream)")
      }
    }
    for run in SampleRuns.all {
      let said = LogText.harmless(ReportFixtures.console(run.results, options: ReportFixtures.options))
      let tap = ReportFormat.tap.render(run.results)
      for line in (said + tap).split(separator: "\n") { #expect(!Runner.obeys(line), "\(line)") }
      for line in ReportFormat.github.render(run.results).split(separator: "\n") {
        #expect(line.hasPrefix("::") && !Runner.obeys(line.dropFirst(2)), "\(line)")
      }
    }
  }
}
