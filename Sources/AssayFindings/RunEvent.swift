/// An event that a run reports while it is in progress, for reports and the progress line. Receivers cannot change the
/// run.
public enum RunEvent: Sendable {
  /// The run of a contract begins, with the number of its planned checks in total and by scenario.
  case runStarted(contract: String, checks: Int, scenarios: [String: Int])
  case checkStarted(id: String)
  /// A check has ended, with its findings, which are not yet merged with those of other checks.
  case checkEnded(CheckResult, findings: [Finding])
  case runEnded(RunResult)
}
