import AssayFindings
import AssayText

extension Page {
  /// Creates the top of a run's page: the verdict, the kept promises, and the promises that could not be judged.
  init(runs results: [RunResult]) {
    let outcome = RunResult.Outcome.over(results)
    self.init(
      verdict: Self.verdict(results, outcome),
      tone: Tone(outcome),
      name: outcome.rawValue,
      summary: results.flatMap { $0.summaryBlocks(named: results.count > 1) }
    )
    if results.count > 1 { summary.insert(Self.overview(of: results), at: 0) }
    if outcome == .interrupted {
      summary.insert(.sentence(.prose("This is the state when it was interrupted.")), at: 0)
    }
  }

  private static func verdict(_ results: [RunResult], _ outcome: RunResult.Outcome) -> String {
    let name = results.count == 1 ? VisibleText.line(results[0].contract, limit: 60) : ""
    switch outcome {
    case .passed where results.allSatisfy { $0.summary.passed + $0.summary.warned == 0 }: return "No check was run"
    case .passed:
      return name.isEmpty ? "All \(results.count) backends keep their contracts" : "\(name) keeps its contract"
    case .failed where results.flatMap(\.findings).isEmpty:
      return "\(name.isEmpty ? "A contract" : name) could not be judged"
    case .failed: return name.isEmpty ? broken(results) : "\(name) breaks its contract"
    case .error: return "Nothing could be verified"
    case .interrupted: return "The run was interrupted"
    }
  }

  /// Returns the verdict on a broken run: `3 of 4 backends break their contracts, 1 did not respond`.
  private static func broken(_ results: [RunResult]) -> String {
    let broken = results.count { $0.outcome == .failed && !$0.findings.isEmpty }
    let unjudged = results.count { $0.outcome == .failed && $0.findings.isEmpty }
    let silent = results.count { $0.outcome == .error }
    return "\(broken) of \(results.count) backends \(broken == 1 ? "breaks its contract" : "break their contracts")"
      + (unjudged > 0 ? ", \(unjudged) could not be judged" : "") + (silent > 0 ? ", \(silent) did not respond" : "")
  }

  private static func overview(of results: [RunResult]) -> Block {
    let rows = results.map { result in
      let counts = result.promises
      let fates = [counts.kept, counts.broken, counts.blocked + counts.vacuous].map(\.grouped)
      let found = [Level.must, .should].map { level in result.findings.count { $0.level == level }.grouped }
      let numbers = [result.summary.checks.grouped] + (counts.all > 0 ? fates : ["–", "–", "–"]) + found
      let weight = result.outcome == .passed ? Weight.good : result.outcome == .failed ? .must : .should
      return PageTable.Row(
        [PageTable.Cell(.badge(result.outcome.rawValue, weight)), PageTable.Cell(.code(result.contract))]
          + numbers.map { PageTable.Cell(.prose($0)) }
      )
    }
    return .table(
      PageTable(
        columns: ["verdict", "contract", "checks", "promises kept", "broken", "not judged", "must", "should"],
        rows: rows
      )
    )
  }
}

extension RunResult {
  /// Returns the summary of a run: the counts of checks and promises, promises that could not be judged, and the place
  /// of the run. `named` includes the contract's name.
  func summaryBlocks(named: Bool) -> [Block] {
    let name = named ? "\(contract): " : ""
    let found = findings.isEmpty ? "" : "; " + SummaryText.findings(findings)
    var blocks: [Block] = [.sentence(.prose("\(name)\(SummaryText.checks(summary))\(found), in \(duration.elapsed)."))]
    if promises.all > 0 { blocks.append(.sentence(.prose("\(name)\(SummaryText.promises(self))."))) }
    if let healed {
      blocks.append(.sentence(.prose("\(name)Compared with the baseline: \(comparison(healed: healed)).")))
    }
    let blocked = unjudged.filter { $0.kind == .blocked && $0.level == .must }
    let others = unjudged.filter { $0.kind != .blocked || $0.level != .must }
    if !blocked.isEmpty {
      blocks.append(.sentence(.prose("\(name)\(blocked.count.counted("must")) could not be judged:")))
      blocks.append(.list(blocked.prefix(Self.mostListed).map(\.spans)))
    }
    let folded = blocked.dropFirst(Self.mostListed) + others
    if !folded.isEmpty {
      let title = "\(name)\(folded.count.counted("\(blocked.isEmpty ? "" : "other ")promise")) not judged"
      blocks.append(.fold(title, [.list(folded.map(\.spans))]))
    }
    let failures = unjudgedFailures
    if !failures.isEmpty {
      blocks.append(.sentence(.prose("\(name)\(failures.count.counted("failure")) in steps that are not judged:")))
      blocks.append(.list(failures.prefix(Self.mostListed).map { [.code($0.subject), .prose($0.message)] }))
    }
    if named { return blocks + [.fold("\(name)contract, servers and time", [.facts(allFacts)])] }
    return blocks + [.facts(allFacts)]
  }

  /// The facts of the run: its subject, and the place where it ran.
  private var allFacts: [(name: String, value: Span)] {
    let about = [
      (name: "title", value: Span.prose(title)), (name: "environment", value: Span.code(origin.environment)),
    ]
    let made = [
      (name: "commit", value: Span.code(String(origin.commit.prefix(12)))), (name: "assay", value: Span.prose(assay)),
      (name: "job", value: Span.link(origin.job)),
    ]
    return (about + facts + made).filter { !$0.value.isEmpty }
  }

  /// Returns the comparison with the baseline: `2 new, 1 known, 3 healed`.
  private func comparison(healed: Int) -> String {
    let known = findings.count { $0.accepted != nil }
    return "\((findings.count - known).grouped) new, \(known.grouped) known, \(healed.grouped) healed"
  }

  /// The most promises that are shown unfolded.
  private static let mostListed = 10
}

extension UnjudgedPromise {
  fileprivate var spans: [Span] {
    [.badge(level.rawValue, level.weight), .prose(promise), .code(check), .prose("\(kind.rawValue): \(explanation)")]
  }
}

extension Int {
  /// The number in groups of three digits: `12,345`.
  var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// Returns the number with a noun: `1 check`, `12,345 checks`.
  func groupedCount(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
