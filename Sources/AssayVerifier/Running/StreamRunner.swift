import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

/// Runs a step that is answered by a stream of events, judged while it arrives.
struct StreamRunner {
  let work: StepWork
  let promise: StreamPromise

  func run(_ outer: Scope) async -> StepOutcome {
    do throws(Obstacle) {
      var judged = try await work.context.source.stream(work, promise, in: outer)
      return concluded(judged.observation, &judged.judge, outer)
    } catch {
      return work.outcome(error)
    }
  }

  private func concluded(_ stream: StreamObservation, _ judge: inout StreamJudge, _ outer: Scope) -> StepOutcome {
    let context = work.context
    let exchange = stream.exchange.reading(work)
    // A run that is recorded keeps more events; what later steps see must not hang on that.
    let events = work.keeping.beginning(of: stream.events).prefix { $0.index <= judge.finalIndex ?? .max }
    var record = StepRecord()
    record.exchanges = [exchange]
    record.events = Array(events)
    record.droppedEvents = min(stream.events.count + stream.droppedEvents, judge.finalIndex ?? .max) - events.count
    var scope = outer
    scope.exchange = exchange
    scope.events = judge.memory.events
    scope.droppedEvents = judge.memory.dropped
    record.outputs = work.step.captured(in: scope)
    record.outputGaps = work.step.outputGaps(in: scope, beside: record.outputs)
    scope.steps[work.step.id] = record
    var findings: [Finding]
    if stream.head?.isStream(as: promise.format) ?? false {
      let end = StreamEnd(end: stream.end, notices: stream.notices, allowance: stream.allowance)
      findings = judge.finish(end, needed: work.step.finalEvents)
      if judge.isOver { judge.judged.note(work.step.promise, .ending) }
      let answer = ExchangeJudge(contract: context.contract, operation: work.operation, step: work.step)
      findings =
        answer.streamFindings(
          for: exchange,
          in: scope,
          isWhole: judge.isWhole,
          coveredBy: findings,
          noting: &judge.judged
        ) + findings
    } else {
      findings = notAStream(exchange, outer, noting: &judge.judged)
      findings += invariantFindings(
        work.step.invariants.filter { !$0.expression.readsEvents },
        in: scope,
        contract: context.contract,
        coveredBy: findings,
        noting: &judge.judged
      )
    }
    var result = work.result()
    result.duration = stream.end.timings.total
    if !findings.isEmpty {
      let shown = context.vault.hide(stream.cut)
      result.transcript = Transcript.of(shown)
      result.command = CurlCommand.text(shown.request, isStream: true)
      result.illustrations = [StreamIllustrator.timeline(of: stream, findings)].compactMap { $0 }
    }
    return StepOutcome(verdict: CheckVerdict(result: result, findings: findings, judged: judge.judged), record: record)
  }

  /// An answer that is no event stream: what is wrong with it as an answer, or else that it is none.
  private func notAStream(_ exchange: Exchange, _ outer: Scope, noting judged: inout Judged) -> [Finding] {
    var scope = outer
    scope.exchange = exchange
    let judge = ExchangeJudge(contract: work.context.contract, operation: work.operation, step: work.step)
    let found = judge.findings(for: exchange, in: scope, noting: &judged)
    judged.stop(found.first?.message ?? "the answer is no event stream")
    if !found.isEmpty { return found }
    let type = exchange.response?.head.headers["Content-Type"]
    let status = exchange.response?.head.status ?? 0
    let isWebSocket = promise.format == .webSocket
    return [
      Finding(
        level: promise.promise.level,
        rule: isWebSocket ? .streamHandshake : .contentType,
        place: isWebSocket ? .answer : Place(nil, .header("Content-Type")),
        reason: .answer(isWebSocket ? .noWebSocket(status: status) : .noEventStream(actual: type)),
        sources: promise.promise.sources,
        promise: work.context.contract.place(of: promise.promise)
      )
    ]
  }
}

extension ArraySlice<ObservedEvent> {
  /// The data of the events, by name.
  var byName: [ExactText: [JSONValue]] {
    var events: [ExactText: [JSONValue]] = [:]
    for event in self { events[ExactText(event.name), default: []].append(event.value) }
    return events
  }
}
