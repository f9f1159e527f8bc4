import AssayFindings

extension RunResult {
  /// Whether a finding says already why a check could not be judged; a server that is down does so for many.
  func explains(_ check: CheckResult) -> Bool {
    findings(of: check).contains { $0.message == check.reason }
  }
}
