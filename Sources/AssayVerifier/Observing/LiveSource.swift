package import AssayContract
import AssayFindings
package import AssayHTTP
import AssayJSON
package import AssayObservation
import AssaySecrets
import AssayText
import Synchronization

/// A source of observations that sends requests to live servers through a transport.
struct LiveSource: ObservationSource {
  let contract: Contract
  let builder: RequestBuilder
  let settings: RunSettings
  /// The header fields sent with every request, with tokens in place of secrets.
  let headers: [SentField]
  let transport: any Transport
  let vault: SecretVault
  /// Returns the bytes of a file the contract names; `nil` if it cannot be read.
  let files: @Sendable (String) -> [UInt8]?
  /// The limits on the events and poll responses that are kept in addition to those the judge keeps.
  let keeping: StreamReceiver.Keeping
  let health = ServerHealth()
  /// The health of the places that give access tokens, by their URLs.
  let tokenHealth = ServerHealth()
  let traffic = Traffic()
  let calls = CallNumbers()
  let tokens = AccessTokens()

  var isInterrupted: Bool { Task.isCancelled }
  var executors: [any TaskExecutor] { transport.executors }

  var takesTime: Bool { !transport.isInstant }

  func duration(measured: Duration) -> Duration { measured }

  func alone<Made>(_ make: () async -> Made) async -> Made { await traffic.alone(make) }

  func exchange(_ work: StepWork, turn: Int, in scope: Scope, pass: (Exchange) -> Void) async throws(Obstacle)
    -> Exchange
  {
    try await pause(before: work)
    if work.refused == nil, turn > 1, let every = work.step.loop.repetition?.every, every > .zero {
      var watch = Stopwatch(isInstant: transport.isInstant)
      await watch.wait(for: settings.limits.pollEvery ?? every)
    }
    let limits = settings.limits(total: settings.timeout(of: work.operation))
    // What is made again is the same, byte for byte: the key, the time, whatever each call has of its own.
    let isAgain = turn > 1 && work.step.loop.again != nil && work.step.probe == nil
    let first = isAgain ? scope.exchange : work.refused
    return try await send(work, scope, limits: limits, repeating: first, pass: pass).exchange
  }

  /// Sends the step's request and returns the whole response. Repeats it if the access token was refused or the backend
  /// limits the rate of calls.
  ///
  /// The backend is not blamed for delays caused by other calls of the run: a call with a late response is repeated
  /// while no other call is in progress. A call that must not be repeated, but whose time is judged, is made alone from
  /// the start. `lost` is the time spent before the request that counts. `pass` receives each response after which the
  /// request is repeated.
  func send(
    _ work: StepWork,
    _ scope: Scope,
    limits: TransferLimits,
    repeating first: Exchange? = nil,
    pass: (Exchange) -> Void
  ) async throws(Obstacle) -> (exchange: Exchange, lost: Duration) {
    let began = ContinuousClock.now
    var ready = try await request(work, scope)
    if let first { ready.become(first) }
    func attempt(_ ready: ReadyRequest, _ call: Traffic.Call?) async -> (exchange: Exchange, others: Int) {
      await self.attempt(ready, call, of: work, scope, limits: limits)
    }
    let isAlone =
      !transport.isInstant && !HTTPMethod.isSafe(ready.request.method) && work.operation.within != nil
      && work.concurrency == .usual
    var (exchange, others) =
      isAlone ? await traffic.alone { await attempt(ready, nil) } : await attempt(ready, begin(work))
    var earlier = 0
    func setAside(_ exchange: Exchange, _ why: TransferEnd.AskedAgain) throws(Obstacle) {
      earlier += 1
      try self.setAside(exchange, why, pass)
    }
    if await mayAskAgain(exchange.response?.head.status, ready.tokens) {
      try setAside(exchange, .newToken)
      ready = try await request(work, scope)
      (exchange, others) = await attempt(ready, begin(work))
      exchange.end.hadNewToken = true
    }
    var throttle = Throttle(work, settings, isInstant: transport.isInstant)
    while throttle?.isAsked(by: exchange.response?.head) == true {
      try setAside(exchange, .throttled)
      try await throttle?.wait(after: exchange.response?.head)
      (exchange, others) = await attempt(ready, begin(work))
    }
    if others > 0, exchange.isLate(for: work.operation) {
      let first = (end: exchange.end, others: others)
      try setAside(exchange, .late)
      // While this call waited for its turn, others may have shown that the server is down.
      let again = await traffic.alone {
        obstacle(to: work) == nil ? await attempt(ready, nil) : nil
      }
      guard let again else { throw obstacle(to: work) ?? .interrupted }
      (exchange, others) = again
      exchange.end.timings.shared = first.end.timings.total
      if exchange.isRefused(ready.request.method) {
        throw .unjudgeable(
          "\(first.end.reason.spoken) while Assay had \(first.others.counted("other call")) under way; made again alone, "
            + "\(ready.request.method) \(work.operation.request.path) was refused, as a second call may be"
        )
      }
    }
    exchange.end.earlier = earlier
    try check(exchange.end, of: work, limits: limits)
    exchange.end.explain(limits, settings)
    try learn(from: exchange, of: work, scope)
    let lost = transport.isInstant ? .zero : ContinuousClock.now - began - exchange.end.timings.total
    return (exchange, lost)
  }

