public import AssayFindings
import AssayReport

extension RunResult {
  /// True if the backend keeps every `must` of the contract, and every `should` under `strict`.
  public var isConforming: Bool { outcome == .passed }

  /// The findings in the form of the command line, for the message of a failed test.
  public var failureDescription: String {
    let report = ConsoleReport(options: ReportOptions())
    return report.lines(for: .runEnded(self)).map(\.text).joined(separator: "\n")
  }

  /// Returns true if the run has a check with this id, and its status is neither `failed` nor `error`; false if the run
  /// has no such check.
  public func isConforming(_ check: String) -> Bool {
    checks.contains { $0.id == check && $0.status != .failed && $0.status != .error }
  }

  /// Returns the findings of one check in the form of the command line, or the reason why it has none, for the message
  /// of a failed test.
  public func failureDescription(of check: String) -> String {
    guard let check = checks.first(where: { $0.id == check }) else { return "the run made no check \(check)" }
    let report = ConsoleReport(options: ReportOptions())
    let lines = findings(of: check).flatMap { report.lines(for: $0, of: self) }
    return lines.isEmpty ? check.reason : lines.map(\.text).joined(separator: "\n")
  }
}
