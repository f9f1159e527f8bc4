package import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The judge of one request and its response, by the promises of the called operation, or of the probe that made the
/// call.
///
/// One fault makes one finding: a broken transfer, a wrong status or a body that is not JSON is reported once. Promises
/// that cannot be judged because of it are blocked.
package struct ExchangeJudge: Sendable {
  let contract: Contract
  let operation: Operation
  let step: Step?
  /// The permitted responses: those that the step expects, if it lists any, otherwise the operation's successful ones.
  let expectations: [ResponsePromise]

  /// Makes a judge for responses of `operation`. If `step` lists the responses it expects, these apply instead of the
  /// operation's successful ones.
  package init(contract: Contract, operation: Operation, step: Step? = nil) {
    self.contract = contract
    self.operation = operation
    self.step = step
    expectations = step?.expects.responses ?? operation.successes
  }

  /// Returns the findings about a complete exchange; `scope` has the other values that rules read.
  package func findings(for exchange: Exchange, in scope: Scope) -> [Finding] {
    var ledger = CheckLedger()
    judge(exchange, in: scope, writing: &ledger)
    return ledger.atHand
  }

  /// Judges a complete exchange and records the results in `ledger`; allocates nothing if all promises are kept.
  ///
  /// Judging ends after a broken promise only if the fault makes everything after it impossible to judge.
  package func judge(_ exchange: Exchange, in scope: Scope, writing ledger: inout CheckLedger) {
    judge(exchange, in: scope, isTimed: true, writing: &ledger)
  }

  /// Judges an answer after which its call was made again, and completes it in the ledger: one that was late by all
  /// promises but those about its time, for which the run's other calls may be the reason; any other by the operation's
  /// promises for its status. What it leaves without a result is judged on the next answer. Returns true if it broke a
  /// promise.
  ///
  /// An incomplete answer is not judged.
  @discardableResult
  package func judgeEarlier(_ exchange: Exchange, in scope: Scope, writing ledger: inout CheckLedger) -> Bool {
    let obstacle = ledger.obstacle
    if exchange.end.reason == .complete, exchange.end.askedAgain == .late {
      judge(exchange, in: scope, isTimed: false, writing: &ledger)
    } else if exchange.end.reason == .complete {
      judgeDocumentedError(exchange, writing: &ledger)
    }
    defer { ledger.close(keeping: obstacle) }
    return !ledger.atHand.isEmpty
  }

  private func judge(_ exchange: Exchange, in scope: Scope, isTimed: Bool, writing ledger: inout CheckLedger) {
    if let fate = undescribedStreamFate(of: exchange) ?? transferFate(of: exchange) {
      ledger.write(fate)
      return ledger.stop(because: BlockReason(fate.finding))
    }
    guard let head = exchange.response?.head else { return ledger.stop(because: "there was no response") }
    ledger.keep(answerPromise, .answer)
    var response = expectation(for: head.status)
    if let fate = statusFate(of: exchange) {
      ledger.write(fate)
      // Another success than the one that only should come is an answer still.
      guard fate.finding.level < .must, !isProbe, head.status / 100 == 2 else {
        return ledger.stop(because: BlockReason(fate.finding))
      }
      response = expectations.first
    }
    if let response {
      judgeHeaders(of: head, response, &ledger)
      judgeBody(of: exchange, response, &ledger)
    }
    if isTimed { judgeTime(of: exchange, &ledger) }
    // Of an answer that should have been a stream and is not one, rules over its events have nothing to say.
    let isWhole = if case .stream = operation.interaction { isProbe } else { true }
    judgeRules(over: exchange, in: scope, isWhole: isWhole, isTimed: isTimed, &ledger)
  }

  /// Judges a complete error response to a call that may be refused, by the operation's promises for its status. Does
  /// nothing if the status is not documented.
  package func judgeDocumentedError(_ exchange: Exchange, writing ledger: inout CheckLedger) {
    guard let head = exchange.response?.head, exchange.end.reason == .complete, !StatusPattern.isSuccess(head.status),
      let response = operation.responses.promise(for: head.status), response.status != .default
    else { return }
    judgeHeaders(of: head, response, &ledger)
    judgeBody(of: exchange, response, &ledger)
  }

  /// Judges a response that is an event stream, apart from its events and its end.
  ///
  /// Rules over the events are judged only if the stream `isWhole`. A broken rule may be reported as a consequence of a
  /// faulty event.
  package func judgeStream(_ exchange: Exchange, in scope: Scope, isWhole: Bool, writing ledger: inout CheckLedger) {
    guard let head = exchange.response?.head else { return }
    ledger.keep(answerPromise, .answer)
    var response = expectation(for: head.status)
    if let fate = statusFate(of: exchange) {
      ledger.write(fate)
      response = expectations.first
    }
    if let response {
      judgeHeaders(of: head, response, &ledger)
      judgeBody(of: exchange, response, &ledger)
      judgeHandshake(exchange, &ledger)
    }
    if isWhole { judgeTime(of: exchange, &ledger) }
    judgeRules(over: exchange, in: scope, isWhole: isWhole, readsAll: true, &ledger)
  }

  /// Judges the handshake of a WebSocket: faults that make a client close the connection before the first message (RFC
  /// 6455 section 4.1).
  private func judgeHandshake(_ exchange: Exchange, _ ledger: inout CheckLedger) {
    guard operation.isWebSocket, let head = exchange.response?.head, head.isStream(as: .webSocket),
      let fault = WebSocketHandshake.fault(in: head, to: exchange.request.headers)
    else { return }
    ledger.write(
      BrokenFate(
        answerPromise,
        .answer,
        of: contract,
        level: .must,
        rule: .streamHandshake,
        place: Place(nil, .header(fault.field)),
        reason: .answer(.handshake(field: fault.field, expected: fault.expected, actual: fault.actual))
      )
    )
  }

  /// Returns true if the response has one of the alternative media types that the contract allows besides the usual
  /// one.
  package func isAlternative(_ exchange: Exchange) -> Bool {
    guard expectations.contains(where: { !$0.alternatives.isEmpty }), let head = exchange.response?.head,
      let response = expectation(for: head.status), !response.alternatives.isEmpty
    else { return false }
    return response.form(of: exchange).alternatives.isEmpty
  }

  /// Judges a readable exchange by the rules of the operation and the step.
  private func judgeRules(
    over exchange: Exchange,
    in scope: Scope,
    isWhole: Bool = true,
    isTimed: Bool = true,
    readsAll: Bool = false,
    _ ledger: inout CheckLedger
  ) {
    var general = isProbe ? [] : operation.invariants
    // Of another media type's body the operation's rules say nothing.
    if !general.isEmpty, isAlternative(exchange) { general.removeAll(where: \.expression.readsAnswer) }
    let own = step?.expects.invariants ?? []
    guard !general.isEmpty || !own.isEmpty else { return }
    var scope = scope
    scope.exchange = exchange
    // Most operations have rules of one kind, which are not copied.
    var rules = own.isEmpty ? general : general.isEmpty ? own : general + own
    if !isWhole { rules.removeAll(where: \.expression.readsEvents) }
    if !isTimed { rules.removeAll(where: \.expression.readsTime) }
    judgeInvariants(rules, in: scope, contract: contract, readsAll: readsAll, writing: &ledger)
  }

  /// True if the step has its own expectations instead of the operation's.
  var isProbe: Bool { step?.isErrorProbe == true }

  /// True if the step makes an invalid call on purpose and expects an error; false if it only expects a different
  /// success.
  var isBrokenOnPurpose: Bool { isProbe && !expectations.contains { $0.status.isSuccess } }

  /// The promise that a call is answered with a documented status.
  package var answerPromise: Promise { expectations.first?.promise ?? operation.promise }

  /// Returns the promise that a response with `status` breaks if its content type is not the promised one.
  package func typeSite(ofStatus status: Int) -> PromiseSite {
    (expectation(for: status) ?? expectations.first)?.content.map { PromiseSite($0.promise) }
      ?? PromiseSite(answerPromise, .answer)
  }

  /// Returns the promised response for `status`; `nil` if the status is not documented.
  package func expectation(for status: Int) -> ResponsePromise? { expectations.promise(for: status) }

  /// Judges the time of the complete response by the operation's limit.
  private func judgeTime(of exchange: Exchange, _ ledger: inout CheckLedger) {
    let time = exchange.end.timings.total
    guard let limit = operation.within, !isProbe else { return }
    ledger.keep(limit.promise)
    guard time > limit.duration else { return }
    let reason = Reason.answer(.tooSlow(time, limit: limit.duration))
    ledger.write(BrokenFate(limit.promise, of: contract, rule: .time, reason: reason))
  }
}

