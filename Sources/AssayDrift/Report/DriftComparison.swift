package import AssayContract
package import AssayFindings
package import AssayObservation
package import AssayReport
import AssayText

/// The comparison of a backend's observed behaviour with its documents.
package struct DriftComparison: Sendable {
  /// The result of the comparison as a report, before any baseline is applied.
  package private(set) var report: DriftReport
  private let seen: [String: ObservedOperation]
  private let observed: ObservedBackend
  /// The names of operations with a call that was not made or not completed.
  private let cut: Set<String>

  /// Compares the observations, and the findings of `run`, with the contract.
  ///
  /// `isWhole` is `false` where the run left out parts of the contract; `documents` are the lines of the documents at hand, by
  /// their files.
  package init(
    observed: ObservedBackend,
    run: RunResult,
    isWhole: Bool = true,
    documents: [String: [String]] = [:]
  ) {
    let contract = observed.contract
    let lines = GuideLines(contract, files: documents)
    let operations = contract.operations.map(\.name)
    let commands = Dictionary(run.checks.map { ($0.id, $0.command) }) { first, _ in first }
    var causes = Self.causes(in: run, observed, commands)
    let found = causes.rows
    self.observed = observed
    seen = observed.operations
    cut = Set(run.checks.filter { $0.status == .skipped || $0.status == .error }.map(\.operation))
    report = DriftReport(run: run, operations: operations, observed: [], rows: [])
    var others: [DriftRow] = []
    let uncalled = Set(contract.operations.filter { !$0.isCalled }.map(\.name))
    for operation in contract.operations {
      let own = found.filter { $0.operation == operation.name }
      let comparison = OperationComparison(observed: observed, operation: operation, found: own, lines: lines)
      let reason = run.checks.first { $0.operation == operation.name && !$0.reason.isEmpty }?.reason ?? ""
      for var row in causes.remaining(comparison.rows(unseenBecause: reason), of: operation) {
        if uncalled.contains(operation.name) { row.verdict = .ignores }
        row.loss = loss(of: row)
        others.append(row)
      }
    }
    var rows = DriftMerge()
    for row in causes.rows + others { rows.add(row) }
    report.observed = Set(seen.filter { $0.value.answers > 0 }.keys)
    report.rows = DriftMerge.sorted(rows.rows, by: operations)
    let counted = SeenCount(observed)
    (report.seen, report.coverage) = (counted.parts, counted.coverage)
    report.isWhole = isWhole && run.outcome != .interrupted
    (report.documents, report.shared) = (documents, observed.shared)
  }

  /// Returns one row for each finding, merged by common causes. If a scenario's rule failed only because a repeated
  /// step did not end, its row is merged into that of the step.
  private static func causes(in run: RunResult, _ observed: ObservedBackend, _ commands: [String: String])
    -> DriftCauses
  {
    let findings = run.findings.map(\.shortened)
    let endless = findings.filter(\.isOfRepetition)
    var causes = DriftCauses(observed, in: run)
    var consequences: [(row: DriftRow, finding: Finding)] = []
    for finding in findings {
      var row = DriftRow(finding, observed: observed)
      row.calls.command = commands[finding.check] ?? ""
      let checks = [finding.check] + finding.alsoIn
      let calls = checks.compactMap { check in
        observed.probes[check].map { DriftRow.Variant(about: $0, command: commands[check] ?? "") }
      }
      // What a documented call shows also is not due to how a probe differs; to a server that is down none was sent.
      // A message about a status names the call, with the size that is left of a large value.
      let isNamed =
        calls.count == 1 && row.kind != .worthKnowing
        && (finding.rule == .status || row.message.contains(calls[0].about))
      if calls.count == checks.count, !finding.isAboutServer, !isNamed { row.calls.variants = calls }
      let scenario = finding.check.dropLast("invariants".count)
      if row.verdict == .isStuck, finding.isOfScenario,
        let cause = endless.first(where: { $0.check.hasPrefix(scenario) })
      {
        row.key = Fingerprint.key(of: cause)
        consequences.append((row, finding))
      } else {
        causes.add(row, of: finding)
      }
    }
    for (row, finding) in consequences { causes.add(row, of: finding) }
    return causes
  }

  /// Compares the observations of a run, and its findings, with the contract.
  package init(
    contract: Contract,
    observations: [Observation],
    run: RunResult,
    isWhole: Bool = true,
    documents: [String: [String]] = [:]
  ) {
    var observed = ObservedBackend(contract: contract)
    for observation in observations { observed.add(observation) }
    self.init(observed: observed, run: run, isWhole: isWhole, documents: documents)
  }

  /// The effect of a part that was looked for and not seen, on a client that has it elsewhere; `nil` where it may have been
  /// missed by chance.
  private func loss(of row: DriftRow) -> ClientVerdict? {
    guard row.kind == .neverSeen, let seen = seen[row.operation], !cut.contains(row.operation) else { return nil }
    switch row.subject {
    case .event where row.place.isEmpty && seen.events.isEmpty: return nil
    case .state(let name) where row.place.isEmpty:
      // A job may pass through the others between two polls.
      let isFinal = operation(row.operation)?.hasFinalState(name) ?? false
      guard isFinal, !seen.job.states.isEmpty else { return nil }
    default: break
    }
    let use = operation(row.operation).flatMap { observed.use($0, row.subject, row.place) }
    let isMissed = use?.isUsed ?? operation(row.operation)?.isCalled ?? true
    return isMissed ? .losesData : .ignores
  }

  /// Returns `row` as drift if its part was observed in an earlier run (its key is in `before`), and was not in this
  /// one, although it should have been; otherwise `nil`.
  private func disappeared(_ row: DriftRow, of before: Set<String>) -> DriftRow? {
    guard report.isWhole, before.contains(row.part.key), let loss = row.loss else { return nil }
    return row.disappeared(loss, "it was received when the baseline was made, and not in this run")
  }

  private func operation(_ name: String) -> Operation? { observed.contract.operation(named: name) }

  /// Returns the report compared with `baseline`: drift that is in the baseline is marked as known, and drift that no
  /// longer exists is listed as fixed.
  package func held(against baseline: DriftBaseline) -> DriftReport {
    var held = report
    let known = KnownDrift(baseline.rows)
    let before = Set(baseline.seen.map(\.key))
    held.rows = report.rows.map { row in
      var row = disappeared(row, of: before) ?? row
      // The day of the run: a recording is judged as of then.
      if row.isDrift { known.judge(&row, on: String(report.run.started.prefix(10))) }
      return row
    }
    held.rows = DriftMerge.sorted(held.rows, by: report.operations)
    // A part that was seen once can be missed as long as it is documented.
    let now = Set(report.seen.map(\.key))
    held.seen += baseline.seen.filter { !now.contains($0.key) }
    let present = Set(held.rows.filter(\.isDrift).map(\.key))
    let faults = Set(held.rows.filter(\.isDrift).flatMap(\.standing.faults))
    // What was not looked at this time may be as it was; what belongs to no operation may show at any of them.
    let called = observed.contract.scenarios.flatMap(\.steps).filter { !$0.isErrorProbe }.map(\.operation)
    let sawAll = report.observed.isSuperset(of: called)
    held.healed = baseline.rows.filter { row in
      let wasLookedAt = row.operation.isEmpty ? sawAll : seen[row.operation]?.shows(row) ?? false
      return report.isWhole && !present.contains(row.key) && faults.isDisjoint(with: row.standing.faults) && wasLookedAt
    }
    return held
  }
}

