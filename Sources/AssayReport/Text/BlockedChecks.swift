import AssayFindings

/// The checks that could not be judged and have no finding with the reason.
struct BlockedChecks {
  /// The position, in each scenario, of the first check that has a finding which fails the run.
  private var broken: [String: Int] = [:]

  /// Reads the findings of `result`; `findings` has their positions by check id.
  init(of result: RunResult, _ findings: [String: [Int]], options: ReportOptions) {
    for (index, check) in result.checks.enumerated() where broken[check.scenario] == nil {
      let fails = findings[check.id]?.contains { options.fails(result.findings[$0]) } ?? false
      if fails { broken[check.scenario] = index }
    }
  }

  /// Returns true if `check`, or an earlier check of its scenario, has a finding that fails the run. That explains why
  /// `check`, at `index`, could not be judged.
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
