package import AssayFindings

/// The checks of a run that have ended so far: of those that passed the ids alone, so that a long run costs little memory.
package struct EndedChecks: Sendable {
  private var passed: Set<String> = []
  private var others: [String: (check: CheckResult, findings: [Finding])] = [:]

  package init() {}

  /// Takes in a check with its findings.
  package mutating func note(_ check: CheckResult, _ findings: [Finding]) {
    if check.status == .passed, findings.isEmpty {
      passed.insert(check.id)
    } else {
      others[check.id] = (check, findings)
    }
  }

  /// The result of `check`, which was skipped where it has not ended.
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
