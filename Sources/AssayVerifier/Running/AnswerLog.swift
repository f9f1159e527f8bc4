import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import AssaySecrets

/// The calls of one step that is answered at once: those made, each judged as it was answered, and the one that was not made.
struct AnswerLog {
  let work: StepWork
  private let judge: ExchangeJudge
  private let keepsAll: Bool
  private let keepsBodies: Bool
  /// The memory that the answers so far were given, and true if there was none left for another.
  private(set) var memory = 0
  private var isFull = false
  /// True if the step is several calls, so that a finding says which of them it is about.
  private let isOneOfMany: Bool
  /// The scope of the step, which includes its own record of what was received so far.
  var scope: Scope
  /// The fates of the step's promises.
  var ledger: CheckLedger
  /// The time of all calls together.
  var elapsed = Duration.zero
  /// The answer that shows best what is wrong; the last one where it is `nil`.
  var shown: Exchange?
  /// The number of calls that were made, or tried.
  private(set) var calls = 0
  /// The part that was not requested though it is available, because the step has a limit; empty without one.
  var unasked = ""
  /// The answers after which a call was made again, as a sentence; empty without any.
  private var retries = ""
  /// The reason why steps after this one cannot be made, if the loop did not reach its end.
  var deadEnd: String?

  init(_ work: StepWork, in outer: Scope) {
    self.work = work
    isOneOfMany = work.step.loop.isSeveral
    judge = ExchangeJudge(contract: work.context.contract, operation: work.operation, step: work.step)
    keepsAll = work.context.contract.reads.whole.contains(work.step.id)
    keepsBodies = work.context.contract.reads.closely.contains(work.step.id)
    scope = outer
    ledger = work.context.ledger
  }

  var isBroken: Bool { ledger.gravest == .must }

  /// Makes call number `turn`, from 1, of the step of `work`, and judges its answer; returns the findings.
  ///
  /// A call of several that cannot be made is left out, `name` saying what it would have been, and the result is `nil`.
  mutating func call(_ work: StepWork, turn: Int, as name: String) async throws(Obstacle) -> [Finding]? {
    if isFull {
      leaveOut(UnmadeCall("\(name) \(turn)", because: AnswerMemory.lack))
      stop("\(name) \(turn) was not requested: \(AnswerMemory.lack)")
      return nil
    }
    let exchange: Exchange
    do throws(Obstacle) {
      exchange = try await answer(to: work)
    } catch .skipped(let reason) where turn > 1 || name == "item" {
      leaveOut(UnmadeCall("\(name) \(turn)", because: reason))
      stop("\(name) \(turn) was not requested: \(reason)")
      return nil
    }
    scope.previous = turn > 1 ? scope.exchange?.json : nil
    return await take(exchange, turn: turn, of: work.step)
  }

  /// Makes the call of `work`, again after each answer its `retry` covers; returns the answer that counts.
  ///
  /// The answers before that one are judged by what the operation says of their status.
  private mutating func answer(to work: StepWork) async throws(Obstacle) -> Exchange {
    var work = work
    var statuses: [String] = []
    while true {
      calls += 1
      let exchange = try await work.context.source.exchange(work, turn: calls, in: scope)
      guard let retry = work.retry, statuses.count < retry.atMost, exchange.end.reason == .complete,
        let head = exchange.response?.head, retry.covers(head.status)
      else { return exchange }
      work.refused = exchange
      statuses.append("\(head.status)")
      retries = "called again after \(statuses.joined(separator: ", ")), as `retry` allows"
      elapsed += exchange.end.timings.total
      judge.judgeDocumentedError(exchange, writing: &ledger)
      if !ledger.atHand.isEmpty { shown = exchange }
      ledger.close()
    }
  }

  /// Returns true if a next call may be made from the last answer, which has `findings`; if all answers are read, keeps
  /// the reason.
  mutating func leadsOn(despite findings: [Finding]) -> Bool {
    let fault = findings.first { $0.level == .must }
    scope.steps[work.step.id]?.cutShort = fault.map { BlockReason($0) }
    return fault == nil && !Task.isCancelled
  }

  /// Notes why the calls ended before their end.
  mutating func stop(_ reason: BlockReason) {
    ledger.stop(because: reason)
    scope.steps[work.step.id, default: StepRecord()].cutShort = reason
  }

  /// Notes that a call the step owes was not made.
  mutating func leaveOut(_ call: UnmadeCall) { ledger.leaveOut(call) }