  /// Sends a request once; returns the exchange, and the number of other calls in progress at its end. `call` is its
  /// entry in the traffic; `nil` if it is made alone.
  private func attempt(
    _ ready: ReadyRequest,
    _ call: Traffic.Call?,
    of work: StepWork,
    _ scope: Scope,
    limits: TransferLimits
  ) async -> (exchange: Exchange, others: Int) {
    let began = settings.clock?().millisecondsSinceEpoch
    let collector = ResponseCollector(until: EventWatch(of: work, ready, in: scope))
    var (sent, end) = await fetch(ready, of: work, limits: limits, to: collector)
    let answer = collector.response
    end.leave(work.operation, answer?.head)
    end.timings.began = began
    let others = call.map { traffic.end($0) } ?? 0
    end.timings.isShared = others > 0
    return await aside(answer?.body.count ?? 0) {
      let response = answer.map(vault.guarded)
      var exchange = Exchange(
        request: sent,
        parameters: ready.parameters,
        response: response,
        end: end,
        limits: settings.answerLimits
      )
      if work.operation.followsRedirects { exchange.first = ready.request }
      return (exchange.reading(work), others)
    }
  }

  /// Waits as long as the answer asked for after which the call is made again, within the time a call may wait.
  private func pause(before work: StepWork) async throws(Obstacle) {
    guard let refused = work.refused else { return }
    let wait = Throttle.pause(after: refused.response?.head, count: work.refusals)
    guard wait <= Throttle.longestWait(settings) else {
      throw .unjudgeable(
        "the backend asks for a pause of \(wait.spoken) before the call is made again; wait longer with --max-wait"
      )
    }
    var watch = Stopwatch(isInstant: transport.isInstant)
    await watch.wait(for: wait)
    if Task.isCancelled { throw .interrupted }
  }

  /// Registers a call that may run at the same time as others; `nil` for a call that runs alone, whose times count as
  /// measured.
  func begin(_ work: StepWork, isStream: Bool = false) async -> Traffic.Call? {
    work.concurrency == .alone ? nil : await traffic.begin(transport, isStream: isStream)
  }

  func probe(_ probe: RouteProbe) async -> Exchange? {
    guard !Task.isCancelled, health.obstacle(probe.server, "") == nil else { return nil }
    let request = vault.reveal(probe.request)
    let collector = ResponseCollector()
    let end = await transport.send(request, limits: TransferLimits(total: settings.limits.timeout), to: collector)
    health.note(probe.server, "", end)
    if end.isUnreachable || end.reason == .cancelled { return nil }
    let exchange = Exchange(request: request, response: collector.response.map(vault.guarded), end: end)
    // What cannot be hidden is as if it had not been asked for.
    do throws(TooManySecrets) { try vault.learn(from: exchange) } catch { return nil }
    return exchange
  }

