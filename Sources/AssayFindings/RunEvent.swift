/// An event of a run, as it happens; reports and the progress line are made from these and change nothing.
public enum RunEvent: Sendable {
  /// A contract's run begins with this many planned checks, in all and by scenario.
  case runStarted(contract: String, checks: Int, scenarios: [String: Int])
  case checkStarted(id: String)
  /// A check has its verdict; its findings come with it, not yet merged with those of other checks.
  case checkEnded(CheckResult, findings: [Finding])
  case runEnded(RunResult)
}
