package import AssayFindings

/// The checks of a run that have ended so far: of those that passed the ids alone, so that a long run costs little memory.
package struct EndedChecks: Sendable {
  private(set) var passed: Set<String> = []
  private(set) var others: [String: (check: CheckResult, findings: [Finding])] = [:]

  package init() {}

  /// Takes in a check with its findings.
  package mutating func note(_ check: CheckResult, _ findings: [Finding]) {
    if check.status == .passed, findings.isEmpty {
      passed.insert(check.id)
    } else {
      others[check.id] = (check, findings)
    }
  }
}
