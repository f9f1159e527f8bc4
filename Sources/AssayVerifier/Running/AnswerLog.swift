import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

/// The answers of one step that is answered at once, each judged as it came: what is wrong with them, and what they brought.
struct AnswerLog {
  let work: StepWork
  private let judge: ExchangeJudge
  private let keepsAll: Bool
  private let keepsBodies: Bool
  /// Whether the step is several calls, so that a finding says which of them it is about.
  private let isOneOfMany: Bool
  /// What the step sees, its own record with what has come so far among it.
  var scope: Scope
  var collector = FindingCollector()
  var judged: Judged
  /// The time of all calls together.
  var elapsed = Duration.zero

  init(_ work: StepWork, in outer: Scope, isOneOfMany: Bool) {
    self.work = work
    self.isOneOfMany = isOneOfMany
    judge = ExchangeJudge(contract: work.context.contract, operation: work.operation, step: work.step)
    keepsAll = work.context.contract.stepsReadWhole.contains(work.step.id)
    keepsBodies = work.context.contract.stepsReadClosely.contains(work.step.id)
    scope = outer
    judged = work.context.judged
  }

  var isBroken: Bool { collector.findings.contains { $0.level == .must } }

  /// Takes the answer number `turn`, from 1, to a request made from `step`; gives what is wrong with it.
  mutating func take(_ exchange: Exchange, turn: Int, of step: Step) async -> [Finding] {
    elapsed += exchange.end.timings.total
    scope.exchange = exchange
    let findings = await work.context.source.aside(exchange.size) {
      judge.findings(for: exchange, in: scope, noting: &judged)
    }
    for finding in findings { collector.add(isOneOfMany ? finding.placed(at: .answer(turn)) : finding) }
    let outputs = step.captured(in: scope, distrusting: findings)
    // What this answer did not bring, the one before does not bring for it.
    for output in step.outputs { scope.last[output.name] = outputs[output.name] }
    // In its place in the scope: a copy beside it would be copied whole with every answer.
    scope.steps[step.id, default: StepRecord()].add(exchange, outputs, keepsAll: keepsAll, keepsBodies)
    let gaps = step.outputGaps(in: scope, beside: outputs)
    scope.steps[step.id]?.outputGaps = gaps
    return findings
  }

  /// What came of the step, whose finding is best seen in the answer `shown`.
  func outcome(showing shown: Exchange?) -> StepOutcome {
    var result = work.result()
    result.duration = elapsed
    if !collector.isEmpty, let shown {
      let hidden = work.context.vault.hide(shown.cut(to: Transcript.mostRead))
      result.transcript = Transcript.of(hidden, whole: shown.size)
      result.command = CurlCommand.text(hidden.request)
      result.illustrations = SortedIllustrator.bars(of: shown.json, collector.findings)
    }
    let verdict = CheckVerdict(result: result, findings: collector.findings, judged: judged)
    return StepOutcome(verdict: verdict, record: scope.steps[work.step.id] ?? StepRecord())
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
  /// Takes one more answer in, in place of the one before where nothing reads them all.
  fileprivate mutating func add(
    _ exchange: Exchange,
    _ outputs: [String: JSONValue],
    keepsAll: Bool,
    _ keepsBodies: Bool
  ) {
    if keepsAll, !keepsBodies {
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
