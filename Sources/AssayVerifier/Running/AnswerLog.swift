import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import AssaySecrets

/// The record of one step's calls, for a step without a stream or poll: the calls made, each judged when its response
/// is received, and those not made.
struct AnswerLog {
  let work: StepWork
  private let judge: ExchangeJudge
  /// The part of the step's earlier answers that later steps and rules read.
  private let kept: KeptAnswers
  /// The memory that the answers so far were given, and true if there was none left for another.
  private(set) var memory = 0
  private var isFull = false
  /// True if the step makes several calls, so that a finding names the call it is about.
  private let isOneOfMany: Bool
  /// The values that the step's requests and rules read, including its own responses so far.
  var scope: Scope
  /// The record of the promises that the step's responses kept and broke.
  var ledger: CheckLedger
  /// The time of all calls together.
  var elapsed = Duration.zero
  /// The exchange to show in reports; if `nil`, the last one.
  var shown: Exchange?
  /// The number of calls made so far, including one that failed.
  private(set) var calls = 0
  /// A sentence on the items or pages that were not requested because of the step's limit; empty if none exists.
  var unasked = ""
  /// The answers after which a call was made again, as a sentence; empty without any.
  private var retries: String {
    let (shown, more) = (retried.prefix(10).joined(separator: ", "), retried.count - 10)
    let reason = work.retry == nil ? "" : ", as `retry` allows"
    return retried.isEmpty ? "" : "called again after \(shown)\(more > 0 ? " and \(more) more" : "")\(reason)"
  }
  /// The statuses of those answers, in the order of the calls.
  private var retried: [String] = []
  /// The reason why later steps that depend on this one cannot be made: its loop did not reach its end. `nil` if it
  /// did.
  var deadEnd: String?

  init(_ work: StepWork, in outer: Scope) {
    self.work = work
    isOneOfMany = work.step.loop.isSeveral
    judge = ExchangeJudge(contract: work.context.contract, operation: work.operation, step: work.step)
    kept = KeptAnswers(of: work.step, in: work.context.contract)
    scope = outer
    ledger = work.context.ledger
  }

  var isBroken: Bool { ledger.gravest == .must }

  /// Makes call number `turn`, from 1, of the step, and judges its response; returns the findings.
  ///
  /// If one of several calls cannot be made, records it as not made, under `name` and its number, and returns `nil`.
  mutating func call(_ work: StepWork, turn: Int, as name: String) async throws(Obstacle) -> [Finding]? {
    if isFull {
      leaveOut(UnmadeCall("\(name) \(turn)", because: AnswerMemory.lack))
      stop("\(name) \(turn) was not requested: \(AnswerMemory.lack)")
      return nil
    }
    let exchange: Exchange
    do throws(Obstacle) {
      exchange = try await answer(to: work, turn: turn)
    } catch .skipped(let reason) where turn > 1 || name == "item" {
      leaveOut(UnmadeCall("\(name) \(turn)", because: reason))
      stop("\(name) \(turn) was not requested: \(reason)")
      return nil
    }
    scope.previous = turn > 1 ? scope.exchange?.json : nil
    return await take(exchange, turn: turn, of: work.step)
  }

  /// Makes call number `turn`, from 1, of the step, again after each answer its `retry` covers; returns the answer that
  /// counts. The answers before it are judged, too.
  private mutating func answer(to work: StepWork, turn: Int) async throws(Obstacle) -> Exchange {
    var work = work
    while true {
      calls += 1
      let exchange = try await exchange(work, turn: turn, asCall: calls)
      guard let retry = work.retry, work.refusals < retry.atMost, exchange.end.reason == .complete,
        let head = exchange.response?.head, retry.covers(head.status)
      else { return exchange }
      work.refused = exchange
      work.refusals += 1
      pass(exchange, turn: turn)
    }
  }

  /// Makes call number `call` to the source, for number `turn` of the step; judges the answers after which the source
  /// made it again.
  mutating func exchange(_ work: StepWork, turn: Int, asCall call: Int) async throws(Obstacle) -> Exchange {
    try await work.context.source.exchange(work, turn: call, in: scope) { pass($0, turn: turn) }
  }

  /// Judges an answer to call number `turn` after which the call was made again.
  mutating func pass(_ exchange: Exchange, turn: Int) {
    elapsed += exchange.end.timings.total
    work.context.routes.note(exchange, of: work.operation.name)
    if exchange.end.askedAgain != .late, let head = exchange.response?.head { retried.append("\(head.status)") }
    if isOneOfMany { ledger.moment = .answer(turn) }
    if judge.judgeEarlier(exchange, in: scope, writing: &ledger) { shown = exchange }
  }

