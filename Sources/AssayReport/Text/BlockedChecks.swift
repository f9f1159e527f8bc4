import AssayFindings
import AssayText

/// Which checks could not be judged though nothing that makes the run fail tells why.
struct BlockedChecks {
  /// The first check of each scenario with a finding that makes the run fail, by its position.
  private var broken: [String: Int] = [:]
  private let messages: TextSet
  private let options: ReportOptions

  /// Reads the findings of `result`, whose checks have those that `findings` names by position.
  init(of result: RunResult, _ findings: [String: [Int]], options: ReportOptions) {
    self.options = options
    for (index, check) in result.checks.enumerated() where broken[check.scenario] == nil {
      let fails = findings[check.id]?.contains { options.fails(result.findings[$0]) } ?? false
      if fails { broken[check.scenario] = index }
    }
    messages = TextSet(result.findings.lazy.filter { options.fails($0) }.map(\.message))
  }

  /// Whether a finding that makes the run fail tells why the check at `index` could not be judged: its reason names that, or
  /// a check before it in the scenario broke.
  func isExplained(_ check: CheckResult, at index: Int) -> Bool {
    if let first = broken[check.scenario], first <= index { return true }
    return messages.stands(in: check.reason)
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
