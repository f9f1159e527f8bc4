import AssayFindings

/// Which checks could not be judged though nothing that makes the run fail tells why.
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

  /// Whether a finding that makes the run fail tells why the check at `index` could not be judged: it, or a check before it
  /// in its scenario, broke. A check reads nothing of other scenarios, in whatever words they broke.
  func isExplained(_ check: CheckResult, at index: Int) -> Bool {
    broken[check.scenario].map { $0 <= index } ?? false
  }
}

extension RunResult {
  /// The checks that could not be judged, of which no finding tells.
  func unexplained(_ options: ReportOptions) -> [CheckResult] {
    guard checks.contains(where: { $0.status == .error }) else { return [] }
    let findings = findingsByCheck
    let blocked = BlockedChecks(of: self, findings, options: options)
    return checks.enumerated().filter { index, check in
      check.status == .error && findings[check.id] == nil && !blocked.isExplained(check, at: index)
    }.map(\.element)
  }
}
