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
    var followed = work
    if !isRight {
      // Of a wrong call's job the documents say how it is told of, not what comes of it.
      (followed.step.finalStates, followed.step.finalEvents, followed.step.invariants) = ([], [], [])
      followed.operation.invariants = []
    }
    let outcome = await followed.run(scope)
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
  var status: Int? { exchanges.last?.response?.head.status }
}
