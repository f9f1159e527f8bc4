import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets
import AssayText

extension LiveSource {
  func stream(_ work: StepWork, _ promise: StreamPromise, in scope: Scope, seen: inout StreamJudge?)
    async throws(Obstacle) -> JudgedStream
  {
    var ready = try await request(work, scope)
    let allowance = TimeAllowance(within: promise.within, settings: settings)
    let limits = TransferLimits(
      // The contract's own limit counts where it is the longer one.
      firstByte: max(settings.limits.timeout, promise.first?.duration ?? .zero),
      firstChunk: promise.first?.ending,
      silence: promise.silence?.ending,
      total: allowance.total,
      bodySize: nil
    )
    // What is said is another call's than the request: its number and its UUID are its own.
    let said = promise.format == .webSocket ? scope.requesting(contract, run: runValues(work)) : nil
    func attempt(_ ready: ReadyRequest, _ call: Traffic.Call?) async -> (
      receiver: StreamReceiver, sent: HTTPRequest, end: TransferEnd, others: Int
    ) {
      let began = settings.clock?().millisecondsSinceEpoch
      let judge = work.judge(of: promise, ready.request, ready.parameters, in: scope, began: began)
      let kept = keeping.events < work.keeping.events ? work.keeping : keeping
      let receiver = StreamReceiver(
        promise.format,
        judge: judge,
        vault: vault,
        keeping: kept,
        mayComeWhole: work.operation.successes.contains { !$0.alternatives.isEmpty },
        fields: work.operation.resumedFields
      )
      if let said { receiver.say(work.step.call.messages ?? promise.messages, in: said) }
      if promise.resume != nil { receiver.leave(after: work.step.expects.reconnectAfter) }
      var (sent, end) = await fetch(ready, of: work, limits: limits, to: receiver) { receiver.lead(to: $0) }
      if let resume = promise.resume { end = await goOn(end, by: resume, ready, of: work, limits, receiver) }
      if said != nil { end = receiver.closed(end) }
      end.timings.began = began
      let others = call.map { traffic.end($0, isStream: true) } ?? 0
      end.timings.isShared = others > 0
      return (receiver, sent, end, others)
    }
    var (receiver, sent, end, others) = await attempt(ready, begin(work, isStream: true))
    if await mayAskAgain(receiver.head?.status, ready.tokens) {
      ready = try await request(work, scope)
      (receiver, sent, end, others) = await attempt(ready, begin(work, isStream: true))
      end.hadNewToken = true
    }
    var throttle = Throttle(work, settings, isInstant: transport.isInstant)
    while try await throttle?.waits(for: receiver.head) == true {
      (receiver, sent, end, others) = await attempt(ready, begin(work, isStream: true))
    }
    // As with every answer that is late while other calls of the run are under way.
    if others > 0, end.reason.isTimeOut, allowance.cap == nil {
      (receiver, sent, end, others) = await traffic.alone { await attempt(ready, nil) }
    }
    let received = receiver.finish(end)
    seen = received.judge
    try check(end, of: work, limits: limits)
    if let problem = received.problem { throw .unjudgeable(problem) }
    var observation = StreamObservation(
      request: sent,
      parameters: ready.parameters,
      head: received.head,
      format: promise.format,
      events: received.events,
      notices: received.notices,
      end: end,
      otherBody: received.otherBody,
      allowance: allowance,
      droppedEvents: received.dropped
    )
    observation.resumptions = received.resumptions
    observation.sent = received.sent
    observation.signsOfLife = received.judge.unheardOf
    try learn(from: observation.exchange.reading(work), events: received.events[...].byName, of: work, scope)
    return JudgedStream(observation: observation, judge: received.judge)
  }
}

extension TimeLimit {
  /// The time after which there is nothing to wait for: a stream late by a `should` is late, and goes on.
  fileprivate var ending: Duration? { promise.level == .must ? duration : nil }
}

extension AssayContract.Operation {
  /// The header fields that a further connection of its stream is held to, in lower case: a client that asks again has the
  /// cookies already.
  fileprivate var resumedFields: Set<String> {
    Set(successes.flatMap(\.headers).map { $0.name.lowercased() }).subtracting(["set-cookie"])
  }
}
