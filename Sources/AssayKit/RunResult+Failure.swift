import AssayFindings
import AssayReport

extension RunResult {
  /// Whether the backend keeps every `must` of the contract, and every `should` under `strict`.
  public var isConforming: Bool { outcome == .passed }

  /// The findings as the command line shows them, for the message of a failed test.
  public var failureDescription: String {
    let report = ConsoleReport(options: ReportOptions())
    return report.lines(for: .runEnded(self)).joined(separator: "\n")
  }
}
