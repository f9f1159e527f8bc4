package import AssayFindings

/// The output during a run: a line for each scenario, followed by lines for its checks if one did not pass.
package struct ScenarioLines: Sendable {
  /// A check that has ended, with its findings.
  private typealias Ended = (check: CheckResult, findings: [Finding])

  /// The most checks of a scenario that are all listed; for more, only those that did not pass are.
  private static let mostListed = 20

  private let console: ConsoleReport
  /// The number of checks of each scenario that have not ended.
  private var open: [String: Int] = [:]
  /// The checks that have ended, of the scenarios that have not.
  private var ended: [String: [Ended]] = [:]

  package init(_ console: ConsoleReport) { self.console = console }

  /// Returns the lines to print for `event`, without line ends; empty until all checks of a scenario have ended.
  package mutating func lines(for event: RunEvent) -> [StyledLine] {
    switch event {
    case .runStarted(_, _, let scenarios): open = scenarios
    case .checkEnded(let check, let findings):
      guard let count = open[check.scenario] else { break }
      ended[check.scenario, default: []].append((check, findings))
      open[check.scenario] = count - 1
      return count > 1 ? [] : close(check.scenario)
    // An interrupted run leaves scenarios open.
    case .runEnded: return ended.keys.sorted().flatMap { close($0) } + console.lines(for: event)
    case .checkStarted: break
    }
    return console.lines(for: event)
  }

  private mutating func close(_ scenario: String) -> [StyledLine] {
    open[scenario] = nil
    let checks = ended.removeValue(forKey: scenario) ?? []
    if checks.count == 1 { return checks.map { line($0) } }
    let unusual = checks.filter { $0.check.status != .passed || $0.check.isFlaky }
    let heading = console.line(for: scenario, checks.map(\.check))
    if unusual.isEmpty || Self.haveOneReason(unusual.map(\.check), of: checks.count) { return [heading] }
    return [heading] + (checks.count > Self.mostListed ? unusual : checks).map { "  " + line($0) }
  }

  private func line(_ ended: Ended) -> StyledLine { console.line(for: ended.check, ended.findings) }

  /// Returns true if all checks of a scenario were skipped for one reason, which its heading gives.
  private static func haveOneReason(_ checks: [CheckResult], of count: Int) -> Bool {
    checks.count == count && checks.allSatisfy { $0.status == .skipped && $0.reason == checks[0].reason }
  }
}

extension ConsoleReport {
  /// Returns the line of a scenario: `✓ predict-then-history  3 checks, 71 ms`; the sign is that of the most severe
  /// result.
  fileprivate func line(for scenario: String, _ checks: [CheckResult]) -> StyledLine {
    let order: [CheckResult.Status] = [.failed, .error, .warned, .unjudged, .skipped, .passed]
    let statuses = Set(checks.map(\.status))
    let gravest = order.first(where: statuses.contains) ?? .passed
    let reasons = Set(checks.map(\.reason))
    var summary = CheckResult(id: scenario, status: gravest, duration: checks.reduce(.zero) { $0 + $1.duration })
    if gravest == .passed, checks.contains(where: \.isFlaky) { summary.earlier = [""] }
    if statuses == [.skipped], reasons.count == 1 { summary.reason = checks[0].reason }
    return line(for: summary, [], count: checks.count.groupedCount("check"))
  }
}
