import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation

/// Follows a job that was made otherwise than the documents show to its end.
struct JobProbeRunner {
  let work: StepWork
  let probe: Probe
  /// The step that made the job.
  let maker: String
  let isRight: Bool

  func run(_ scope: Scope) async -> CheckVerdict {
    let judge = ProbeJudge(contract: work.context.contract, operation: work.operation, probe: probe)
    func none(_ why: String) -> CheckVerdict {
      var judged = work.context.judged
      judge.vacate(for: why, noting: &judged)
      return CheckVerdict(result: work.result(), judged: judged)
    }
    if let status = scope.steps[maker]?.status, !(200..<300).contains(status) {
      return none("there is no such job: the call that makes it was answered with \(status)")
    }
    var (step, operation) = (work.step, work.operation)
    if !isRight {
      // Of a wrong call's job the documents say how it is told of, not what comes of it.
      (step.finalStates, step.finalEvents, step.invariants, operation.invariants) = ([], [], [], [])
    }
    let outcome = await StepWork(context: work.context, step: step, operation: operation, check: work.check).run(scope)
    var verdict = outcome.verdict
    if [.skipped, .error].contains(verdict.result.status) { return verdict }
    if !isRight, let status = outcome.record.status, (400..<500).contains(status) {
      return none("the backend answered \(status) where it was asked for, as it may")
    }
    verdict.findings = judge.findings(ofJob: verdict.findings, noting: &verdict.judged)
    return verdict
  }
}

extension StepRecord {
  /// The status of the last answer.
  fileprivate var status: Int? { exchanges.last?.response?.head.status }
}