  /// Returns true if the loop may make its next call: none of `findings`, those about the last response, is a `must`,
  /// and the run was not cancelled. Otherwise keeps the reason for steps that read all responses.
  mutating func leadsOn(despite findings: [Finding]) -> Bool {
    let fault = findings.first { $0.level == .must }
    scope.steps[work.step.id]?.cutShort = fault.map { BlockReason($0) }
    return fault == nil && !Task.isCancelled
  }

  /// Records the reason why the calls ended early.
  mutating func stop(_ reason: BlockReason) {
    ledger.stop(because: reason)
    scope.steps[work.step.id, default: StepRecord()].cutShort = reason
  }

  /// Records a required call that was not made, so that `promise` could not be judged; without one, the promise that each
  /// call is answered as documented.
  mutating func leaveOut(_ call: UnmadeCall, leaving promise: Promise? = nil) {
    ledger.leaveOut(call)
    let reason = BlockReason("\(call.name) was not requested: \(call.reason)")
    if let promise { return ledger.block(promise, because: reason) }
    ledger.block(judge.answerPromise, .answer, because: reason)
  }

  /// Judges the second response to a call that was made twice: by all promises about the response, and by comparison
  /// with the first.
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

  /// Judges the response to call number `turn`, from 1; returns the findings.
  mutating func take(_ exchange: Exchange, turn: Int, of step: Step) async -> [Finding] {
    calls = max(calls, turn)
    elapsed += exchange.end.timings.total
    scope.exchange = exchange
    if isOneOfMany {
      ledger.moment = .answer(turn)
      work.context.routes.note(exchange, of: work.operation.name)
    }
    await work.context.source.aside(exchange.size) { judge.judge(exchange, in: scope, writing: &ledger) }
    let findings = ledger.atHand
    ledger.close()
    let outputs = step.captured(in: scope, distrusting: findings)
    // What this answer did not bring, the one before does not bring for it.
    for output in step.expects.outputs { scope.last[output.name] = outputs[output.name] }
    if kept != .last {
      let size = (kept == .all ? exchange.memory : 0) + StepRecord.memory(of: outputs)
      if work.context.memory.take(size) { memory += size } else { isFull = true }
    }
    // In place in the scope: a second copy would be copied whole with every answer.
    scope.steps[step.id, default: StepRecord()].add(exchange, outputs, keeping: kept, isFull: isFull)
    let gaps = step.outputGaps(in: scope, beside: outputs)
    scope.steps[step.id]?.outputGaps = gaps
    return findings
  }

  /// Returns the outcome of the step after `obstacle` kept it from being completed; promises broken so far stay broken.
  func outcome(after obstacle: Obstacle) -> StepOutcome {
    work.outcome(obstacle, after: ledger, shown: outcome().verdict.result)
  }

  /// Returns the outcome of the step: its verdict, and the values that later steps read.
  func outcome() -> StepOutcome {
    var result = work.result(reason: [unasked, retries].filter { !$0.isEmpty }.joined(separator: "; "))
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

/// The part of a step's earlier answers that later steps and rules read.
private enum KeptAnswers {
  /// Only the last answer.
  case last
  /// Of successful answers before the last, only their status and times.
  case outlines
  /// All answers as received.
  case all

  init(of step: Step, in contract: Contract) {
    guard contract.reads.whole.contains(step.id) else { self = .last; return }
    self = contract.reads.closely.contains(step.id) ? .all : .outlines
  }
}

extension Exchange {
  /// The exchange without headers and body if it was successful; otherwise unchanged.
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
    keeping kept: KeptAnswers,
    isFull: Bool
  ) {
    if isFull {
      droppedExchanges += exchanges.popLast() == nil ? 0 : 1
      _ = allOutputs.popLast()
    } else if kept == .outlines {
      // Of a hundred thousand answers whose times are read nothing else needs to be there.
      if let last = exchanges.indices.last { exchanges[last] = exchanges[last].bare }
    } else if kept == .last {
      exchanges.removeAll(keepingCapacity: true)
      allOutputs.removeAll(keepingCapacity: true)
    }
    exchanges.append(exchange)
    allOutputs.append(outputs)
    self.outputs = outputs
    count += 1
  }
}
