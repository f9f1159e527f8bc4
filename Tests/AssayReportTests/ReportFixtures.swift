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
    case .sarif: "sarif"
    case .ctrf: "ctrf.json"
    case .tap: "tap"
    case .html: "html"
    }
  }

  /// What the console says over a whole run, the check lines as they come first.
  static func console(_ results: [RunResult], options: ReportOptions) -> String {
    let console = ConsoleReport(options: options)
    var lines: [String] = []
    for result in results {
      lines += console.lines(for: .runStarted(contract: result.contract, checks: result.checks.count))
      for check in result.checks { lines += console.lines(for: .checkEnded(check, findings: [])) }
      lines += console.lines(for: .runEnded(result))
    }
    lines += console.closing(results)
    return lines.map { $0 + "\n" }.joined()
  }
}
