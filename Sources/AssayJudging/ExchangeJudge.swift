package import AssayContract
package import AssayFindings
package import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The judge of one exchange, by what its operation, or the probe that made it, promises.
///
/// One fault, one finding: a broken transfer, a wrong status or a body that is not JSON is reported once, and what it makes
/// impossible to judge is blocked.
package struct ExchangeJudge: Sendable {
  let contract: Contract
  let operation: Operation
  let step: Step?
  /// The permitted answers: the probe's expectations, or the operation's successes.
  let expectations: [ResponsePromise]

  /// Makes a judge for answers of `operation`; with a `step` that is an error probe, for what that expects instead.
  package init(contract: Contract, operation: Operation, step: Step? = nil) {
    self.contract = contract
    self.operation = operation
    self.step = step
    expectations = step?.expects.responses ?? operation.successes
  }

  /// The findings of a whole exchange; `scope` is what rules see besides the exchange.
  package func findings(for exchange: Exchange, in scope: Scope) -> [Finding] {
    var ledger = CheckLedger()
    judge(exchange, in: scope, writing: &ledger)
    return ledger.atHand
  }

  /// Writes the fates of a whole exchange, without allocation where all promises are kept.
  ///
  /// A breach ends the judging only where nothing can be judged after it, however mild it is.
  package func judge(_ exchange: Exchange, in scope: Scope, writing ledger: inout CheckLedger) {
    if let fate = transferFate(of: exchange) {
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
    judgeTime(of: exchange, &ledger)
    // Of an answer that should have been a stream and is not one, rules over its events have nothing to say.
    let isWhole = if case .stream = operation.interaction { isProbe } else { true }
    judgeRules(over: exchange, in: scope, isWhole: isWhole, &ledger)
  }

  /// Writes the fates of a complete answer that refuses a call, as it may, by what the operation says of its status.
  package func judgeDocumentedError(_ exchange: Exchange, writing ledger: inout CheckLedger) {
    guard let head = exchange.response?.head, exchange.end.reason == .complete, !StatusPattern.isSuccess(head.status),
      let response = operation.responses.promise(for: head.status), response.status != .default
    else { return }
    judgeHeaders(of: head, response, &ledger)
    judgeBody(of: exchange, response, &ledger)
  }

  /// Writes the fates of an answer that is an event stream, apart from its events and its end.
  ///
  /// Rules over its events are judged where it `isWhole`; what is wrong with the events may be the cause of what is wrong
  /// with them.
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

  /// Judges the faults of a handshake because of which a client of a WebSocket gives up before the first message (RFC
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

  /// Returns true if the answer has a different media type from the usual one, and the contract allows that.
  package func isAlternative(_ exchange: Exchange) -> Bool {
    guard expectations.contains(where: { !$0.alternatives.isEmpty }), let head = exchange.response?.head,
      let response = expectation(for: head.status), !response.alternatives.isEmpty
    else { return false }
    return response.form(of: exchange).alternatives.isEmpty
  }

  /// Writes the fates of the operation's and the step's rules over an exchange that can be read.
  private func judgeRules(
    over exchange: Exchange,
    in scope: Scope,
    isWhole: Bool = true,
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
    judgeInvariants(rules, in: scope, contract: contract, readsAll: readsAll, writing: &ledger)
  }

  /// True if the step says itself what it expects, in place of the operation.
  var isProbe: Bool { step?.isErrorProbe == true }

  /// True if the step calls wrongly on purpose, rather than asking for less than the operation's own answer.
  var isBrokenOnPurpose: Bool { isProbe && !expectations.contains { $0.status.isSuccess } }

  /// The promise that a call is answered, and with which status.
  var answerPromise: Promise { expectations.first?.promise ?? operation.promise }

  /// Returns the promise broken by an answer with `status` that is of a different kind than promised.
  package func typeSite(ofStatus status: Int) -> PromiseSite {
    (expectation(for: status) ?? expectations.first)?.content.map { PromiseSite($0.promise) }
      ?? PromiseSite(answerPromise, .answer)
  }

  /// Returns the promise about an answer with `status`.
  package func expectation(for status: Int) -> ResponsePromise? { expectations.promise(for: status) }

  /// Writes the fate of the time promised for the complete answer.
  private func judgeTime(of exchange: Exchange, _ ledger: inout CheckLedger) {
    let time = exchange.end.timings.total
    guard let limit = operation.within, !isProbe else { return }
    ledger.keep(limit.promise)
    guard time > limit.duration else { return }
    let reason = Reason.answer(.tooSlow(time, limit: limit.duration))
    ledger.write(BrokenFate(limit.promise, of: contract, rule: .time, reason: reason))
  }
}

/// The status.
extension ExchangeJudge {
  /// The broken fate of an undocumented status, with what the body says about it; `nil` where the status is one promised.
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
      head.status == 401 && exchange.end.hadNewToken ? .newToken : mayBeTwice ? .sentTwice : nil
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

  /// The call as a sentence names it.
  private func call(_ request: HTTPRequest) -> String { "\(request.method) \(operation.request.path)" }

  private func isPromised(_ status: Int) -> Bool {
    if let promised = expectation(for: status) {
      return isProbe || (promised.status == .default ? (200..<300).contains(status) : StatusPattern.isSuccess(status))
    }
    return !isProbe && !operation.responses.contains { $0.status.isSuccess } && (200..<300).contains(status)
  }

  /// The sentence an error answer gives, where it is in one of the usual places (RFC 9457 section 3.1 among them).
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

/// The transfer.
extension ExchangeJudge {
  /// The broken fate of a transfer that did not bring a whole answer; `nil` where it did, or was ended on purpose.
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

  /// The broken fate of an answer whose JSON goes beyond what is read of any (RFC 8259 section 9).
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

  /// A documented client always needs an answer; how a broken request is refused is worth no more than its probe says.
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
  /// The rule an answer breaks whose transfer ended so; `nil` where it came whole, or no more of it was wanted.
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
  /// The limit at which reading stopped; `nil` if it stopped for another reason.
  init?(_ error: JSONError) {
    switch error.reason {
    case .tooManyValues(let limit): self = .values(limit: limit)
    case .tooDeep(let limit): self = .levels(limit: limit)
    case .exponentTooLong(let limit): self = .exponent(limit: limit)
    default: return nil
    }
  }
}
