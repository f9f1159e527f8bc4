import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation
import Synchronization

/// Observations made now, through a transport.
struct LiveSource: ObservationSource {
  let contract: Contract
  let settings: RunSettings
  /// Fields sent with every request, tokens in the place of secrets.
  let headers: [HTTPHeader]
  let transport: any Transport
  let vault: SecretVault
  /// The bytes of a file the contract names; `nil` where it cannot be read.
  let files: @Sendable (String) -> [UInt8]?
  /// How much of each stream is kept beside what the judge keeps.
  let keeping: StreamReceiver.Keeping
  let health = ServerHealth()

  var isInterrupted: Bool { Task.isCancelled }

  func duration(measured: Duration) -> Duration { measured }

  func exchange(_ work: StepWork, turn: Int, in scope: Scope) async throws(Obstacle) -> Exchange {
    try await send(work, scope, limits: TransferLimits(total: settings.timeout))
  }

  /// Makes the step's request and brings the whole answer.
  func send(_ work: StepWork, _ scope: Scope, limits: TransferLimits) async throws(Obstacle) -> Exchange {
    let (request, parameters) = try request(work, scope)
    let collector = ResponseCollector()
    let end = try await transfer(request, of: work, limits: limits, to: collector)
    let response = collector.response.map(vault.guarded)
    let exchange = Exchange(request: request, parameters: parameters, response: response, end: end)
    learn(from: exchange, of: work.step, scope)
    return exchange
  }

  /// Keeps for secret what an answer handed out, before anyone is shown it.
  func learn(from exchange: Exchange, events: [String: [JSONValue]] = [:], of step: Step, _ scope: Scope) {
    vault.learn(Credentials.all(in: exchange))
    guard step.outputs.contains(where: \.isSecret) else { return }
    var scope = scope
    scope.exchange = exchange
    scope.events = events
    vault.learn(Credentials.outputs(of: step, in: scope))
  }

  /// The step's request, filled in from `scope`, as it is sent.
  func request(_ work: StepWork, _ scope: Scope) throws(Obstacle) -> (HTTPRequest, RequestParameters) {
    if Task.isCancelled { throw .interrupted }
    if let end = health.reasonDown(work.operation.server) { throw .unreachable(end) }
    let builder = RequestBuilder(contract: contract)
    let base = work.context.baseURL(of: work.operation.server)
    switch builder.build(step: work.step, scope: scope, baseURL: base, files: files) {
    case .success((var request, let parameters)):
      for header in headers { request.headers.set(header.name, header.value) }
      return (vault.reveal(request), vault.reveal(parameters))
    case .failure(.missingInput(let missing)):
      throw .skipped("its input \(missing.expression) is missing: \(missing.reason)")
    case .failure(.missingFile(let path)):
      throw .unjudgeable("the file \(path), which the contract sends, cannot be read")
    }
  }

  /// Sends `request`; an answer that never began is no observation.
  func transfer(_ request: HTTPRequest, of work: StepWork, limits: TransferLimits, to receiver: any TransferReceiver)
    async throws(Obstacle) -> TransferEnd
  {
    let end = await transport.send(request, limits: limits, to: receiver)
    health.note(work.operation.server, end)
    if end.isUnreachable { throw .unreachable(end) }
    if end.reason == .cancelled { throw .interrupted }
    return end
  }
}

/// Takes a whole answer in, head and body.
final class ResponseCollector: TransferReceiver {
  private struct State {
    var head: HTTPResponseHead?
    var body: [UInt8] = []
  }

  private let state = Mutex(State())

  func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
    state.withLock { $0.head = head }
    return .proceed
  }

  func receive(chunk: [UInt8], at time: Duration) -> TransferFlow {
    state.withLock { state in if state.body.isEmpty { state.body = chunk } else { state.body += chunk } }
    return .proceed
  }

  /// What came so far; `nil` before the header section.
  var response: HTTPResponse? {
    state.withLock { state in state.head.map { HTTPResponse(head: $0, body: state.body) } }
  }
}
