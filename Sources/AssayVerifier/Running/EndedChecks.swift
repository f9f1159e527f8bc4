package import AssayFindings

/// The checks of a run that have ended so far; for those that passed only the ids are kept, so that a long run needs
/// little memory.
package struct EndedChecks: Sendable {
  private var passed: Set<String> = []
  private var others: [String: (check: CheckResult, findings: [Finding])] = [:]

  package init() {}

  /// Adds a check that has ended, with its findings.
  package mutating func note(_ check: CheckResult, _ findings: [Finding]) {
    if check.status == .passed, findings.isEmpty {
      passed.insert(check.id)
    } else {
      others[check.id] = (check, findings)
    }
  }

  /// Returns the result of `check`; a check that has not ended counts as skipped.
  func result(of check: Plan.Check) -> (check: CheckResult, findings: [Finding]) {
    if let other = others[check.id] { return other }
    let isPassed = passed.contains(check.id)
    let result = CheckResult(
      id: check.id,
      operation: check.operation,
      scenario: check.scenario,
      status: isPassed ? .passed : .skipped,
      reason: isPassed ? "" : "the run was interrupted"
    )
    return (result, [])
  }
}