/// The judging of the status.
extension ExchangeJudge {
  /// Returns the finding about an undocumented status, with any explanation from the body; `nil` if the status is
  /// documented.
  func statusFate(of exchange: Exchange) -> BrokenFate? {
    guard let response = exchange.response, !isPromised(response.head.status) else { return nil }
    let head = response.head
    let json = exchange.json
    var status = AnswerReason.Status(
      call: call(exchange.request),
      isProbe: isBrokenOnPurpose,
      code: head.status,
      phrase: head.reason,
      promised: expectations.map { $0.status == .default ? "2XX" : $0.status.description },
      target: (300..<400).contains(head.status) ? head.headers["Location"] : nil,
      said: Self.explanation(in: json)
    )
    if status.target != nil, let unfollowed = exchange.end.unfollowed {
      status.unfollowed = unfollowed
      status.source = HTTPURL(exchange.request.url)?.path
    }
    // What asks for a change and went out twice may be refused for that alone (RFC 9110 section 9.2.2).
    let mayBeTwice = exchange.end.wasSentTwice && !HTTPMethod.isIdempotent(exchange.request.method)
    let circumstance: Reason.Circumstance? =
      switch head.status {
      case 401 where exchange.end.hadNewToken: .newToken
      case 401 where exchange.end.wasChallenged: .withDigest
      default: mayBeTwice ? .sentTwice : nil
      }
    return BrokenFate(
      answerPromise,
      .answer,
      of: contract,
      level: isProbe || !(400..<600).contains(head.status) ? answerPromise.level : .must,
      rule: .status,
      place: Place(nil, .status),
      reason: circumstance.map { .during(.answer(.status(status)), $0) } ?? .answer(.status(status)),
      excerpt: json.map { Excerpt.head(of: $0) } ?? Excerpt.head(ofText: response.body),
      alternatives: expectations.count > 1 ? expectations.map(\.status.description) : []
    )
  }

