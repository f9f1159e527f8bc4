import AssayContract
import AssayFindings
import AssayJudging
import AssayObservation
import AssayText

/// Runs a step whose job is polled until it is done.
struct PollRunner {
  let work: StepWork
  let promise: PollPromise

  func run(_ outer: Scope) async -> StepOutcome {
    let context = work.context
    let judge = PollJudge(
      contract: context.contract,
      operation: work.operation,
      promise: promise,
      step: work.step,
      scope: outer
    )
    var progress = PollProgress(judge: judge)
    let poll: PollObservation
    do throws(Obstacle) {
      poll = try await context.source.poll(work, promise, in: outer, progress: &progress)
    } catch {
      return work.outcome(error)
    }
    return concluded(poll, progress.finish(poll, needed: work.step.finalStates), outer)
  }

  private func concluded(_ poll: PollObservation, _ found: [Finding], _ outer: Scope) -> StepOutcome {
    var scope = outer
    var record = StepRecord()
    record.exchanges = poll.answers.map(\.exchange)
    scope.exchange = poll.answers.last?.exchange
    record.outputs = work.step.captured(in: scope)
    scope.steps[work.step.id] = record
    var result = work.result()
    if !found.isEmpty {
      result.transcript = Transcript.of(poll)
      result.command = poll.answers.last.map { CurlCommand.text($0.exchange.request) } ?? ""
      result.illustrations = [PollIllustrator.walk(of: poll, promise, found)].compactMap { $0 }
    } else if poll.end == .unfinished {
      result = work.result(.skipped, reason: "the recording ends before the job does")
    }
    result.duration = poll.elapsed
    return StepOutcome(verdict: CheckVerdict(result: result, findings: found), record: record)
  }
}
