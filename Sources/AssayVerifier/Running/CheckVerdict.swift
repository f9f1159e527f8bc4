import AssayContract
import AssayFindings
import AssayJudging
import AssayLint
import AssaySecrets
import AssayText

/// The result of a check, with the record of kept and broken promises that determines it.
struct CheckVerdict: Sendable {
  var result: CheckResult
  /// The findings about the broken promises.
  private(set) var findings: [Finding] = []
  /// The record of the promises that the check kept and broke.
  var ledger = CheckLedger()
  /// The fate that its not being made, or not to its end, follows from.
  var cause: UnjudgedPromise.Cause?

  init(result: CheckResult, ledger: CheckLedger = CheckLedger()) {
    self.result = result
    self.ledger = ledger
    findings = ledger.findings
  }

  /// Removes the findings that `isExcused` selects; the promises they break count as not judged, for `reason`. If
  /// nothing else is broken, the check counts as skipped.
  mutating func excuse(because reason: BlockReason, _ isExcused: (Finding) -> Bool) {
    ledger.excuse(because: reason, isExcused)
    if ledger.gravest == nil {
      (result.status, result.reason, cause) = (.skipped, reason.text, reason.cause)
      (result.transcript, result.command, result.illustrations) = ("", "", [])
    }
    findings = ledger.findings
  }

  /// Replaces each finding by the result of `change`.
  mutating func explain(_ change: (Finding) -> Finding) { findings = findings.map(change) }

  /// True if it was not made, or not to its end.
  var isUnmade: Bool { result.status == .skipped || result.status == .error }

  /// Why it was not made, or not to its end; `nil` where it was.
  var obstacle: BlockReason? { isUnmade && !result.reason.isEmpty ? BlockReason(result.reason, because: cause) : nil }

  /// The verdict on what was not made, or not to its end, because of `cause`.
  func following(_ cause: UnjudgedPromise.Cause?) -> CheckVerdict {
    var verdict = self
    verdict.cause = cause
    return verdict
  }

  /// Returns the verdict on a check that was not run, for the given reason.
  static func skipped(_ check: Plan.Check, _ step: Step, _ reason: String, _ contract: Contract) -> CheckVerdict {
    CheckVerdict(
      result: CheckResult(
        id: check.id,
        operation: check.operation,
        scenario: check.scenario,
        status: .skipped,
        reason: reason,
        place: contract.place(of: step.promise)
      )
    )
  }

  /// Returns the verdict with the status that follows from `fates`, the results of the check's promises. Without a
  /// `table`, promises that were not judged do not affect the status.
  func concluded(_ fates: CheckFates, in table: PromiseTable?, strict: Bool) -> CheckVerdict {
    var concluded = self
    for index in findings.indices {
      concluded.findings[index].check = result.id
      if findings[index].operation.isEmpty, !findings[index].isAboutServer {
        concluded.findings[index].operation = result.operation
      }
    }
    let unmade = ledger.unmade.first.map { first in
      let more = ledger.unmade.count > 1 ? " (and \(ledger.unmade.count - 1) more)" : ""
      return "\(first.name) was not requested: \(first.reason)\(more)"
    }
    if ledger.gravest == .must {
      concluded.result.status = .failed
      concluded.result.obstacle = unmade
    } else if let unmade {
      concluded.result.status = .error
      concluded.result.reason = unmade
    } else if result.status == .passed, ledger.gravest == .should {
      concluded.result.status = strict ? .failed : .warned
    }
    if let table { concluded.note(fates, in: table, strict: strict) }
    if concluded.result.status == .passed, let table, let idle = fates.idle(in: table) {
      concluded.result.status = .unjudged
      concluded.result.reason = idle
    }
    return concluded
  }

  /// Sets the status to `error`, unless the check failed, if a `must` was not judged because something prevented it; if
  /// `strict`, also for a `should`.
  private mutating func note(_ fates: CheckFates, in table: PromiseTable, strict: Bool) {
    let limit = strict ? Level.should : .must
    guard let level = fates.mostBlocked, level >= limit, let obstacle = fates.obstacle(in: table) else { return }
    let isJudged = zip(fates.positions, fates.fates).contains { position, fate in
      fate != .blocked && fate != .vacuous && table.promises[position].level == .must
    }
    result.isBlocked = !isJudged
    let promises = "\(obstacle.count.counted("\(level.rawValue)")) could not be judged"
    let reason = "\(promises): \(obstacle.reason)"
    guard result.status != .failed else { return result.obstacle = result.obstacle ?? reason }
    guard result.status != .error else { return }
    let isSkipped = result.status == .skipped
    result.status = .error
    result.causes = fates.causes(in: table, from: limit)
    if !isSkipped || result.reason.isEmpty { result.reason = reason }
  }

  /// The event that reports the end of the check.
  var event: RunEvent { .checkEnded(result, findings: findings) }
}

extension CheckVerdict: TextBearing {
  func mapTexts(_ change: (String) -> String) -> CheckVerdict {
    var changed = self
    changed.result = result.mapTexts(change)
    changed.findings = findings.map { $0.mapTexts(change) }
    return changed
  }
}