  /// Returns the method of `request` and the operation's path, as messages name the call: `GET /items/{id}`.
  private func call(_ request: HTTPRequest) -> String { "\(request.method) \(operation.request.path)" }

  private func isPromised(_ status: Int) -> Bool {
    if let promised = expectation(for: status) {
      return isProbe || (promised.status == .default ? (200..<300).contains(status) : StatusPattern.isSuccess(status))
    }
    return !isProbe && !operation.responses.contains { $0.status.isSuccess } && (200..<300).contains(status)
  }

  /// Returns the text in an error body that explains the error, from one of the usual members (including those of RFC
  /// 9457 section 3.1); `nil` if none exists.
  static func explanation(in json: JSONValue?) -> String? {
    guard let json, json.kind == .object else { return nil }
    for name in ["detail", "error", "message", "title"] {
      guard let value = json[name] else { continue }
      if value.kind == .string, let text = value.string, !text.isEmpty { return value.brief }
      if let inner = value["message"], inner.kind == .string { return inner.brief }
    }
    return nil
  }
}

/// The judging of the transfer.
extension ExchangeJudge {
  /// Returns the finding about a transfer that ended without a complete response; `nil` if it was complete, or ended by
  /// Assay on purpose.
  func transferFate(of exchange: Exchange) -> BrokenFate? {
    let end = exchange.end
    guard let rule = Rule(breakingOff: end.reason) else { return nil }
    let head = exchange.response?.head
    let wanted =
      isBrokenOnPurpose
      ? "a response that refuses the request"
      : operation.within.map { "within \($0.duration.spoken)" } ?? "a complete response"
    let call = TransferReason.Call(
      name: call(exchange.request),
      origin: Self.origin(of: exchange.request),
      received: exchange.response.map { .init(status: $0.head.status, length: $0.body.count) },
      hasBegun: end.timings.firstByte != nil,
      promisedLength: end.reason == .truncated ? head?.headers["Content-Length"] : nil,
      wanted: wanted
    )
    return BrokenFate(
      answerPromise,
      .answer,
      of: contract,
      level: transferLevel(of: end.reason),
      rule: rule,
      reason: .transfer(.ended(end.reason, call, total: end.timings.total, detail: end.detail))
    )
  }

