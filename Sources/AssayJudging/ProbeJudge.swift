package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation

/// Holds the answer to a probe against what may come of it.
package struct ProbeJudge: Sendable {
  let contract: Contract
  let operation: Operation
  let probe: Probe

  package init(contract: Contract, operation: Operation, probe: Probe) {
    self.contract = contract
    self.operation = operation
    self.probe = probe
  }

  /// The findings of the answer, each with what was sent; `judged` learns what was held against it.
  package func findings(for exchange: Exchange, in scope: Scope, noting judged: inout Judged) -> [Finding] {
    var findings = answerFindings(for: exchange, in: scope, noting: &judged)
    if let finding = traceFinding(for: exchange) { findings.append(finding) }
    for index in findings.indices {
      if case .answer(.status(let status)) = findings[index].reason, status.isSecond { continue }
      findings[index].reason = .during(findings[index].reason, .sent(probe.about))
    }
    return findings
  }

  /// The findings of a job that was made otherwise and followed to its end, each with how it was made.
  package func findings(ofJob found: [Finding], noting judged: inout Judged) -> [Finding] {
    judged.note(probe.promise, .answer)
    return found.map { finding in
      var finding = finding
      finding.reason = .during(finding.reason, .asked(probe.about))
      return finding
    }
  }

  /// Notes that there is nothing to hold against what the probe is derived from, and why.
  package func vacate(for reason: String, noting judged: inout Judged) {
    judged.vacate(probe.promise, .answer, for: reason)
  }

  private func answerFindings(for exchange: Exchange, in scope: Scope, noting judged: inout Judged) -> [Finding] {
    if let finding = judge.transferFinding(for: exchange), !isOpenStream(exchange, finding) {
      // Many servers hang up on a method they have never heard of.
      if case .anyAnswer = probe.expectation, finding.rule == .reset || finding.rule == .notHTTP {
        judged.vacate(probe.promise, .answer, for: "the backend hung up on it, as it may")
        return []
      }
      return [weighed(finding, probe.level)]
    }
    guard let status = exchange.response?.head.status else { return [] }
    if status == 429 {
      judged.vacate(probe.promise, .answer, for: "the backend asked for fewer requests, with 429")
      return []
    }
    if case .poll(let poll) = operation.interaction, status >= 500, poll.tolerance?.covers(status) == true {
      judged.vacate(probe.promise, .answer, for: "the backend answered \(status), behind which a client asks again")
      return []
    }
    switch probe.expectation {
    case .success(let level): return successFindings(status, refusedAt: level, exchange, scope, &judged)
    case .refusal(let documented, let level):
      return refusalFindings(status, documented, acceptedAt: level, exchange, scope, &judged)
    case .anyAnswer, .end:
      judged.note(probe.promise, .answer)
      // A method nobody knows is not implemented, and that is what 501 says (RFC 9110 section 15.6.2).
      guard status >= 500, status != 501 else { return [] }
      return statusFinding(exchange, probe.level)
    }
  }

  /// Whether it is a stream that was answered, and may stay open for as long as it likes: how it is answered is known.
  private func isOpenStream(_ exchange: Exchange, _ finding: Finding) -> Bool {
    guard case .stream = operation.interaction, finding.rule == .timedOut, let status = exchange.response?.head.status
    else { return false }
    return status < 500
  }

  private func successFindings(
    _ status: Int,
    refusedAt level: Level?,
    _ exchange: Exchange,
    _ scope: Scope,
    _ judged: inout Judged
  ) -> [Finding] {
    if (400..<500).contains(status) {
      guard let level else {
        judged.vacate(probe.promise, .answer, for: "the backend refused it with \(status), as it may")
        return []
      }
      judged.note(probe.promise, .answer)
      return statusFinding(exchange, level)
    }
    judged.note(probe.promise, .answer)
    if status >= 500 { return statusFinding(exchange, probe.level) }
    return judge.findings(for: exchange, in: scope, noting: &judged)
  }

  private func refusalFindings(
    _ status: Int,
    _ documented: [ResponsePromise],
    acceptedAt level: Level?,
    _ exchange: Exchange,
    _ scope: Scope,
    _ judged: inout Judged
  ) -> [Finding] {
    if (200..<300).contains(status) {
      guard let level else {
        judged.vacate(probe.promise, .answer, for: "the backend took it, and the documents do not say that it must not")
        return []
      }
      judged.note(probe.promise, .answer)
      return statusFinding(exchange, level)
    }
    judged.note(probe.promise, .answer)
    if status >= 500 { return statusFinding(exchange, probe.level) }
    guard documented.contains(where: { $0.status.matches(status) }) else { return [] }
    return judge.findings(for: exchange, in: scope, noting: &judged)
  }

  /// The judge of an answer that is what was expected.
  private var judge: ExchangeJudge {
    var operation = operation
    if let missing = probe.change.missingReference {
      // A rule that reads what was left out says nothing of this call.
      operation.invariants.removeAll { $0.expression.text.contains(missing) }
    }
    // Whoever calls a second time has the cookies already.
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
    Step(id: probe.name, operation: operation.name, responses: documented, promise: probe.promise)
  }

  private func statusFinding(_ exchange: Exchange, _ level: Level) -> [Finding] {
    guard let response = exchange.response else { return [] }
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
    case .anyAnswer, .end:
      promised = ["anything below 500"]
      if case .nothing = probe.change { isWrong = false }
    }
    let status = AnswerReason.Status(
      call: "\(exchange.request.method) \(operation.request.path)",
      isProbe: isWrong,
      isSecond: probe.isSecond,
      code: response.head.status,
      phrase: response.head.reason,
      promised: promised,
      target: nil,
      said: ExchangeJudge.explanation(in: exchange.json)
    )
    return [
      Finding(
        breaking: probe.promise,
        of: contract,
        level: level,
        rule: .status,
        place: Place(nil, .status),
        reason: .answer(.status(status)),
        excerpt: exchange.json.map { Excerpt.head(of: $0) } ?? Excerpt.head(ofText: response.body)
      )
    ]
  }

  /// The finding of an error that shows a stack trace, in any of the forms the common runtimes print.
  private func traceFinding(for exchange: Exchange) -> Finding? {
    guard let response = exchange.response, response.head.status >= 400 else { return nil }
    let text = String(decoding: response.body.prefix(65_536), as: UTF8.self).replacing("\\n", with: "\n")
    let lines = text.split(whereSeparator: \.isNewline)
    guard let line = lines.first(where: { Self.isOfTrace($0) }) else { return nil }
    let reason = AnswerReason.trace(status: response.head.status, line: String(line.prefix(200)))
    return Finding(
      breaking: probe.promise,
      of: contract,
      level: .should,
      rule: .trace,
      reason: .answer(reason),
      excerpt: Excerpt.head(ofText: response.body)
    )
  }

  private static func isOfTrace(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" }
    return text.contains("Traceback (most recent call last)") || text.contains("Exception in thread \"")
      || text.hasPrefix("goroutine ") && text.hasSuffix("]:") || text.contains("panicked at ")
      || text.hasPrefix("at ") && text.contains("(") && (text.contains(".java:") || text.contains(".js:"))
      || text.hasPrefix("at ") && text.contains(" in ") && text.contains(":line ")
      || text.hasPrefix("File \"") && text.contains(", line ") || text.hasPrefix("#0 ") && text.contains(".php(")
  }

  private func weighed(_ finding: Finding, _ level: Level) -> Finding {
    var finding = finding
    finding.level = level
    return finding
  }
}

extension ResponsePromise {
  /// What is promised of the answer to a request whose `Accept` names `type`, one of those that are documented: that it is
  /// of this type the documents suggest, for a server may leave the field aside (RFC 9110 section 12.5.1).
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
