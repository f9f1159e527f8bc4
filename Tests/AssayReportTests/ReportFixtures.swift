import AssayFindings
import AssayReport
import Foundation
import TestKit

/// Where the goldens lie, and what makes them.
enum ReportFixtures {
  static let folder = Repository.url("fixtures/reports")

  static let contracts = Repository.contracts

  static let options = ReportOptions(documents: SampleRuns.documents)

  /// The golden of a case in a format.
  static func file(_ name: String, _ format: ReportFormat) -> URL {
    folder.appending(path: name).appending(path: "report.\(suffix(of: format))")
  }

  private static func suffix(of format: ReportFormat) -> String {
    switch format {
    case .json: "json"
    case .junit: "junit.xml"
    case .junitRich: "junit-rich.xml"
    case .markdown: "md"
    case .github: "github.txt"
    case .azure: "azure.txt"
    case .sarif: "sarif"
    case .gitlab: "gitlab.json"
    case .ctrf: "ctrf.json"
    case .tap: "tap"
    case .allure: "allure.txt"
    case .html: "html"
    }
  }

  /// What the console says over a whole run, the check lines as they come first.
  static func console(_ results: [RunResult], options: ReportOptions) -> String {
    let console = ConsoleReport(options: options)
    var lines: [StyledLine] = []
    for result in results {
      var run = ScenarioLines(console)
      let scenarios: [String: Int] = result.checks.reduce(into: [:]) { $0[$1.scenario, default: 0] += 1 }
      let count = result.checks.count
      lines += run.lines(for: .runStarted(contract: result.contract, checks: count, scenarios: scenarios))
      for check in result.checks { lines += run.lines(for: .checkEnded(check, findings: [])) }
      lines += run.lines(for: .runEnded(result))
    }
    lines += console.closing(results) + console.next(results, report: nil)
    return lines.map { $0.text + "\n" }.joined()
  }
}
