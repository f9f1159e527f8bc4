import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets
import AssayText

extension LiveSource {
  func stream(
    _ work: StepWork,
    _ promise: StreamPromise,
    in scope: Scope,
    seen: inout StreamJudge?,
    pass: (Exchange) -> Void
  ) async throws(Obstacle) -> JudgedStream {
    var ready = try await request(work, scope, asStream: true)
    let allowance = TimeAllowance(of: promise, settings: settings)
    let limits = TransferLimits(of: promise, settings, total: allowance.total)
    let call = StreamCall(work: work, promise: promise, scope: scope, limits: limits)
    func attempt(_ ready: ReadyRequest, _ begun: Traffic.Call?) async -> StreamAttempt {
      await self.attempt(call, ready, begun)
    }
    var made = await attempt(ready, begin(work, isStream: true))
    var earlier = 0
    func setAside(_ why: TransferEnd.AskedAgain) throws(Obstacle) {
      earlier += 1
      try self.setAside(made.answer(to: ready), why, pass)
    }
    if await mayAskAgain(made.receiver.head?.status, ready.tokens) {
      try setAside(.newToken)
      ready = try await request(work, scope, asStream: true)
      made = await attempt(ready, begin(work, isStream: true))
      made.end.hadNewToken = true
    }
    var throttle = Throttle(work, settings, isInstant: transport.isInstant)
    while throttle?.isAsked(by: made.receiver.head) == true {
      try setAside(.throttled)
      try await throttle?.wait(after: made.receiver.head)
      made = await attempt(ready, begin(work, isStream: true))
    }
    // As with every answer that is late while other calls of the run are under way.
    if made.others > 0, made.end.reason.isTimeOut, allowance.cap == nil {
      try setAside(.late)
      // While this call waited for its turn, others may have shown that the server is down.
      let again = await traffic.alone {
        obstacle(to: work, asStream: true) == nil ? await attempt(ready, nil) : nil
      }
      guard let again else { throw obstacle(to: work, asStream: true) ?? .interrupted }
      made = again
    }
    made.end.earlier = earlier
    let received = made.receiver.finish(made.end)
    seen = received.judge
    let replies = try made.replies.get()
    // A stream that other calls may have delayed shows nothing by having no events.
    let events = made.others == 0 ? made.receiver.count : max(1, made.receiver.count)
    try check(made.end, of: work, limits: limits, events: received.head == nil ? nil : events)
    if let problem = received.problem { throw .unjudgeable(problem) }
    let observation = made.observation(of: received, ready, promise.format, allowance)
    try learn(from: observation.exchange.reading(work), events: received.events[...].byName, of: work, scope)
    return JudgedStream(observation: observation, judge: received.judge, replies: replies)
  }

  /// Opens the stream of `call` once and receives it until its end, with the calls that resume it and those by which the
  /// client answers its events. `begun` is the call as it was counted; `nil` if it is made alone.
  private func attempt(_ call: StreamCall, _ ready: ReadyRequest, _ begun: Traffic.Call?) async -> StreamAttempt {
    let (work, promise, scope) = (call.work, call.promise, call.scope)
    let began = settings.clock?().millisecondsSinceEpoch
    let judge = work.judge(of: promise, ready.request, ready.parameters, in: scope, began: began)
    let kept = keeping.events < work.keeping.events ? work.keeping : keeping
    let receiver = StreamReceiver(
      promise.format,
      judge: judge,
      vault: vault,
      keeping: kept,
      mayComeWhole: work.operation.successes.contains { !$0.alternatives.isEmpty },
      fields: (promise.resume?.operation.flatMap(contract.operation(named:)) ?? work.operation).resumedFields
    )
    let messages = work.step.call.messages ?? promise.messages
    let isTwoWay = promise.format == .webSocket
    let (outgoing, line) = AsyncStream.makeStream(of: Conversation.Outgoing.self)
    if isTwoWay || !messages.isEmpty {
      // A message is a different call than the request: its number and its UUID are its own.
      receiver.say(messages, in: scope.requesting(contract, run: runValues(work)), to: isTwoWay ? nil : line)
    }
    if promise.resume != nil { receiver.leave(after: work.step.expects.reconnectAfter) }
    async let answered = self.replies(by: outgoing, of: work, in: scope)
    var (sent, end) = await fetch(ready, of: work, limits: call.limits, to: receiver) { receiver.lead(to: $0) }
    var obstacle: Obstacle?
    if let resume = promise.resume {
      do throws(Obstacle) {
        end = try await goOn(end, by: resume, ready, of: work, in: scope, call.limits, receiver)
      } catch {
        obstacle = error
      }
    }
    line.finish()
    let answers = await answered
    if isTwoWay { end = receiver.closed(end) }
    end.leave(work.operation, receiver.head)
    end.timings.began = began
    let others = begun.map { traffic.end($0, isStream: true) } ?? 0
    end.timings.isShared = others > 0
    let replies = obstacle.map { .failure($0) } ?? answers
    return StreamAttempt(receiver: receiver, sent: sent, end: end, others: others, replies: replies)
  }
}

