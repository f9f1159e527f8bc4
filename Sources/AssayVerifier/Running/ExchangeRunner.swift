import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation

/// Runs a step that is answered at once, as often as it is to be repeated.
struct ExchangeRunner {
  let work: StepWork

  func run(_ outer: Scope) async -> StepOutcome {
    let step = work.step
    let context = work.context
    let judge = ExchangeJudge(contract: context.contract, operation: work.operation, step: step)
    let limits = TransferLimits(total: context.settings.timeout)
    var scope = outer
    var collector = FindingCollector()
    var record = StepRecord()
    var last: Exchange?
    var isUntilMet = step.repetition == nil
    for turn in 1...max(1, step.repetition?.atMost ?? 1) {
      let request: HTTPRequest
      let parameters: RequestParameters
      do throws(StepWork.Obstacle) {
        (request, parameters) = try work.request(scope)
      } catch {
        if turn == 1 { return work.outcome(error) }
        // Only the first turn's input can be missing through no fault of this step; later ones come from its own answers.
        collector.add(starved(error, turn))
        isUntilMet = true
        break
      }
      let exchange = await context.exchange(request, parameters, limits: limits) { work.learnSecrets(from: $0, scope) }
      context.health.note(work.operation.server, exchange.end)
      if exchange.end.isUnreachable { return work.outcome(.unreachable(exchange.end)) }
      if exchange.end.reason == .cancelled {
        return StepOutcome(verdict: .skipped(work.check, step, "the run was interrupted", context.contract))
      }
      context.record?(
        Observation(
          check: work.check.id, operation: work.operation.name, server: work.operation.server,
          content: .exchange(exchange)))
      scope.exchange = exchange
      let findings = judge.findings(for: exchange, in: scope)
      for finding in findings { collector.add(step.repetition == nil ? finding : finding.placed(in: "answer \(turn)")) }
      last = exchange
      record.exchanges.append(exchange)
      for (name, value) in work.outputs(in: scope) {
        record.outputs[name] = value
        scope.last[name] = value
      }
      scope.steps[step.id] = record
      guard let repetition = step.repetition else { break }
      if case .value(let value) = repetition.until.evaluate(in: scope), value.bool == true { isUntilMet = true }
      if findings.contains(where: \.endsPoll) { isUntilMet = true }
      if isUntilMet || Task.isCancelled { break }
    }
    if !isUntilMet, let repetition = step.repetition { collector.add(endless(repetition)) }
    var result = work.result()
    if !collector.isEmpty, let last { result.transcript = Transcript.of(last) }
    return StepOutcome(verdict: CheckVerdict(result: result, findings: collector.findings), record: record)
  }

  private func endless(_ repetition: Repetition) -> Finding {
    Finding(
      level: repetition.promise.level, rule: "repeat.until", location: "answer \(repetition.atMost)",
      message: "after \(repetition.atMost) answers \(repetition.until.text) still does not hold",
      expected: "\(repetition.until.text) within \(repetition.atMost) answers", actual: "\(repetition.atMost) answers without it",
      sources: repetition.promise.sources, promise: work.context.contract.place(of: repetition.promise))
  }

  /// An answer that lacks what the next call is made from, although it does not end the repetition.
  private func starved(_ obstacle: StepWork.Obstacle, _ turn: Int) -> Finding {
    let reason = if case .skipped(let reason) = obstacle { reason } else { "the next call could not be made" }
    let promise = work.step.repetition?.promise ?? work.step.promise
    return Finding(
      level: promise.level, rule: "repeat.until", location: "answer \(turn - 1)",
      message: "call \(turn) could not be made, and nothing said that answer \(turn - 1) was the last: \(reason)",
      expected: work.step.repetition?.until.text ?? "", actual: "no input for call \(turn)", sources: promise.sources,
      promise: work.context.contract.place(of: promise))
  }
}
