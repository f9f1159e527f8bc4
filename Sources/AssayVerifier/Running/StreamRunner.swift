import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation

/// Runs a step that is answered by a stream of events, judged while it arrives.
struct StreamRunner {
  let work: StepWork
  let promise: StreamPromise

  /// The time a stream is given where neither contract nor flags say one.
  static let otherwise = Duration.seconds(300)

  func run(_ outer: Scope) async -> StepOutcome {
    let context = work.context
    let request: HTTPRequest
    let parameters: RequestParameters
    do throws(StepWork.Obstacle) {
      (request, parameters) = try work.request(outer)
    } catch {
      return work.outcome(error)
    }
    var scope = outer
    scope.exchange = Exchange(request: request, parameters: parameters, response: nil, end: TransferEnd(.stopped))
    let times = PlannedTimes(within: promise.within, otherwise: Self.otherwise, settings: context.settings)
    let receiver = StreamReceiver(
      judge: StreamJudge(contract: context.contract, promise: promise, scope: scope),
      vault: context.vault,
      keepsEvents: true
    )
    let limits = TransferLimits(
      firstByte: context.settings.timeout,
      firstChunk: promise.first?.ending,
      silence: promise.silence?.ending,
      total: times.total,
      bodySize: nil
    )
    let end = context.vault.conceal(
      await context.transport.send(context.vault.reveal(request), limits: limits, to: receiver)
    )
    context.health.note(work.operation.server, end)
    if end.isUnreachable { return work.outcome(.unreachable(end)) }
    if end.reason == .cancelled {
      return StepOutcome(verdict: .skipped(work.check, work.step, "the run was interrupted", context.contract))
    }
    let outcome = receiver.finish()
    let stream = StreamObservation(
      request: request,
      parameters: parameters,
      head: outcome.head,
      events: outcome.events,
      notices: outcome.notices,
      end: end,
      otherBody: outcome.otherBody
    )
    context.record?(
      Observation(
        check: work.check.id,
        operation: work.operation.name,
        server: work.operation.server,
        content: .stream(stream)
      )
    )
    return concluded(stream, outcome, times, outer)
  }

  private func concluded(
    _ stream: StreamObservation,
    _ outcome: StreamReceiver.Outcome,
    _ times: PlannedTimes,
    _ outer: Scope
  ) -> StepOutcome {
    let context = work.context
    let exchange = Exchange(
      request: stream.request,
      parameters: stream.parameters,
      response: stream.head.map { HTTPResponse(head: $0, body: stream.otherBody) },
      end: stream.end
    )
    var scope = outer
    scope.exchange = exchange
    var findings: [Finding]
    if outcome.isStream {
      var judge = outcome.judge
      judge.collect(stream.eventsByName)
      let end = StreamEnd(end: stream.end, notices: stream.notices, cap: times.cap, allowed: times.total)
      findings = judge.finish(end, needsSuccess: !work.step.finalStates.contains("failed"))
    } else {
      findings = notAStream(exchange, scope)
    }
    var record = StepRecord()
    record.exchanges = [exchange]
    record.events = stream.events
    scope.events = stream.eventsByName
    record.outputs = work.outputs(in: scope)
    scope.steps[work.step.id] = record
    findings += invariantFindings(
      work.step.invariants,
      in: scope,
      contract: context.contract,
      locationPrefix: "",
      coveredBy: findings
    )
    var result = work.result()
    if !findings.isEmpty {
      result.transcript = Transcript.of(stream)
      result.illustrations = [StreamIllustrator.timeline(of: stream, findings)].compactMap { $0 }
    }
    return StepOutcome(verdict: CheckVerdict(result: result, findings: findings), record: record)
  }

  /// An answer that is no event stream: what is wrong with it as an answer, or else that it is none.
  private func notAStream(_ exchange: Exchange, _ scope: Scope) -> [Finding] {
    let judge = ExchangeJudge(contract: work.context.contract, operation: work.operation, step: work.step)
    let found = judge.findings(for: exchange, in: scope)
    if !found.isEmpty { return found }
    let type = exchange.response?.head.headers["Content-Type"]
    return [
      Finding(
        level: promise.promise.level,
        rule: "response.contentType",
        location: "header Content-Type",
        message: "the answer is not an event stream; a documented client cannot listen to it",
        expected: "text/event-stream",
        actual: type ?? "no Content-Type",
        sources: promise.promise.sources,
        promise: work.context.contract.place(of: promise.promise)
      )
    ]
  }
}

extension StreamObservation {
  /// The data of the events, by name.
  var eventsByName: [String: [JSONValue]] {
    var events: [String: [JSONValue]] = [:]
    for event in self.events {
      if let json = event.json { events[event.event.name, default: []].append(json) }
    }
    return events
  }
}

extension TimeLimit {
  /// The time after which there is nothing to wait for: a stream late by a `should` is late, and goes on.
  fileprivate var ending: Duration? { promise.level == .must ? duration : nil }
}
