import AssayFindings
import AssaySchema
import AssayText

/// Counts as a person says them, without those that are nought.
enum SummaryText {
  /// `41 checks: 40 passed, 1 failed`.
  static func checks(_ summary: RunResult.Summary) -> String {
    let parts = [
      (summary.passed, "passed"), (summary.failed, "failed"), (summary.warned, "warned"), (summary.skipped, "skipped"),
      (summary.errors, "could not be judged"),
    ]
    let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let total = summary.checks.counted("check")
    return shown.isEmpty ? total : "\(total): " + shown.joined(separator: ", ")
  }

  /// `2 findings (1 must, 1 should)`.
  static func findings(_ findings: [Finding]) -> String {
    let levels = Level.allCases.map { level in (findings.count { $0.level == level }, level.rawValue) }
    let shown = levels.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return findings.count.counted("finding") + (shown.isEmpty ? "" : " (\(shown.joined(separator: ", ")))")
  }
}

extension [Finding] {
  /// The findings as a person reads them: `must` before `should` before `may`, each in the order of the run.
  var weightiestFirst: [Finding] { Level.allCases.sorted(by: >).flatMap { level in filter { $0.level == level } } }
}

extension Rule {
  /// What the rule is called in a list of rules.
  var shownTitle: String {
    if case .schema(let keyword) = self, case let title = KeywordMeaning(of: keyword).title, !title.isEmpty {
      return title
    }
    return title { VisibleText.line($0, limit: 60) }
  }
}

extension RunResult {
  /// Whether a finding says already why a check could not be judged; a server that is down does so for many.
  func explains(_ check: CheckResult) -> Bool { findings(of: check).contains { $0.message == check.reason } }
}
