import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation

/// Runs a step whose job is polled until it is done.
struct PollRunner {
  let work: StepWork
  let promise: PollPromise

  func run(_ outer: Scope) async -> StepOutcome {
    let context = work.context
    let times = PlannedTimes(within: promise.within, otherwise: promise.within.duration, settings: context.settings)
    let every = context.settings.pollEvery ?? promise.every.duration
    let clock = ContinuousClock()
    let start = clock.now
    var judge = PollJudge(
      contract: context.contract,
      operation: work.operation,
      promise: promise,
      step: work.step,
      scope: outer
    )
    var answers: [PollAnswer] = []
    var end = PollEnd.deadline
    var last: String?
    poll: while true {
      let remaining = times.total - (clock.now - start)
      guard remaining > .zero else { break }
      let exchange: Exchange
      do throws(StepWork.Obstacle) {
        exchange = try await ask(outer, within: remaining)
      } catch {
        if answers.isEmpty { return work.outcome(error) }
        end = .broken
        break
      }
      if exchange.end.reason == .cancelled {
        end = .cancelled
        break
      }
      let answer = PollAnswer(index: answers.count + 1, time: clock.now - start, exchange: exchange)
      answers.append(answer)
      switch judge.step(answer) {
      case .broken:
        end = .broken
        break poll
      case .final(let state):
        end = .final
        last = state
        if promise.stable != nil, let again = await oneMore(outer, after: every, index: answers.count + 1, start) {
          answers.append(again)
          judge.stable(again)
        }
        break poll
      case .pollAgain:
        let wait = max(every, exchange.response?.head.retryAfter ?? .zero)
        try? await Task.sleep(for: min(wait, max(.zero, times.total - (clock.now - start))))
        if Task.isCancelled {
          end = .cancelled
          break poll
        }
      }
    }
    if end == .cancelled {
      return StepOutcome(verdict: .skipped(work.check, work.step, "the run was interrupted", context.contract))
    }
    let findings = judge.finish(
      end,
      last: last,
      allowed: times.total,
      elapsed: clock.now - start,
      cap: times.cap,
      needed: work.step.finalStates
    )
    return concluded(PollObservation(answers: answers, end: end), findings, outer)
  }

  private func ask(_ scope: Scope, within remaining: Duration) async throws(StepWork.Obstacle) -> Exchange {
    let (request, parameters) = try work.request(scope)
    let limits = TransferLimits(total: min(remaining, work.context.settings.timeout))
    let exchange = await work.context.exchange(request, parameters, limits: limits) {
      work.learnSecrets(from: $0, scope)
    }
    work.context.health.note(work.operation.server, exchange.end)
    if exchange.end.isUnreachable { throw .unreachable(exchange.end) }
    return exchange
  }

  /// The poll after the last one, which must show the same.
  private func oneMore(
    _ scope: Scope,
    after every: Duration,
    index: Int,
    _ start: ContinuousClock.Instant
  ) async -> PollAnswer? {
    try? await Task.sleep(for: min(every, .milliseconds(250)))
    guard let exchange = try? await ask(scope, within: work.context.settings.timeout) else { return nil }
    return PollAnswer(index: index, time: ContinuousClock().now - start, exchange: exchange)
  }

  private func concluded(_ poll: PollObservation, _ found: [Finding], _ outer: Scope) -> StepOutcome {
    work.context.record?(
      Observation(
        check: work.check.id,
        operation: work.operation.name,
        server: work.operation.server,
        content: .poll(poll)
      )
    )
    var scope = outer
    var record = StepRecord()
    record.exchanges = poll.answers.map(\.exchange)
    scope.exchange = poll.answers.last?.exchange
    record.outputs = work.outputs(in: scope)
    scope.steps[work.step.id] = record
    var result = work.result()
    if !found.isEmpty {
      result.transcript = Transcript.of(poll)
      result.illustrations = [PollIllustrator.walk(of: poll, promise, found)].compactMap { $0 }
    }
    return StepOutcome(verdict: CheckVerdict(result: result, findings: found), record: record)
  }
}
