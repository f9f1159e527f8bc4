package import AssayFindings
import AssayText

/// The output of `assay verify`: a line for each check as it ends, then the findings, then the summary.
package struct ConsoleReport: Sendable {
  private let options: ReportOptions
  private var style: ConsoleStyle { ConsoleStyle(colour: options.colour) }

  package init(options: ReportOptions) { self.options = options }

  /// Returns the lines to print for `event`, without line ends.
  package func lines(for event: RunEvent) -> [StyledLine] {
    switch event {
    case .runStarted(let contract, let checks, _):
      [style.paint(VisibleText.line(contract), .bold) + ": \(checks.counted("check"))"]
    case .checkStarted: []
    case .checkEnded(let check, let findings): [line(for: check, findings)]
    case .runEnded(let result):
      findings(of: result.shortened) + supporting(of: result) + promises(of: result) + [summary(of: result), ""]
    }
  }

  /// Returns the reasons why checks could not be judged, if no finding gives them; for output without a line for each
  /// check.
  package func unexplained(in result: RunResult) -> [StyledLine] {
    result.shortened.unexplained(options).map { line(for: $0, []) }
  }

  /// Returns the last line of a run over several contracts; nothing for a single contract, whose summary suffices.
  package func closing(_ results: [RunResult]) -> [StyledLine] {
    guard results.count > 1 else { return [] }
    let outcome = RunResult.Outcome.over(results)
    return [
      verdict(outcome)
        + ": \(results.count) contracts, \(counts(.over(results), findings: results.flatMap(\.findings)))"
    ]
  }

  /// Returns the commands to run next after a failed run: one explains the rule of the first finding, the other repeats
  /// the failed checks. `report` is the path of the JSON report, if there is one.
  package func next(_ results: [RunResult], report: String?) -> [StyledLine] {
    let findings = results.filter { $0.outcome == .failed }.flatMap { $0.findings.weightiestFirst }
    guard let finding = findings.first(where: { options.fails($0) }) else { return [] }
    let explain = RuleExplanation(finding.rule).map { "assay explain \($0.rule.id)" }
    let only = finding.check.isEmpty ? nil : "--only '\(VisibleText.line(finding.check))'"
    let again = (report.map { "--last-failed \(VisibleText.line($0))" } ?? only).map { "assay verify … \($0)" }
    let isElsewhere = findings.count > 1 && findings.allSatisfy { $0.rule == .noRoute }
    let elsewhere = isElsewhere ? "assay verify … --server URL/PREFIX, if the API is below a prefix such as /api" : nil
    let steps = [elsewhere, explain, again].compactMap { $0 }
    return steps.enumerated().map { index, step in
      (index == 0 ? style.paint("next: ", .bold) : "      ") + style.paint(step, .frame)
    }
  }

  /// Returns the line of a check: `✓ scan-until-done/scan  12 ms`.
  ///
  /// The line does not say why a check could not be judged: if a server is down, the findings below say so once.
  /// `count` is inserted between the name and the time of several checks.
  func line(for check: CheckResult, _ findings: [Finding], count: String = "") -> StyledLine {
    let id = VisibleText.line(check.id)
    let time = style.paint(count.isEmpty ? check.duration.elapsed : "\(count), \(check.duration.elapsed)", .dim)
    let number = count.isEmpty ? "" : "\(count) "
    let isSaid = findings.contains { $0.message == check.reason }
    let reason = isSaid ? "" : VisibleText.line(check.reason, limit: 1000)
    let because = reason.isEmpty ? "" : ": \(reason)"
    return switch check.status {
    case _ where check.isFlaky: style.paint("~", .warning) + " \(id)  \(time)\(because)"
    case .passed: style.paint("✓", .good) + " \(id)  \(time)\(because)"
    case .failed: style.paint("✗", .bad) + " \(id)  \(time)\(because)"
    case .warned: style.paint("!", .warning) + " \(id)  \(time)\(because)"
    case .unjudged: style.paint("○", .warning) + " \(id)  \(number)not judged\(because)"
    case .skipped: style.paint("- \(id)  \(number)skipped\(because)", .dim)
    case .error: style.paint("?", .bad) + " \(id)  \(number)could not be judged\(because)"
    }
  }

  /// Returns the lines of a finding while the run continues; `result` has the documents it cites.
  package func lines(for finding: Finding, of result: RunResult) -> [StyledLine] {
    lines(for: finding.shortened, DocumentIndex(result))
  }

  private func lines(for finding: Finding, _ documents: DocumentIndex) -> [StyledLine] {
    let text = FindingText(
      finding: finding,
      documents: documents,
      options: options,
      style: style,
      width: options.width,
      wraps: options.wraps,
      mostQuoted: FindingText.fewQuoted
    )
    return text.lines + [""]
  }

  private func findings(of result: RunResult) -> [StyledLine] {
    let documents = DocumentIndex(result)
    let groups = FindingGroup.groups(of: result)
    // Where all are of one operation, each of them names it.
    return [""]
      + groups.flatMap { group in
        (groups.count > 1 ? [style.paint("── \(group.title)", .bold), ""] : [])
          + group.findings.flatMap { lines(for: $0, documents) }
      }
  }

  /// Returns the lines about steps that were run for the selected checks and are not judged: first those that failed.
  private func supporting(of result: RunResult) -> [StyledLine] {
    let most = 5
    let failures = result.unjudgedFailures
    var lines = failures.prefix(most).map {
      StyledLine(VisibleText.line("not judged, but failed: \($0.subject): \($0.message)", limit: 1000))
    }
    if failures.count > most { lines.append("\((failures.count - most).counted("further failure")) of this kind") }
    let sound = result.supporting.filter { $0.failure == nil }
    if sound.isEmpty { return lines }
    var names = sound.prefix(most).map { VisibleText.line($0.check) }
    if sound.count > most { names.append("\(sound.count - most) more") }
    return lines + [style.paint("made for these checks and not judged: \(names.all)", .dim)]
  }

  /// Returns the promises in one line; with `verbose`, also a line for each promise that was kept or not judged.
  private func promises(of result: RunResult) -> [StyledLine] {
    guard result.promises.all > 0 else { return [] }
    var lines: [StyledLine] = []
    if options.verbose {
      for promise in result.kept {
        let text = "kept \(promise.level.rawValue): \(promise.promise), in \(promise.checks.counted("check"))"
        lines.append(style.paint(VisibleText.line(text, limit: 1000), .dim))
      }
      for promise in result.unjudged {
        let text = "\(promise.kind.rawValue) \(promise.level.rawValue): \(promise.promise)"
        lines.append(style.paint(VisibleText.line(text, limit: 1000), promise.kind == .blocked ? .bold : .dim))
        lines.append(
          style.paint("  --> ", .frame)
            + "\(VisibleText.line(promise.check)): \(VisibleText.line(promise.explanation, limit: 1000))"
        )
      }
      if !lines.isEmpty { lines.append("") }
    }
    let hint = !options.verbose && !result.unjudged.isEmpty ? "; --verbose lists what was not judged" : ""
    return lines + [style.paint(SummaryText.promises(result) + hint, .dim)]
  }

  /// Returns the summary: `failed: serial-ocr, 41 checks: 40 passed, 1 failed; 1 finding (1 must)  1.24 s`.
  private func summary(of result: RunResult) -> StyledLine {
    let counts = counts(result.summary, findings: result.findings)
    return verdict(result.outcome) + ": \(VisibleText.line(result.contract)), \(counts)  "
      + style.paint(result.duration.elapsed, .dim)
  }

  private func verdict(_ outcome: RunResult.Outcome) -> StyledLine {
    style.paint(outcome.rawValue, outcome == .passed ? .good : .bad)
  }

  private func counts(_ summary: RunResult.Summary, findings: [Finding]) -> String {
    SummaryText.checks(summary) + (findings.isEmpty ? "" : "; " + SummaryText.findings(findings))
  }
}
