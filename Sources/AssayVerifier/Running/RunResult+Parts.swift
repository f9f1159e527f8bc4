package import AssayFindings
import AssayJudging

extension RunResult {
  /// Combines the results of `parts` of one divided run, in any order, into the result of the whole run.
  ///
  /// There must be at least one part; names and servers are taken from the first.
  package init(_ parts: [RunPart], assay: String) {
    let lost = RunPart.lost(in: parts)
    let (checks, told) = Self.told(by: parts, lost)
    var collector = FindingCollector()
    collector.add(told)
    let promises = Self.promises(of: parts, checks.flatMap { lost[$0.id]?.promises ?? [] })
    let first = parts[0]
    self.init(
      assay: assay,
      contract: first.contract,
      title: first.title,
      file: first.file,
      servers: first.servers,
      outcome: Self.outcome(
        checks,
        promises,
        isStrict: parts.contains(where: \.isStrict),
        isInterrupted: parts.contains(where: \.isInterrupted)
      ),
      checks: checks,
      findings: SharedError.join(collector.findings),
      promises: PromiseCounts(promises ?? []),
      unjudged: promises?.compactMap(\.unjudged) ?? [],
      documents: first.documents,
      started: parts.map(\.started).min() ?? "",
      duration: parts.map(\.duration).max() ?? .zero
    )
    calls = Dictionary(first.calls.map { ($0.operation, $0.target) }) { first, _ in first }
    origin = first.origin
    healed = first.healed.map { _ in parts.compactMap(\.healed).reduce(0, +) }
    supporting = parts.flatMap(\.scenarios).sorted { $0.position < $1.position }.flatMap(\.supporting)
    kept = promises?.compactMap(\.kept) ?? []
  }

  /// Returns the checks of all parts and their findings, in the order of the plan. Checks in `lost`, whose routes do
  /// not exist, have the results given there.
  private static func told(
    by parts: [RunPart],
    _ lost: [String: RunPart.LostCheck]
  ) -> (checks: [CheckResult], findings: [Finding]) {
    // Of a hundred thousand, twice the room is much: a run in one part is returned as it is.
    if parts.count == 1, lost.isEmpty { return (parts[0].checks, parts[0].findings) }
    let scenarios = parts.flatMap(\.results).sorted { $0.position < $1.position }.map { $0.losing(lost) }
    return (scenarios.flatMap(\.checks), scenarios.flatMap(\.findings))
  }

  /// Returns the final fate of each promise (kept, broken, vacuous or blocked), in the order of the catalogue: the most
  /// decisive of its fates, as the first scenario with that fate reports it.
  private static func promises(of parts: [RunPart], _ ofLostChecks: [RunPart.Promise]) -> [RunPart.Promise]? {
    let all = parts.compactMap(\.promises)
    if all.isEmpty { return nil }
    var merged: [Int: RunPart.Promise] = [:]
    let judged = all.count == 1 ? all[0] : all.joined().sorted { $0.scenario < $1.scenario }
    for promise in judged + ofLostChecks {
      guard let known = merged[promise.position], known.fate >= promise.fate else {
        merged[promise.position] = promise
        continue
      }
      if let kept = promise.kept { merged[promise.position]?.kept?.checks += kept.checks }
    }
    return merged.values.sorted { $0.position < $1.position }
  }

  private static func outcome(
    _ checks: [CheckResult],
    _ promises: [RunPart.Promise]?,
    isStrict: Bool,
    isInterrupted: Bool
  ) -> Outcome {
    if isInterrupted { return .interrupted }
    let statuses = Set(checks.map(\.status))
    if statuses.contains(.failed) { return .failed }
    // What was held against some promises was verified, if not to the end.
    if statuses.contains(.error), promises?.contains(where: { $0.fate == .kept }) == true { return .failed }
    // Where every check was skipped or had nothing to judge, nothing was verified either.
    let isVerified = statuses.contains(.passed) || statuses.contains(.warned)
    guard statuses.contains(.error) || (!isVerified && !statuses.isEmpty) else {
      return isStrict && statuses.contains(.unjudged) ? .failed : .passed
    }
    return isVerified ? .failed : .error
  }
}

extension RunPart {
  /// Returns the checks whose routes do not exist, by id.
  ///
  /// An operation that was called only with invalid requests is not included if valid calls were left out or belong to
  /// missing parts, since those calls might succeed.
  static func lost(in parts: [RunPart]) -> [String: LostCheck] {
    let isWhole = parts.count >= parts[0].shard.count
    var lost: [String: LostCheck] = [:]
    for routes in Dictionary(grouping: parts.flatMap(\.routes), by: \.operation).values {
      if routes.contains(where: { $0.isShown || $0.lost == nil }) { continue }
      let mayBeAnswered = routes[0].isLeftOut || (!isWhole && routes.contains(where: \.isCalledElsewhere))
      if mayBeAnswered, !routes.contains(where: \.isCalledRightly) { continue }
      for check in routes.flatMap({ $0.lost ?? [] }) { lost[check.check.id] = check }
    }
    return lost
  }
}

extension RunPart.ScenarioResult {
  /// Returns the scenario's result, in which the checks in `lost`, whose routes do not exist, have the results given
  /// there.
  fileprivate func losing(_ lost: [String: RunPart.LostCheck]) -> RunPart.ScenarioResult {
    guard !lost.isEmpty, checks.contains(where: { lost[$0.id] != nil }) else { return self }
    var losing = self
    let told = Dictionary(grouping: findings, by: \.check)
    losing.checks = checks.map { lost[$0.id]?.check ?? $0 }[...]
    losing.findings = checks.flatMap { lost[$0.id]?.findings ?? told[$0.id] ?? [] }[...]
    return losing
  }
}

extension PromiseCounts {
  fileprivate init(_ promises: [RunPart.Promise]) {
    self.init()
    for promise in promises {
      switch promise.fate {
      case .kept: kept += 1
      case .broken: broken += 1
      case .vacuous: vacuous += 1
      case .blocked: blocked += 1
      }
    }
  }
}