  /// Registers the secrets in a response with the vault, so that they are hidden when the response is shown, and stores
  /// its cookies.
  func learn(
    from exchange: Exchange,
    events: [ExactText: [JSONValue]] = [:],
    of work: StepWork,
    _ scope: Scope
  ) throws(Obstacle) {
    let step = work.step
    do throws(TooManySecrets) { try vault.learn(from: exchange) } catch { throw .unjudgeable("\(error)") }
    // What an unauthenticated caller is given is not the scenario's; nor may a probe change what the next one sends.
    if !step.isByStranger, step.probedStep == nil {
      work.cookies?.take(exchange.response?.head, from: exchange.request.url, at: settings.now())
    }
    guard step.expects.outputs.contains(where: \.isSecret) else { return }
    var scope = scope
    scope.exchange = exchange
    scope.events = events
    try keep(Credentials.outputs(of: step, in: scope))
  }

  /// Registers secrets to be hidden; throws ``Obstacle/unjudgeable(_:)`` if there are too many.
  func keep(_ secrets: [Secret]) throws(Obstacle) {
    do throws(TooManySecrets) { try vault.learn(secrets) } catch { throw .unjudgeable("\(error)") }
  }

  /// The reason not to make the step's call any more; `nil` without one.
  func obstacle(to work: StepWork, asStream: Bool = false) -> Obstacle? {
    health.obstacle(work.operation.server, work.operation.name, asStream: asStream)
  }

  /// Returns the step's request as it is sent, rendered with the values in `scope`.
  func request(_ work: StepWork, _ scope: Scope, asStream: Bool = false) async throws(Obstacle) -> ReadyRequest {
    if Task.isCancelled { throw .interrupted }
    let base = work.context.baseURL(of: work.operation.server)
    let inputs = scope.requesting(contract, run: runValues(work))
    let servers = work.step.call.url == nil ? [] : work.context.baseURLs
    switch builder.build(step: work.step, scope: inputs, baseURL: base, servers: servers, files: files) {
    case .success((var request, let parameters)):
      // After what a step is missing, which is the same whatever other scenarios have found out about the server.
      if let obstacle = obstacle(to: work, asStream: asStream) { throw obstacle }
      if work.operation.isWebSocket {
        // Other bytes in every run, and the same ones under its seed.
        let nonce = SHA256.digest(of: Array("\(settings.seed) \(work.check.id)".utf8)).prefix(16)
        WebSocketHandshake.ask(in: &request.headers, nonce: Array(nonce))
      }
      request = vault.reveal(request)
      // What the contract and the caller say of a server is for that server, also where an answer leads to another.
      let isElsewhere = work.step.call.url != nil && leave(vault.reveal(base), &request)
      for field in headers where isSent(field, with: request, isElsewhere, of: work) {
        request.headers.set(field.header.name, vault.reveal(field.header.value))
      }
      var ready = ReadyRequest(request: request, parameters: vault.reveal(parameters))
      if !work.step.isByStranger {
        ready.filledCookies = work.cookies?.fill(&ready.request, at: settings.now())
        if !isElsewhere { ready.tokens = try await admit(&ready.request, work, inputs) }
      }
      return ready
    case .failure(let problem): throw problem.obstacle
    }
  }

  /// Returns the values that `$run` has in the next call of a step; `nil` if the contract does not use it.
  func runValues(_ work: StepWork) -> JSONValue? {
    guard contract.reads.readsRun else { return nil }
    return calls.next(of: work.check.scenario, apartAs: work.concurrency == .usual ? nil : work.check.id, settings)
  }

