package import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The judge of the response to a probe: a call that Assay varies on purpose to test the backend.
package struct ProbeJudge: Sendable {
  let contract: Contract
  let operation: Operation
  let probe: Probe

  package init(contract: Contract, operation: Operation, probe: Probe) {
    self.contract = contract
    self.operation = operation
    self.probe = probe
  }

  /// Judges the response; each finding states what the probe sent.
  package func judge(_ exchange: Exchange, in scope: Scope, writing ledger: inout CheckLedger) {
    judgeAnswer(exchange, scope, &ledger)
    if let fate = traceFate(of: exchange, beside: ledger.atHand) { ledger.write(fate) }
    ledger.retell { finding in
      if case .answer(.status(let status)) = finding.reason, status.isSecond { return finding }
      return finding.during(.sent(probe.about))
    }
  }

  /// Records that a job created by the probe was followed to its end; the findings state what was sent to create it.
  package func judgeJob(writing ledger: inout CheckLedger) {
    ledger.keep(probe.promise, .answer)
    ledger.retellAll { $0.during(.asked(probe.about)) }
  }

  /// Adds to the findings about late responses that the job of `check`, which did not end, may still have run.
  package func note(endlessJobOf check: String, writing ledger: inout CheckLedger) {
    let late: Set<Rule> = [.time, .timedOut, .streamFirst, .streamSilence, .streamWithin, .pollWithin]
    func noted(_ finding: Finding) -> Finding {
      late.contains(finding.rule) && finding.reason.jobBeside == nil ? finding.during(.besideJob(check)) : finding
    }
    ledger.retell(noted)
    ledger.retellAll(noted)
  }

  /// Records that the probe's promise does not apply to the answer, for `reason`.
  package func vacate(because reason: String, writing ledger: inout CheckLedger) {
    ledger.vacate(probe.promise, .answer, because: reason)
  }

  private func judgeAnswer(_ exchange: Exchange, _ scope: Scope, _ ledger: inout CheckLedger) {
    if var finding = judge.transferFate(of: exchange)?.finding, !isOpenStream(exchange, finding) {
      // Many servers hang up on a method they do not know.
      if case .anyAnswer = probe.expectation, finding.rule == .reset || finding.rule == .notHTTP {
        return vacate(because: "the backend closed the connection, as it may", writing: &ledger)
      }
      finding.level = probe.level
      ledger.write(BrokenFate(finding, breaking: sites))
      return
    }
    guard let status = exchange.response?.head.status else { return }
    if status == 429 {
      judge.judgeDocumentedError(exchange, writing: &ledger)
      return vacate(because: "the backend asked for fewer requests, with 429", writing: &ledger)
    }
    if case .poll(let poll) = operation.interaction, status >= 500, poll.tolerance?.covers(status) == true {
      judge.judgeDocumentedError(exchange, writing: &ledger)
      return vacate(because: "the backend returned \(status), after which a client asks again", writing: &ledger)
    }
    switch probe.expectation {
    case .success(let level): judgeSuccess(status, refusedAt: level, exchange, scope, &ledger)
    case .refusal(let documented, let level):
      judgeRefusal(status, documented, acceptedAt: level, exchange, scope, &ledger)
    case .anyAnswer, .end, .course:
      ledger.keep(probe.promise, .answer)
      // A method that is not known is not implemented, and that is what 501 says (RFC 9110 section 15.6.2).
      if status >= 500, status != 501 { writeStatus(of: exchange, probe.level, &ledger) }
    }
  }

  /// Returns true if the request timed out only because the response is a stream, which may stay open indefinitely. A
  /// stream that the contract does not describe, for a different method of the path, also counts.
  private func isOpenStream(_ exchange: Exchange, _ finding: Finding) -> Bool {
    guard finding.rule == .timedOut, let head = exchange.response?.head, head.status < 500 else { return false }
    if case .stream = operation.interaction { return true }
    return head.mediaType?.essence == "text/event-stream"
  }

  private func judgeSuccess(
    _ status: Int,
    refusedAt level: Level?,
    _ exchange: Exchange,
    _ scope: Scope,
    _ ledger: inout CheckLedger
  ) {
    if (400..<500).contains(status) {
      guard let level else {
        judge.judgeDocumentedError(exchange, writing: &ledger)
        return vacate(because: "the backend refused it with \(status), as it may", writing: &ledger)
      }
      ledger.keep(probe.promise, .answer)
      return writeStatus(of: exchange, level, &ledger)
    }
    ledger.keep(probe.promise, .answer)
    if status >= 500 { return writeStatus(of: exchange, probe.level, &ledger) }
    judge.judge(exchange, in: scope, writing: &ledger)
  }

  private func judgeRefusal(
    _ status: Int,
    _ documented: [ResponsePromise],
    acceptedAt level: Level?,
    _ exchange: Exchange,
    _ scope: Scope,
    _ ledger: inout CheckLedger
  ) {
    if (200..<300).contains(status) {
      guard let level else {
        let reason = "the backend accepted it, and the documents do not say that it must not"
        return vacate(because: reason, writing: &ledger)
      }
      ledger.keep(probe.promise, .answer)
      return writeStatus(of: exchange, level, &ledger)
    }
    ledger.keep(probe.promise, .answer)
    if status >= 500 { return writeStatus(of: exchange, probe.level, &ledger) }
    guard documented.contains(where: { $0.status.matches(status) }) else {
      // The documents list how an unknown thing may be refused, and not this way.
      if case .input(.path, _, _) = probe.change, !documented.isEmpty, operation.responses.promise(for: status) == nil {
        writeStatus(of: exchange, .may, &ledger)
      }
      return
    }
    judge.judge(exchange, in: scope, writing: &ledger)
  }

  /// The judge for an answer with the expected status.
  private var judge: ExchangeJudge {
    var operation = operation
    if let missing = probe.change.missingReference {
      // A rule that reads what was left out says nothing of this call.
      operation.invariants.removeAll { $0.expression.text.contains(missing) }
    }
    // A client that calls a second time has the cookies already.
    if case .nothing = probe.change {
      for index in operation.responses.indices {
        operation.responses[index].headers.removeAll { HTTPHeader($0.name, "").isNamed("Set-Cookie") }
      }
    }
    // What a scenario is given to send, this call may send otherwise.
    if probe.change.isOfInput { operation.invariants.removeAll(where: \.expression.readsVariables) }
    if case .input(.header, "Accept", let type?) = probe.change, let type = type.string {
      let usual = operation.successes.compactMap { $0.mediaTypes.first?.name }
      operation.responses = operation.responses.map { $0.asked(for: type) }
      if !usual.contains(type) { operation.invariants.removeAll(where: \.expression.readsAnswer) }
    }
    guard case .refusal(let documented, _) = probe.expectation else {
      // The time is promised of the calls the documents show.
      if case .success(nil) = probe.expectation { operation.within = nil }
      return ExchangeJudge(contract: contract, operation: operation)
    }
    return ExchangeJudge(contract: contract, operation: operation, step: wrongCall(documented))
  }

  private func wrongCall(_ documented: [ResponsePromise]) -> Step {
    var step = Step(id: probe.name, operation: operation.name)
    step.expects.responses = documented
    step.promise = probe.promise
    return step
  }

  private func writeStatus(of exchange: Exchange, _ level: Level, _ ledger: inout CheckLedger) {
    guard let response = exchange.response else { return }
    let promised: [String]
    var isWrong = true
    switch probe.expectation {
    case .success(let refused):
      promised =
        operation.successes.map { $0.status == .default ? "2XX" : $0.status.description }
        + (refused == nil ? ["4XX"] : [])
      isWrong = false
    case .refusal(let documented, _):
      let usual = if case .withoutCredentials = probe.change { ["401", "403", "404"] } else { ["4XX"] }
      promised = documented.isEmpty ? usual : documented.map(\.status.description)
    case .anyAnswer, .end, .course:
      promised = ["anything below 500"]
      if case .nothing = probe.change { isWrong = false }
    }
    let status = AnswerReason.Status(
      call: "\(operation.request.method) \(operation.request.path)",
      isProbe: isWrong,
      isSecond: probe.isSecond,
      code: response.head.status,
      phrase: response.head.reason,
      promised: promised,
      target: nil,
      said: ExchangeJudge.explanation(in: exchange.json),
      trace: response.head.status >= 500 ? Self.trace(in: response.body) : nil
    )
    ledger.write(
      BrokenFate(
        probe.promise,
        of: contract,
        level: level,
        rule: .status,
        place: Place(nil, .status),
        reason: .answer(.status(status)),
        excerpt: exchange.json.map { Excerpt.head(of: $0) } ?? Excerpt.head(ofText: response.body)
      )
      .breaking(sites)
    )
  }

  /// The promises that a wrong response to the probe breaks: the probe's own and, if the call is valid, the promise
  /// that the operation is answered.
  private var sites: [PromiseSite] {
    let own = PromiseSite(probe.promise, .answer)
    guard case .success = probe.expectation else { return [own] }
    return [own, PromiseSite(operation.successes.first?.promise ?? operation.promise, .answer)]
  }

  /// Returns the finding about an error response that contains a stack trace of a common runtime; `nil` if it contains
  /// none, or if one of the `findings` about the response shows it.
  private func traceFate(of exchange: Exchange, beside findings: [Finding]) -> BrokenFate? {
    guard let response = exchange.response, response.head.status >= 400, let line = Self.trace(in: response.body),
      !findings.contains(where: \.showsTrace)
    else { return nil }
    let reason = AnswerReason.trace(status: response.head.status, line: line)
    return BrokenFate(
      probe.promise,
      .answer,
      of: contract,
      level: .should,
      rule: .trace,
      reason: .answer(reason),
      excerpt: Excerpt.head(ofText: response.body)
    )
  }

  /// Returns the first line of a stack trace in `body`; `nil` if none exists.
  private static func trace(in body: [UInt8]) -> String? {
    let text = String(decoding: body.prefix(65_536), as: UTF8.self).replacing("\\n", with: "\n")
    return text.split(whereSeparator: \.isNewline).first(where: isOfTrace).map { String($0.prefix(200)) }
  }

  private static func isOfTrace(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" }
    return text.contains("Traceback (most recent call last)") || text.contains("Exception in thread \"")
      || text.hasPrefix("goroutine ") && text.hasSuffix("]:") || text.contains("panicked at ")
      || text.hasPrefix("at ") && text.contains("(") && (text.contains(".java:") || text.contains(".js:"))
      || text.hasPrefix("at ") && text.contains(" in ") && text.contains(":line ")
      || text.hasPrefix("File \"") && text.contains(", line ") || text.hasPrefix("#0 ") && text.contains(".php(")
  }
}

extension ResponsePromise {
  /// Returns a copy of the promise in which the response to a request with `Accept: type` has this media type. The
  /// level is at most `should`, since a server may ignore the field (RFC 9110 section 12.5.1).
  fileprivate func asked(for type: String) -> ResponsePromise {
    guard !alternatives.isEmpty else { return self }
    let others = [self] + alternatives
    guard var chosen = others.first(where: { $0.mediaTypes.first?.name == type }) else { return self }
    chosen.alternatives = []
    chosen.headers = headers
    var promise = chosen.content?.promise ?? chosen.promise
    promise.level = min(promise.level, .should)
    chosen.content = ContentPromise(mediaRange: type, promise: promise)
    return chosen
  }
}
