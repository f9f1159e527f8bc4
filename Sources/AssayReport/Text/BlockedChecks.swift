import AssayFindings

/// The checks that could not be judged without a finding that says why.
struct BlockedChecks {
  /// The first check of each scenario with a finding that makes the run fail, by its position.
  private var broken: [String: Int] = [:]

  /// Reads the findings of `result`, whose checks have those that `findings` names by position.
  init(of result: RunResult, _ findings: [String: [Int]], options: ReportOptions) {
    for (index, check) in result.checks.enumerated() where broken[check.scenario] == nil {
      let fails = findings[check.id]?.contains { options.fails(result.findings[$0]) } ?? false
      if fails { broken[check.scenario] = index }
    }
  }

  /// Returns true if a finding that fails the run explains why the check at `index` could not be judged: the check, or
  /// an earlier one of its scenario, broke. A check reads nothing of other scenarios.
  func isExplained(_ check: CheckResult, at index: Int) -> Bool {
    broken[check.scenario].map { $0 <= index } ?? false
  }
}

extension RunResult {
  /// The checks that could not be judged and that no finding explains which fails the run.
  func unexplained(_ options: ReportOptions) -> [CheckResult] {
    guard checks.contains(where: { $0.status == .error }) else { return [] }
    let findings = findingsByCheck
    let blocked = BlockedChecks(of: self, findings, options: options)
    return checks.enumerated().filter { index, check in
      check.status == .error && !blocked.isExplained(check, at: index)
    }.map(\.element)
  }
}
