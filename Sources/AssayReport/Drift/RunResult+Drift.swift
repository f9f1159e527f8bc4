public import AssayFindings
import AssayText

/// The conditions under which drift fails a run, besides being new.
public struct DriftGate: Hashable, Sendable {
  /// The mildest effect on the documented client for which drift fails the run.
  public var effect: ClientVerdict
  /// The least share of the documented parts that must be seen, in percent.
  public var leastCoverage: Int

  /// Creates a gate; by default, all new drift fails the run.
  public init(effect: ClientVerdict = .ignores, leastCoverage: Int = 0) {
    self.effect = effect
    self.leastCoverage = leastCoverage
  }

  /// Returns true if `report` has seen enough, or is of a run that gives no information about coverage.
  public func isCovered(_ report: DriftReport) -> Bool {
    switch report.outcome {
    case .unobserved, .interrupted: true
    case .none, .known, .drift: report.percentCovered >= leastCoverage
    }
  }
}

extension RunResult {
  /// A drift report as a run, for every report format: a check for each operation, a finding for each row.
  ///
  /// New drift is a `must`, or a `should` if `gate` lets it pass; known drift is accepted, and a note is a `may`.
  public init(drift report: DriftReport, gate: DriftGate = DriftGate()) {
    self = report.run
    var findings = report.rows.map { Finding(drift: $0, gate: gate) }
    if !gate.isCovered(report) { findings.append(Finding(uncovered: report, gate: gate)) }
    self.findings = findings
    checks = report.operations.map { operation in
      CheckResult(drift: report, of: operation, findings.filter { $0.operation == operation })
    }
    (healed, part, supporting, kept) = (report.healed.count, nil, [], [])
    let fails = findings.contains { $0.level == .must && $0.accepted == nil }
    switch report.outcome {
    case .interrupted: outcome = .interrupted
    case .unobserved: outcome = .error
    case .none, .known, .drift: outcome = fails ? .failed : .passed
    }
  }
}

extension CheckResult {
  /// Makes the check for an operation, whose findings are those of its rows.
  fileprivate init(drift report: DriftReport, of operation: String, _ findings: [Finding]) {
    let own = report.run.checks.filter { $0.operation == operation }
    let new = findings.filter { $0.accepted == nil }
    let status: Status =
      if new.contains(where: { $0.level == .must }) {
        .failed
      } else if findings.contains(where: { $0.level > .may }) {
        .warned
      } else {
        report.observed.contains(operation) ? .passed : .skipped
      }
    self.init(
      id: operation,
      operation: operation,
      scenario: operation,
      status: status,
      duration: own.reduce(.zero) { $0 + $1.duration },
      reason: status == .skipped ? own.first { !$0.reason.isEmpty }?.reason ?? "no answer was observed" : "",
      place: own.first?.place
    )
  }
}

extension Finding {
  /// The most characters of a command line; a longer one is left out, since a shortened command does not repeat the
  /// request.
  private static let mostOfCommand = 1_000

  /// Makes a finding from a row of a drift report; `gate` decides the level of drift.
  fileprivate init(drift row: DriftRow, gate: DriftGate) {
    let effect = row.isDrift ? [Words.Detail("effect", "the documented client \(row.verdict.rawValue)")] : []
    let concerns = DriftSentence.concerns(row)
    let repeats = row.calls.command.isEmpty || row.calls.command.count > Self.mostOfCommand ? "" : row.calls.command
    let details = [Words.Detail("concerns", concerns), Words.Detail("repeat", repeats)].filter { !$0.text.isEmpty }
    self.init(
      level: row.isDrift ? (row.verdict <= gate.effect ? .must : .should) : .may,
      check: row.operation,
      operation: row.operation,
      rule: row.rule ?? Rule(drift: row.kind),
      place: row.location.isEmpty ? .answer : Place(nil, .words(row.location)),
      reason: .words(
        Words(row.message, expected: row.documented, actual: DriftSentence.observed(row), details: effect + details)
      ),
      sources: row.sources,
      promise: row.promise,
      occurrences: row.seen.occurrences
    )
    if row.isDrift, row.standing.isKnown { accepted = row.standing.acceptance }
  }

  /// Creates the finding that too few of the documented parts were seen.
  fileprivate init(uncovered report: DriftReport, gate: DriftGate) {
    self.init(
      level: .must,
      rule: Rule("\(Rule.driftPrefix)coverage"),
      message: "\(report.percentCovered) % of what is documented was seen",
      expected: "at least \(gate.leastCoverage) %",
      actual: "\(report.percentCovered) %"
    )
  }
}

extension Rule {
  /// The beginning of the ids of drift that breaks no rule of a contract: `drift.undocumented-field`.
  static let driftPrefix = "drift."

  /// Makes the rule for drift that breaks no rule of a contract, from its kind: `drift.undocumented-field`.
  fileprivate init(drift kind: DriftRow.Kind) {
    self.init(Self.driftPrefix + kind.rawValue.replacing(" ", with: "-"))
  }

  /// The title of a rule made for a kind of drift: `Documents compared with the backend: undocumented field`; `nil` for
  /// any other rule.
  var driftTitle: String? {
    guard case .other(let id) = self, id.hasPrefix(Self.driftPrefix) else { return nil }
    let kind = VisibleText.line(String(id.dropFirst(Self.driftPrefix.count)).replacing("-", with: " "), limit: 60)
    return "Documents compared with the backend: \(kind)"
  }
}
