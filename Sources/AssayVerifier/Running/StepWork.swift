import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation

/// What came of one step: its verdict, and what later steps may read of it.
struct StepOutcome {
  var verdict: CheckVerdict
  var record = StepRecord()
}

/// One step about to be run, with what all kinds of step have in common.
struct StepWork {
  let context: RunContext
  let step: Step
  let operation: AssayContract.Operation
  let check: Plan.Check

  /// Why a step cannot be run.
  enum Obstacle: Error {
    case skipped(String)
    case unreachable(TransferEnd)
    case unsendable(String)
  }

  /// The request, filled in from `scope`.
  func request(_ scope: Scope) throws(Obstacle) -> (HTTPRequest, RequestParameters) {
    if let end = context.health.reasonDown(operation.server) { throw .unreachable(end) }
    let builder = RequestBuilder(contract: context.contract)
    let built = builder.build(
      step: step,
      scope: scope,
      baseURL: context.baseURL(of: operation.server),
      files: context.files
    )
    switch built {
    case .success((var request, let parameters)):
      for header in context.headers { request.headers.set(header.name, header.value) }
      return (request, parameters)
    case .failure(.missingInput(let missing)):
      throw .skipped("its input \(missing.expression) is missing: \(missing.reason)")
    case .failure(.missingFile(let path)):
      throw .unsendable("the file \(path), which the contract sends, cannot be read")
    }
  }

  /// The outcome of a step that could not be run.
  func outcome(_ obstacle: Obstacle) -> StepOutcome {
    switch obstacle {
    case .skipped(let reason):
      return StepOutcome(verdict: .skipped(check, step, reason, context.contract))
    case .unsendable(let reason):
      return StepOutcome(verdict: CheckVerdict(result: result(.error, reason: reason)))
    case .unreachable(let end):
      let finding = unreachable(end)
      return StepOutcome(verdict: CheckVerdict(result: result(.error, reason: finding.message), findings: [finding]))
    }
  }

  func result(_ status: CheckResult.Status = .passed, reason: String = "") -> CheckResult {
    CheckResult(
      id: check.id,
      operation: check.operation,
      scenario: check.scenario,
      status: status,
      reason: reason,
      place: context.contract.place(of: step.promise)
    )
  }

  /// The values the step keeps; an expression that resolves to nothing keeps nothing.
  func outputs(in scope: Scope) -> [String: JSONValue] {
    var outputs: [String: JSONValue] = [:]
    for output in step.outputs {
      if case .value(let value) = output.expression.evaluate(in: scope) { outputs[output.name] = value.detached }
    }
    return outputs
  }

  /// Keeps the secrets an answer brings, before anything else sees it.
  func learnSecrets(from exchange: Exchange, _ scope: Scope) {
    guard step.outputs.contains(where: \.isSecret) else { return }
    var scope = scope
    scope.exchange = exchange
    for output in step.outputs where output.isSecret {
      guard case .value(let value) = output.expression.evaluate(in: scope) else { continue }
      context.vault.add(Secret(name: output.name, value: value.string ?? value.text))
    }
  }

  /// The finding about a server that cannot be spoken to; the same for every check that needed it.
  private func unreachable(_ end: TransferEnd) -> Finding {
    let server = operation.server
    let url = context.baseURL(of: server)
    let place = context.contract.servers.first { $0.name == server }.map { context.contract.place(of: $0.promise) }
    let (rule, what): (String, String) =
      switch end.reason {
      case .unresolved: ("transport.resolve", "its host has no address")
      case .refused: ("transport.refused", "nothing listens there")
      case .connectTimeout: ("transport.timeout", "no connection came about in time")
      case .tls: ("transport.tls", "the TLS connection was not accepted")
      default: ("transport.protocol", "no request can be sent there")
      }
    let detail = end.detail.isEmpty ? "" : " (\(end.detail))"
    return Finding(
      level: .must,
      rule: rule,
      location: "server \(server)",
      message: "the server \(server) at \(url) does not answer: \(what)\(detail)",
      expected: "a server at \(url)",
      actual: what,
      promise: place
    )
  }
}