  /// Throws an ``Obstacle`` if there is nothing to judge: the server was not reached, the call was cancelled, or
  /// Assay's own limit ended the wait. `events` is the number of events of a stream.
  func check(_ end: TransferEnd, of work: StepWork, limits: TransferLimits, events: Int? = nil) throws(Obstacle) {
    health.note(work.operation.server, work.operation.name, end, events: events)
    if end.isUnreachable { throw .unreachable(end) }
    if end.reason == .cancelled { throw .interrupted }
    guard end.reason == .totalTimeout, limits.total == settings.limits.timeout,
      let within = work.operation.within?.duration,
      within > limits.total
    else { return }
    throw .unjudgeable(
      "no complete response arrived within --timeout \(limits.total.written), which is Assay's own limit; the contract allows "
        + within.spoken
    )
  }
}

extension RequestProblem {
  /// The obstacle that keeps the step from being run.
  var obstacle: Obstacle {
    switch self {
    case .missingInput(let missing): .skipped("its input \(missing.expression) is missing: \(missing.reason)")
    case .unfitInput(let unfit):
      .skipped("it was not sent, for its input \(unfit.expression) cannot be right: \(unfit.reason)")
    case .missingFile(let path): .unjudgeable("the file \(path), which the contract sends, cannot be read")
    }
  }
}

extension TransferEnd {
  /// Says of a time limit that was Assay's own whose it is.
  fileprivate mutating func explain(_ limits: TransferLimits, _ settings: RunSettings) {
    guard reason == .totalTimeout, detail.isEmpty, limits.total == settings.limits.timeout else { return }
    detail = "the limit is Assay's own, --timeout \(limits.total.written); it made no other call meanwhile"
  }
}

extension Exchange {
  /// Returns true if a call by a method that may not be repeated came back in time, and not with a success.
  fileprivate func isRefused(_ method: String) -> Bool {
    let isSuccess = response.map { $0.head.status < 300 } ?? false
    return !isSuccess && !end.reason.isTimeOut && !HTTPMethod.isSafe(method)
  }

  /// Returns true if the wait for the response timed out, or it arrived later than promised.
  package func isLate(for operation: AssayContract.Operation) -> Bool {
    if end.reason.isTimeOut { return true }
    guard let within = operation.within else { return false }
    return end.timings.total > within.duration
  }
}

extension TransferEnd.Reason {
  var isTimeOut: Bool {
    switch self {
    case .connectTimeout, .firstByteTimeout, .silenceTimeout, .totalTimeout: true
    default: false
    }
  }
}

/// A receiver that collects a whole response, head and body.
package final class ResponseCollector: TransferReceiver {
  private struct State {
    var head: HTTPResponseHead?
    var body: [UInt8] = []
    /// The watch that tells when a stream's final event was received; `nil` if the response is not expected to be a
    /// stream.
    var watch: EventWatch?
  }

  private let state: Mutex<State>
  /// The lengths of bodies for which memory is taken at once.
  private static let (large, most) = (1 << 20, 64 << 20)

  package init() { state = Mutex(State()) }

  /// Creates a collector for a response that may be a stream; it stops after the stream's final event.
  init(until watch: sending EventWatch?) { state = Mutex(State(watch: watch)) }

  package func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
    state.withLock { state in
      state.head = head
      // A large body that grows piece by piece would be there twice now and then.
      if let length = head.headers["Content-Length"].flatMap(Int.init), (Self.large...Self.most).contains(length) {
        state.body.reserveCapacity(length)
      }
    }
    // The bytes over a connection whose protocols were switched are not a body, and need not end.
    return head.status == 101 ? .stop : .proceed
  }

  package func receive(chunk: [UInt8], at time: Duration) -> TransferFlow {
    state.withLock { state in
      if state.body.isEmpty, state.body.capacity < chunk.count { state.body = chunk } else { state.body += chunk }
      guard let watch = state.watch, let head = state.head, watch.isOver(behind: chunk, of: head, at: time) else {
        return .proceed
      }
      state.watch = nil
      return .stopAfter(StreamReceiver.grace)
    }
  }

  /// The response so far; `nil` before the header section.
  package var response: HTTPResponse? {
    state.withLock { state in state.head.map { HTTPResponse(head: $0, body: state.body) } }
  }
}