  /// Judges the answer to the step's call made once more: by all that is promised of an answer, and by the first one.
  mutating func judge(_ again: Again, first: Exchange, second: Exchange) async {
    calls = 2
    elapsed += second.end.timings.total
    ledger.moment = .answer(2)
    await work.context.source.aside(second.size) { judge.judge(second, in: scope, writing: &ledger) }
    ledger.keep(again.promise)
    if !ledger.atHand.isEmpty { shown = second }
    if let fate = AgainJudge.fate(again, first: first, second: second, of: work.context.contract) {
      shown = second
      // The first answer broke no `must`: one that the second breaks is the difference.
      ledger.write(fate, because: ledger.breach { $0.level == .must })
    }
    ledger.close()
  }

  /// Judges the answer number `turn`, from 1, to a request made from `step`; returns what is wrong with it.
  mutating func take(_ exchange: Exchange, turn: Int, of step: Step) async -> [Finding] {
    calls = max(calls, turn)
    elapsed += exchange.end.timings.total
    scope.exchange = exchange
    if isOneOfMany { ledger.moment = .answer(turn) }
    await work.context.source.aside(exchange.size) { judge.judge(exchange, in: scope, writing: &ledger) }
    let findings = ledger.atHand
    ledger.close()
    let outputs = step.captured(in: scope, distrusting: findings)
    // What this answer did not bring, the one before does not bring for it.
    for output in step.expects.outputs { scope.last[output.name] = outputs[output.name] }
    if keepsAll {
      let size = (keepsBodies ? exchange.memory : 0) + StepRecord.memory(of: outputs)
      if work.context.memory.take(size) { memory += size } else { isFull = true }
    }
    // In place in the scope: a second copy would be copied whole with every answer.
    scope.steps[step.id, default: StepRecord()].add(exchange, outputs, keepsAll: keepsAll, keepsBodies, isFull: isFull)
    let gaps = step.outputGaps(in: scope, beside: outputs)
    scope.steps[step.id]?.outputGaps = gaps
    return findings
  }

  /// The outcome of a step that could not be made to its end: what was broken before stays so.
  func outcome(after obstacle: Obstacle) -> StepOutcome {
    work.outcome(obstacle, after: ledger, shown: outcome().verdict.result)
  }

  /// The outcome of the step.
  func outcome() -> StepOutcome {
    var result = work.result(reason: unasked.isEmpty ? retries : unasked)
    result.duration = elapsed
    let findings = ledger.findings
    if !findings.isEmpty, let shown = shown ?? scope.exchange {
      let hidden = work.context.vault.hide(shown.cut(to: Transcript.mostRead))
      result.transcript = Transcript.of(hidden, whole: shown.size)
      result.command = CurlCommand.text(hidden.value.request, files: work.files)
      result.illustrations = SortedIllustrator.bars(of: shown.json, findings)
    }
    let verdict = CheckVerdict(result: result, ledger: ledger)
    var record = scope.steps[work.step.id] ?? StepRecord()
    if !unasked.isEmpty, record.cutShort == nil { record.cutShort = BlockReason(unasked) }
    return StepOutcome(verdict: verdict, record: record, deadEnd: deadEnd)
  }
}

extension Exchange {
  /// A success without what it says: the time and the status.
  fileprivate var bare: Exchange {
    guard let response, StatusPattern.isSuccess(response.head.status) else { return self }
    let head = HTTPResponseHead(status: response.head.status)
    return Exchange(
      request: HTTPRequest(method: request.method, url: ""),
      response: HTTPResponse(head: head, body: []),
      end: TransferEnd(end.reason, timings: end.timings)
    )
  }
}

extension StepRecord {
  /// Takes one more answer in, in place of the one before where nothing reads them all, or no memory is left for them.
  fileprivate mutating func add(
    _ exchange: Exchange,
    _ outputs: [String: JSONValue],
    keepsAll: Bool,
    _ keepsBodies: Bool,
    isFull: Bool
  ) {
    if isFull {
      droppedExchanges += exchanges.popLast() == nil ? 0 : 1
      _ = allOutputs.popLast()
    } else if keepsAll, !keepsBodies {
      // Of a hundred thousand answers whose times are read nothing else needs to be there.
      if let last = exchanges.indices.last { exchanges[last] = exchanges[last].bare }
    } else if !keepsAll {
      exchanges.removeAll(keepingCapacity: true)
      allOutputs.removeAll(keepingCapacity: true)
    }
    exchanges.append(exchange)
    allOutputs.append(outputs)
    self.outputs = outputs
    count += 1
  }
}
