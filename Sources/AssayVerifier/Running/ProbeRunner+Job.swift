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
    if let status = scope.steps[maker]?.status, !(200..<300).contains(status) {
      return none("there is no such job: the call that makes it was answered with \(status)")
    }
    // A job of an invalid call that hangs says nothing of the jobs of valid ones.
    let jobs = JobWatch.Kind(scenario: work.check.scenario, maker: maker, isOfValidCalls: isRight)
    if let endless = work.context.jobs.endless(jobs) {
      return work.outcome(.skipped("the job of \(endless) did not end, and this one would be waited for as long"))
    }
    var followed = work
    if !isRight {
      // Of an invalid call's job the documents say how it is reported, not what its result is.
      (followed.step.expects.finalStates, followed.step.expects.finalEvents) = ([], [])
      (followed.step.expects.invariants, followed.operation.invariants) = ([], [])
    }
    let earlier = work.context.jobs.running
    var outcome = await followed.made(scope)
    let late: Set<Rule> = [.pollWithin, .streamWithin, .timedOut]
    if outcome.verdict.ledger.findings.contains(where: { late.contains($0.rule) }) {
      work.context.jobs.noteEndless(jobs, of: work.check.id)
    }
    if [.skipped, .error].contains(outcome.verdict.result.status) { return outcome }
    if !isRight, let status = outcome.record.status, (400..<500).contains(status) {
      return none("the backend answered \(status) where it was asked for, as it may")
    }
    judge.judgeJob(writing: &outcome.verdict.ledger)
    if let earlier { judge.note(endlessJobOf: earlier, writing: &outcome.verdict.ledger) }
    outcome.verdict = CheckVerdict(result: outcome.verdict.result, ledger: outcome.verdict.ledger)
    return outcome
  }

  /// Returns the outcome of a probe whose promise does not apply, for the reason `why`.
  func none(_ why: String) -> StepOutcome {
    var ledger = work.context.ledger
    let judge = ProbeJudge(contract: work.context.contract, operation: work.operation, probe: probe)
    judge.vacate(because: why, writing: &ledger)
    return StepOutcome(verdict: CheckVerdict(result: work.result(), ledger: ledger))
  }

  /// Returns the reason why the job that the step `maker` creates cannot be watched; `nil` if it can.
  func unwatched(_ maker: String, _ scope: Scope) -> String? {
    if let status = scope.steps[maker]?.status, !(200..<300).contains(status) {
      return "there is no such job: the call that makes it was answered with \(status)"
    }
    if work.context.jobs.time(of: work.check.scenario) != nil { return nil }
    return "the time that such a job takes is not known: its scenario did not follow one to its end"
  }

  /// Waits for three times as long as a job of the scenario took, and at most as long as the run waits for any job.
  func waitForJob() async {
    guard work.context.source.takesTime, let time = work.context.jobs.time(of: work.check.scenario) else { return }
    let most = work.context.settings.limits.maxWait ?? TimeAllowance.allowed(by: nil)
    try? await Task.sleep(for: min(time * 3, most))
  }
}

extension StepRecord {
  /// The status of the last response; `nil` if none exists.
  var status: Int? { exchanges.last?.response?.head.status }
}
