public import AssayFindings
import AssayReport

extension RunResult {
  /// True if the backend keeps every `must` of the contract, and every `should` under `strict`.
  public var isConforming: Bool { outcome == .passed }

  /// The findings as the command line shows them, for the message of a failed test.
  public var failureDescription: String {
    let report = ConsoleReport(options: ReportOptions())
    return report.lines(for: .runEnded(self)).map(\.text).joined(separator: "\n")
  }

  /// Returns true if the check of this id was made and failed no promise that counts; `false` where the run has no such
  /// check.
  public func isConforming(_ check: String) -> Bool {
    checks.contains { $0.id == check && $0.status != .failed && $0.status != .error }
  }

  /// The findings of one check as the command line shows them, or why it has none, for the message of a failed test.
  public func failureDescription(of check: String) -> String {
    guard let check = checks.first(where: { $0.id == check }) else { return "the run made no check \(check)" }
    let report = ConsoleReport(options: ReportOptions())
    let lines = findings(of: check).flatMap { report.lines(for: $0, of: self) }
    return lines.isEmpty ? check.reason : lines.map(\.text).joined(separator: "\n")
  }
}
