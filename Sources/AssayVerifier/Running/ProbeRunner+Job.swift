import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation

extension ProbeRunner {
  /// Polls a job until its end. The probe of the step `maker` created the job with a request that differs from the
  /// documented one.
  func follow(_ maker: String, isRight: Bool, _ scope: Scope) async -> StepOutcome {
    let judge = ProbeJudge(contract: work.context.contract, operation: work.operation, probe: probe)
    func none(_ why: String) -> StepOutcome {
      var ledger = work.context.ledger
      judge.vacate(because: why, writing: &ledger)
      return StepOutcome(verdict: CheckVerdict(result: work.result(), ledger: ledger))
    }
    if let status = scope.steps[maker]?.status, !(200..<300).contains(status) {
      return none("there is no such job: the call that makes it was answered with \(status)")
    }
    var followed = work
    if !isRight {
      // Of an invalid call's job the documents say how it is reported, not what its result is.
      (followed.step.expects.finalStates, followed.step.expects.finalEvents) = ([], [])
      (followed.step.expects.invariants, followed.operation.invariants) = ([], [])
    }
    var outcome = await followed.made(scope)
    if [.skipped, .error].contains(outcome.verdict.result.status) { return outcome }
    if !isRight, let status = outcome.record.status, (400..<500).contains(status) {
      return none("the backend answered \(status) where it was asked for, as it may")
    }
    judge.judgeJob(writing: &outcome.verdict.ledger)
    outcome.verdict = CheckVerdict(result: outcome.verdict.result, ledger: outcome.verdict.ledger)
    return outcome
  }
}

extension StepRecord {
  /// The status of the last response; `nil` if none exists.
  var status: Int? { exchanges.last?.response?.head.status }
}