/// A step that receives a stream, with its limits.
private struct StreamCall: Sendable {
  let work: StepWork
  let promise: StreamPromise
  let scope: Scope
  let limits: TransferLimits
}

/// One attempt at a stream: what was sent and received.
private struct StreamAttempt: Sendable {
  let receiver: StreamReceiver
  let sent: HTTPRequest
  var end: TransferEnd
  /// The number of other calls that were in progress at the same time.
  let others: Int
  /// The calls by which the client answered events, or the reason why one of them, or the rest of the stream, could not
  /// be requested.
  let replies: Result<[StreamReply], Obstacle>

  /// Returns what is judged of the stream: what was received, as an answer to `ready`.
  func observation(
    of received: StreamReceiver.Received,
    _ ready: ReadyRequest,
    _ format: StreamFormat,
    _ allowance: TimeAllowance
  ) -> StreamObservation {
    var observation = StreamObservation(
      request: sent,
      parameters: ready.parameters,
      head: received.head,
      format: format,
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
    return observation
  }

  /// Returns the answer to `ready`, without the events of a stream.
  func answer(to ready: ReadyRequest) -> Exchange {
    let received = receiver.finish(end)
    let response = received.head.map { HTTPResponse(head: $0, body: received.otherBody) }
    return Exchange(request: sent, parameters: ready.parameters, response: response, end: end)
  }
}

extension TransferLimits {
  /// The limits of a stream as its contract and the settings have them.
  fileprivate init(of promise: StreamPromise, _ settings: RunSettings, total: Duration) {
    self.init(
      // The contract's own limit counts where it is the longer one.
      firstByte: max(settings.limits.timeout, promise.first?.duration ?? .zero),
      firstChunk: promise.first?.ending,
      silence: promise.silence?.ending,
      total: total,
      bodySize: nil
    )
  }
}

extension TimeLimit {
  /// The time until which a stream is awaited; `nil` if the limit is only a `should`, since a late stream is
  /// then still received.
  fileprivate var ending: Duration? { promise.level == .must ? duration : nil }
}

extension TransferEnd {
  /// Notes that a client left a stream that has no end, to which it listened as long as it wanted to.
  mutating func leave(_ operation: AssayContract.Operation, _ head: HTTPResponseHead?) {
    guard reason == .totalTimeout, case .stream(let stream) = operation.interaction, stream.isEndless,
      head?.isStream(as: stream.format) == true
    else { return }
    reason = .stopped
  }
}

extension AssayContract.Operation {
  /// The header fields, in lower case, that are checked again on further connections of the stream. `Set-Cookie` is not
  /// one of them, since a client that reconnects already has the cookies.
  fileprivate var resumedFields: Set<String> {
    Set(successes.flatMap(\.headers).map { $0.name.lowercased() }).subtracting(["set-cookie"])
  }
}
