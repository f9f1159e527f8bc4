import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation

/// Observations made now, through a transport, secrets put in as requests leave and taken out of all that comes back.
struct LiveSource: ObservationSource {
  let contract: Contract
  let settings: RunSettings
  /// Fields sent with every request, their values already tokens.
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
    if turn > 1, let every = work.step.repetition?.every, every > .zero {
      var watch = Stopwatch(isInstant: transport.isInstant)
      await watch.wait(for: settings.pollEvery ?? every)
    }
    return try await send(work, scope, limits: TransferLimits(total: settings.timeout))
  }

  /// Makes the step's request and brings the whole answer.
  func send(_ work: StepWork, _ scope: Scope, limits: TransferLimits) async throws(Obstacle) -> Exchange {
    let (request, parameters) = try request(work, scope)
    let collector = ResponseCollector()
    let end = try await transfer(request, of: work, limits: limits, to: collector)
    var response = collector.response
    if let raw = response {
      if let outputs = SecretOutputs(of: work.step, in: scope) {
        vault.learn(
          outputs.secrets(of: Exchange(request: request, parameters: parameters, response: raw, end: end))
        )
      }
      response = HTTPResponse(head: vault.conceal(raw.head), body: vault.conceal(raw.body))
    }
    return Exchange(
      request: vault.hide(request),
      parameters: parameters,
      response: response,
      end: vault.conceal(end)
    )
  }

  /// The step's request, filled in from `scope`.
  func request(_ work: StepWork, _ scope: Scope) throws(Obstacle) -> (HTTPRequest, RequestParameters) {
    if Task.isCancelled { throw .interrupted }
    if let end = health.reasonDown(work.operation.server) { throw .unreachable(end) }
    let builder = RequestBuilder(contract: contract)
    let base = work.context.baseURL(of: work.operation.server)
    switch builder.build(step: work.step, scope: scope, baseURL: base, files: files) {
    case .success((var request, let parameters)):
      for header in headers { request.headers.set(header.name, header.value) }
      return (request, parameters)
    case .failure(.missingInput(let missing)):
      throw .skipped("its input \(missing.expression) is missing: \(missing.reason)")
    case .failure(.unfitInput(let unfit)):
      throw .skipped("it was not sent, for its input \(unfit.expression) cannot be right: \(unfit.reason)")
    case .failure(.missingFile(let path)):
      throw .unjudgeable("the file \(path), which the contract sends, cannot be read")
    }
  }

  /// Sends `request`; an answer that never began is no observation.
  func transfer(
    _ request: HTTPRequest,
    of work: StepWork,
    limits: TransferLimits,
    to receiver: any TransferReceiver
  ) async throws(Obstacle) -> TransferEnd {
    let end = await transport.send(vault.reveal(request), limits: limits, to: receiver)
    health.note(work.operation.server, end)
    if end.isUnreachable { throw .unreachable(vault.conceal(end)) }
    if end.reason == .cancelled { throw .interrupted }
    return end
  }
}

extension SecretVault {
  /// The end with every secret taken out of what the network layer said.
  func conceal(_ end: TransferEnd) -> TransferEnd {
    var concealed = end
    concealed.detail = conceal(end.detail)
    return concealed
  }
}