  /// Returns the finding about the media type of a response that did not end, because it is a stream of events where the
  /// contract describes none; `nil` otherwise.
  private func undescribedStreamFate(of exchange: Exchange) -> BrokenFate? {
    guard [.silenceTimeout, .totalTimeout, .tooLarge].contains(exchange.end.reason), let head = exchange.response?.head,
      head.isStream(as: .sse), !isAlternative(exchange), let response = expectation(for: head.status)
    else { return nil }
    let fate = contentTypeFate(of: head, response, mayLack: false)
    return fate.flatMap { $0.finding.level < transferLevel(of: exchange.end.reason) ? nil : $0 }
  }

  /// Returns the finding about a response whose JSON exceeds the limits for reading (RFC 8259 section 9); `nil` if it
  /// does not.
  func limitFate(of exchange: Exchange) -> BrokenFate? {
    guard let excess = exchange.jsonError.flatMap(JSONExcess.init) else { return nil }
    return BrokenFate(
      answerPromise,
      .answer,
      of: contract,
      level: transferLevel(of: .tooLarge),
      rule: .tooLarge,
      reason: .answer(.beyondJSON(excess, length: exchange.response?.body.count ?? 0))
    )
  }

  /// Returns the level of a finding about a failed transfer: `must`, since a client always needs a response; for an
  /// invalid request, the level of the response that the probe expects.
  private func transferLevel(of reason: TransferEnd.Reason) -> Level {
    switch reason {
    case .unresolved, .refused, .connectTimeout, .tls: .must
    default: isBrokenOnPurpose ? expectations.first?.promise.level ?? .should : .must
    }
  }

  private static func origin(of request: HTTPRequest) -> String {
    // With `${NAME}` in it the URL cannot be taken apart, and is shown up to its path.
    HTTPURL(request.url)?.origin ?? request.url.split(separator: "/").prefix(2).joined(separator: "//")
  }
}

extension Rule {
  /// Makes the rule that a transfer breaks if it ended for `reason`; `nil` if it was complete, or was stopped because
  /// no more was needed.
  package init?(breakingOff reason: TransferEnd.Reason) {
    switch reason {
    case .complete, .stopped, .cancelled: return nil
    case .unresolved: self = .unresolved
    case .refused: self = .refused
    case .connectTimeout, .firstByteTimeout, .silenceTimeout, .totalTimeout: self = .timedOut
    case .tls: self = .tls
    case .reset: self = .reset
    case .truncated: self = .truncated
    case .tooLarge: self = .tooLarge
    case .protocol, .unsendable: self = .notHTTP
    }
  }
}

extension JSONExcess {
  /// Makes the limit that the JSON text exceeded; `nil` if `error` has a different reason.
  init?(_ error: JSONError) {
    switch error.reason {
    case .tooManyValues(let limit): self = .values(limit: limit)
    case .tooDeep(let limit): self = .levels(limit: limit)
    case .exponentTooLong(let limit): self = .exponent(limit: limit)
    default: return nil
    }
  }
}
