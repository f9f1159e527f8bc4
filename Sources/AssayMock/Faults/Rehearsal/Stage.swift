import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

/// One scenario while it is rehearsed.
struct Stage {
  let contract: Contract
  let builder: RequestBuilder
  let memory: JudgementMemory
  let watched: String
  var responder: Responder
  var scope = Scope()
  var findings: [Finding] = []
  var answers: [Exchange] = []
  var events: [PlayedEvent] = []
  var additions: Set<FindingIdentity> = []
  /// The faults that are played and that no rehearsal judges: where a client would meet one, it counts as found.
  let unjudged: [Fault]
  /// Polls longer than this are not going to end.
  static let pollLimit = 100

  /// Whether a finding makes all that would follow worthless.
  let isDecisive: (Finding) -> Bool
  /// Whether there was such a finding.
  private(set) var isDecided = false

  init(
    contract: Contract,
    builder: RequestBuilder,
    memory: JudgementMemory,
    responder: Responder,
    watched: String,
    unjudged: [Fault],
    isDecisive: @escaping (Finding) -> Bool
  ) {
    self.contract = contract
    self.builder = builder
    self.memory = memory
    self.responder = responder
    self.watched = watched
    self.unjudged = unjudged
    self.isDecisive = isDecisive
  }

  mutating func play(_ scenario: Scenario) {
    var isWhole = true
    for step in scenario.steps {
      guard let operation = contract.operation(named: step.operation) else { continue }
      let before = findings.count
      let played = play(step, operation)
      for index in before..<findings.count where findings[index].operation.isEmpty {
        findings[index].operation = operation.name
      }
      isDecided = findings[before...].contains(where: isDecisive)
      if isDecided { return }
      if played == nil { isWhole = false }
      var record = played ?? StepRecord()
      record.isSound = played != nil && !findings[before...].contains { $0.level > .may }
      scope.steps[step.id] = record
      for (name, value) in record.outputs { scope.last[name] = value }
      // The rules over a scenario are held only against one whose steps all did well enough.
      if findings[before...].contains(where: { $0.level == .must }) { isWhole = false }
    }
    guard isWhole else { return }
    scope.exchange = nil
    for invariant in scenario.invariants {
      findings += invariantFindings([invariant], in: scope, contract: contract).map { finding in
        var finding = finding
        finding.operation = self.operation(of: invariant, in: scenario)
        return finding
      }
    }
  }

  /// The operation of the last step a rule reads from: the one whose answer settles it.
  private func operation(of invariant: Invariant, in scenario: Scenario) -> String {
    let read = invariant.expression.references.compactMap { reference in
      if case .step(let id, _) = reference.subject { id } else { nil }
    }
    return scenario.steps.last { read.contains($0.id) }?.operation ?? ""
  }

  private mutating func play(_ step: Step, _ operation: Operation) -> StepRecord? {
    switch operation.interaction {
    case _ where step.isErrorProbe: playExchanges(step, operation)
    case .exchange: playExchanges(step, operation)
    case .stream(let promise): playStream(promise, step, operation)
    case .poll(let promise): playPoll(promise, step, operation)
    }
  }

  private mutating func playExchanges(_ step: Step, _ operation: Operation) -> StepRecord? {
    let judge = ExchangeJudge(contract: contract, operation: operation, step: step)
    var record = StepRecord()
    let outer = scope
    defer { scope = outer }
    for turn in 1...max(1, step.repetition?.atMost ?? 1) {
      guard let exchange = ask(step, operation)?.exchange else { return turn == 1 ? nil : record }
      scope.exchange = exchange
      let found = memory.findings(for: exchange, operation, step) { judge.findings(for: exchange, in: scope) }
      findings += found
      if found.contains(where: isDecisive) { return nil }
      record.exchanges.append(exchange)
      for (name, value) in step.captured(in: scope, distrusting: found) {
        record.outputs[name] = value
        scope.last[name] = value
      }
      scope.steps[step.id] = record
      guard let repetition = step.repetition, case .value(let until) = repetition.until.evaluate(in: scope),
        until.bool == false, !found.contains(where: { $0.level > .may })
      else { break }
    }
    return record
  }

  /// Makes the step's request and gives the answer, with the exchange a client would have seen.
  mutating func ask(_ step: Step, _ operation: Operation) -> Response? {
    let base = responder.surroundings.baseURLs[operation.server] ?? ""
    let built = builder.build(step: step, scope: scope, baseURL: base, files: responder.surroundings.files)
    guard case .success((let request, let parameters)) = built else { return nil }
    let received = ServerRequest(
      method: request.method,
      target: String(request.url.dropFirst(base.count)),
      headers: request.headers,
      body: request.body
    )
    var response = responder.respond(to: received, server: operation.server)
    response.exchange = Exchange(asking: request, parameters, answeredBy: response.reply)
    if operation.name == watched, !step.isErrorProbe || response.reply.status / 100 == 2,
      let exchange = response.exchange
    {
      answers.append(exchange)
    }
    meet(response.reply, step, operation)
    return response
  }
}
