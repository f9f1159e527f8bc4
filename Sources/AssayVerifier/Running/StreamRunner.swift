import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import AssaySecrets

/// The runner of a step whose response is a stream of events, each judged when it is received.
struct StreamRunner {
  let work: StepWork
  let promise: StreamPromise

  func run(_ outer: Scope) async -> StepOutcome {
    var judge: StreamJudge?
    var earlier: [StreamReply] = []
    do throws(Obstacle) {
      var judged = try await work.context.source.stream(work, promise, in: outer, seen: &judge) { exchange in
        if earlier.count < Self.mostEarlier {
          earlier.append(StreamReply(operation: work.operation.name, exchange: exchange))
        }
      }
      return concluded(judged.observation, &judged.judge, replies: earlier + judged.replies, outer)
    } catch {
      var ledger = judge?.ledger ?? work.context.ledger
      ledger.judge(earlier, of: work, in: outer)
      return work.outcome(error, after: ledger)
    }
  }

  /// The number of answers that are judged after which the stream was requested again.
  private static let mostEarlier = 32

  private func concluded(
    _ stream: StreamObservation,
    _ judge: inout StreamJudge,
    replies: [StreamReply],
    _ outer: Scope
  ) -> StepOutcome {
    let context = work.context
    let exchange = stream.exchange.reading(work)
    // A run that is recorded keeps more events; what later steps see must not hang on that.
    let events = work.keeping.beginning(of: stream.events).prefix { $0.index <= judge.final?.index ?? .max }
    var record = StepRecord()
    record.exchanges = [exchange]
    record.events = Array(events)
    record.droppedEvents = min(stream.events.count + stream.droppedEvents, judge.final?.index ?? .max) - events.count
    var scope = outer
    scope.exchange = exchange
    scope.events = judge.memory.events
    scope.droppedEvents = judge.memory.dropped
    record.outputs = work.step.captured(in: scope)
    record.outputGaps = work.step.outputGaps(in: scope, beside: record.outputs)
    scope.steps[work.step.id] = record
    if stream.head?.isStream(as: promise.format) ?? isLate(stream) {
      let end = StreamEnd(end: stream.end, notices: stream.notices, allowance: stream.allowance)
      _ = judge.finish(end, needed: work.step.expects.finalEvents, of: work.step.promise)
      let answer = ExchangeJudge(contract: context.contract, operation: work.operation, step: work.step)
      answer.judgeStream(exchange, in: scope, isWhole: judge.isWhole, writing: &judge.ledger)
      judge.ledger.closeFirst()
    } else {
      judgeOther(exchange, outer, writing: &judge.ledger)
    }
    judge.ledger.judge(replies, of: work, in: scope)
    if let further = context.source.further(than: 1, of: work) { judge.ledger.leaveOut(further) }
    let findings = judge.ledger.findings
    var result = work.result()
    result.duration = stream.end.timings.total
    if !findings.isEmpty {
      let shown = context.vault.hide(stream.cut)
      result.transcript = Transcript.of(shown)
      result.command = CurlCommand.text(shown.value.request, isStream: true, files: work.files)
      result.illustrations = [StreamIllustrator.timeline(of: stream, findings)].compactMap { $0 }
    }
    return StepOutcome(verdict: CheckVerdict(result: result, ledger: judge.ledger), record: record)
  }

  /// Returns true if no response was received within a time that is promised for events: then that promise is broken.
  private func isLate(_ stream: StreamObservation) -> Bool {
    let limit: TimeLimit? =
      switch stream.end.reason {
      case .firstByteTimeout: promise.first
      case .totalTimeout: promise.within
      default: nil
      }
    return limit.map { !$0.isMild && $0.duration <= stream.end.timings.total } ?? false
  }

  /// Judges a response that is not an event stream: its own faults and, unless it has a different media type that the
  /// request accepts, the fact that it is not a stream.
  private func judgeOther(_ exchange: Exchange, _ outer: Scope, writing ledger: inout CheckLedger) {
    var scope = outer
    scope.exchange = exchange
    let judge = ExchangeJudge(contract: work.context.contract, operation: work.operation, step: work.step)
    judge.judge(exchange, in: scope, writing: &ledger)
    if judge.isAlternative(exchange) {
      if !work.step.expects.finalEvents.isEmpty {
        ledger.block(work.step.promise, .ending, because: "the response was not a stream")
      }
      return ledger.close()
    }
    let type = exchange.response?.head.headers["Content-Type"]
    let status = exchange.response?.head.status ?? 0
    let isWebSocket = promise.format == .webSocket
    let cause = ledger.breach { $0.rule.family == .transport || $0.rule.family == .response && !$0.isOfOnePart }
    ledger.write(
      BrokenFate(
        promise.promise,
        of: work.context.contract,
        rule: isWebSocket ? .streamHandshake : .contentType,
        place: isWebSocket ? .answer : Place(nil, .header("Content-Type")),
        reason: .answer(isWebSocket ? .noWebSocket(status: status) : .noEventStream(actual: type))
      )
      .breaking([judge.typeSite(ofStatus: status)]),
      because: cause
    )
    let first = ledger.atHand.first
    ledger.stop(because: first.map { BlockReason($0) } ?? "the answer is not an event stream")
    ledger.close()
  }
}

extension CheckLedger {
  /// Judges the calls by which a client answered the stream of `work`, and the answers after which a call was made
  /// again, each by what its operation promises.
  fileprivate mutating func judge(_ replies: [StreamReply], of work: StepWork, in scope: Scope) {
    let contract = work.context.contract
    for reply in replies {
      guard let operation = contract.operation(named: reply.operation) else { continue }
      let judge = ExchangeJudge(contract: contract, operation: operation)
      work.context.routes.note(reply.exchange, of: operation.name)
      if reply.exchange.end.askedAgain != nil {
        judge.judgeEarlier(reply.exchange, in: scope, writing: &self)
        continue
      }
      judge.judge(reply.exchange, in: scope, writing: &self)
      assign(to: operation.name)
      close()
    }
  }
}

extension Finding {
  /// True if the finding is about a header field, the time or a repeated key, and not about the response as a whole.
  fileprivate var isOfOnePart: Bool { rule == .header || rule == .time || rule == .duplicateKey }
}

extension ArraySlice<ObservedEvent> {
  /// The data of the events, by event name.
  var byName: [ExactText: [JSONValue]] {
    var events: [ExactText: [JSONValue]] = [:]
    for event in self { events[ExactText(event.name), default: []].append(event.value) }
    return events
  }
}