extension Finding {
  /// True if the finding is about a rule over a whole scenario, which the check `SCENARIO/invariants` judges.
  var isOfScenario: Bool { check.split(separator: "/").last == "invariants" }
  /// True if the finding is about a repeated step whose end condition was never met.
  fileprivate var isOfRepetition: Bool { promise?.pointer.hasSuffix("/repeat") == true }
}

extension Operation {
  /// Returns true if a job of the operation ends in the state `name`.
  fileprivate func hasFinalState(_ name: String) -> Bool {
    if case .poll(let poll) = interaction { poll.state(named: name)?.isFinal ?? false } else { false }
  }
}

/// A collection of report rows, in which rows with the same key are merged into one.
struct DriftMerge {
  private var merged = OrderedDictionary<String, DriftRow>()
  var rows: [DriftRow] { merged.values }

  mutating func add(_ row: DriftRow) {
    merged.add(row, for: row.key) { known in
      known.seen.occurrences += row.seen.occurrences
      known.add(row.standing.faults)
      known.verdict = min(known.verdict, row.verdict)
      if known.calls.command.isEmpty { known.calls.command = row.calls.command }
      known.concerns += row.concerns.filter { !known.concerns.contains($0) }
      if row.location != known.location, !known.seen.alsoAt.contains(row.location) {
        known.seen.alsoAt.append(row.location)
      }
    }
  }

  /// Returns the rows sorted by operation in the contract's order; rows without an operation come first. Within an
  /// operation, drift comes before notes, then the most severe first, then by place.
  static func sorted(_ rows: [DriftRow], by operations: [String]) -> [DriftRow] {
    let order = Dictionary(operations.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func rank(_ row: DriftRow) -> (Int, Int, String, String) {
      let harm = row.isDrift ? ClientVerdict.allCases.firstIndex(of: row.verdict) ?? 0 : ClientVerdict.allCases.count
      return (order[row.operation] ?? -1, harm, row.location, row.key)
    }
    return rows.sorted { rank($0) < rank($1) }
  }
}
