import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import AssayText

/// Runs a step that is answered at once, as often as it is to be repeated.
struct ExchangeRunner {
  let work: StepWork

  func run(_ outer: Scope) async -> StepOutcome {
    let step = work.step
    let context = work.context
    let judge = ExchangeJudge(contract: context.contract, operation: work.operation, step: step)
    var scope = outer
    var collector = FindingCollector()
    var judged = context.judged
    let keepsAll = context.contract.stepsReadWhole.contains(step.id)
    var elapsed = Duration.zero
    // Why the calls went on no further, where they did not come to their end.
    var unended = ""
    let items: [JSONValue]?
    switch step.iteration?.list(in: outer) {
    case nil: items = nil
    case .success(let list)?:
      items = list
      // Nothing to be called is nothing wrong.
      if list.isEmpty { return StepOutcome(verdict: CheckVerdict(result: work.result())) }
    case .failure(let input)?:
      return work.outcome(.skipped("its input \(input.expression) is missing: \(input.reason)"))
    }
    // What each page was asked for by.
    var pages: [JSONValue] = []
    for turn in 1...max(1, items?.count ?? step.pagination?.atMost ?? step.repetition?.atMost ?? 1) {
      var work = work
      if let pagination = step.pagination, let page = pages.last {
        work.step = pagination.asking(step)
        scope.item = page
      }
      if let items { scope.begin(items[turn - 1], number: turn, as: step.iteration?.name) }
      let exchange: Exchange
      do throws(Obstacle) {
        exchange = try await context.source.exchange(work, turn: turn, in: scope)
      } catch .skipped(let reason) where turn > 1 {
        unended = reason
        break
      } catch {
        return work.outcome(error)
      }
      elapsed += exchange.end.timings.total
      scope.previous = turn > 1 ? scope.exchange?.json : nil
      scope.exchange = exchange
      let findings = await context.source.aside(exchange.size) {
        judge.findings(for: exchange, in: scope, noting: &judged)
      }
      let isOne = step.repetition == nil && items == nil && step.pagination == nil
      for finding in findings { collector.add(isOne ? finding : finding.placed(at: .answer(turn))) }
      let outputs = work.step.captured(in: scope, distrusting: findings)
      // What this answer did not bring, the one before does not bring for it.
      for output in step.outputs { scope.last[output.name] = outputs[output.name] }
      // In its place in the scope: a copy beside it would be copied whole with every answer.
      scope.steps[step.id, default: StepRecord()].add(exchange, outputs, keepsAll: keepsAll)
      let gaps = step.outputGaps(in: scope, beside: outputs)
      scope.steps[step.id]?.outputGaps = gaps
      if items != nil, !Task.isCancelled { continue }
      if let pagination = step.pagination {
        // A broken page leads nowhere.
        scope.steps[step.id]?.cutShort = findings.first { $0.level == .must }?.message
        if scope.steps[step.id]?.cutShort != nil || Task.isCancelled { break }
        judged.note(pagination.promise)
        guard let next = pagination.following(in: scope, number: turn) else { break }
        if pages.contains(next) {
          collector.add(work.circle(pagination, next, after: turn))
          break
        }
        if turn == pagination.atMost {
          let came = turn.counted("page")
          scope.steps[step.id]?.cutShort = "\(came) came, there are more, and `atMost` asks for none of them"
        }
        pages.append(next)
        continue
      }
      guard let repetition = step.repetition else { break }
      let until = repetition.until.evaluate(in: scope)
      if case .value(let value) = until, value.bool == true {
        judged.note(repetition.promise)
        unended = ""
        break
      }
      unended = repetition.until.unmet(until, after: turn)
      // An answer that broke a must is no ground to go on from: the next call would fail for it, and be blamed.
      scope.steps[step.id]?.cutShort = findings.first { $0.level == .must }?.message
      if scope.steps[step.id]?.cutShort != nil || Task.isCancelled { break }
      if case .value(let value) = until, value.bool == false { continue }
      break
    }
    if let again = step.again, let first = scope.exchange, !collector.findings.contains(where: { $0.level == .must }) {
      do throws(Obstacle) {
        let second = try await context.source.exchange(work, turn: 2, in: scope)
        elapsed += second.end.timings.total
        judged.note(again.promise)
        if let finding = AgainJudge.finding(again, first: first, second: second, of: context.contract) {
          collector.add(finding)
          scope.exchange = second
        }
      } catch {
        return work.outcome(error)
      }
    }
    if items != nil, !unended.isEmpty { judged.stop(unended) }
    if let repetition = step.repetition, !unended.isEmpty, !Task.isCancelled {
      judged.stop(collector.findings.first { $0.level == .must }?.message ?? unended)
      // An answer that is broken itself tells why the calls came to no end.
      if !collector.findings.contains(where: { $0.level == .must }) {
        collector.add(work.unended(repetition, unended, after: scope.steps[step.id]?.count ?? 0))
      }
    }
    var result = work.result()
    result.duration = elapsed
    if !collector.isEmpty, let last = scope.exchange {
      let shown = context.vault.hide(last.cut(to: Transcript.mostRead))
      result.transcript = Transcript.of(shown, whole: last.size)
      result.command = CurlCommand.text(shown.request)
      result.illustrations = SortedIllustrator.bars(of: last.json, collector.findings)
    }
    let verdict = CheckVerdict(result: result, findings: collector.findings, judged: judged)
    var outcome = StepOutcome(verdict: verdict, record: scope.steps[step.id] ?? StepRecord())
    if step.repetition != nil, !unended.isEmpty { outcome.deadEnd = "`\(work.check.id)` did not come to its end" }
    return outcome
  }
}

extension Iteration {
  /// The items, as far as they are looked at.
  func list(in scope: Scope) -> Result<[JSONValue], MissingInput> {
    switch items.evaluate(in: scope) {
    case .value(let value) where value.kind == .array: .success(Array(value.items.prefix(Self.limit)))
    case .value(let value): .failure(MissingInput(expression: items.text, reason: "it is \(value.brief), and no list"))
    case .missing(let operand, _): .failure(MissingInput(expression: operand, reason: "there is no such value"))
    case .mistyped(let operand, let expected, let actual, _):
      .failure(MissingInput(expression: operand, reason: "it is \(actual), not \(expected)"))
    case .outOfReach(let operand, let reason): .failure(MissingInput(expression: operand, reason: reason))
    }
  }
}

extension Scope {
  /// Puts the item a step is made for where its request reads it.
  mutating func begin(_ item: JSONValue, number: Int, as name: String?) {
    self.item = item
    index = number - 1
    if let name { variables[name] = item }
  }
}

extension StepRecord {
  /// Takes one more answer in, in place of the one before where nothing reads them all.
  fileprivate mutating func add(_ exchange: Exchange, _ outputs: [String: JSONValue], keepsAll: Bool) {
    if !keepsAll {
      exchanges.removeAll(keepingCapacity: true)
      allOutputs.removeAll(keepingCapacity: true)
    }
    exchanges.append(exchange)
    allOutputs.append(outputs)
    self.outputs = outputs
    count += 1
  }
}

extension Expression {
  /// Why the calls of a repeated step go on, in a clause, where `evaluation` is what the rule that ends them came to.
  fileprivate func unmet(_ evaluation: Evaluation, after turn: Int) -> String {
    switch evaluation {
    case .value(let value) where value.bool == false: "`\(text)` is still not true after \(turn.counted("call"))"
    case .value(let value): "`\(text)` is \(value.brief), neither true nor false"
    case .missing(let operand, _): "\(operand) is missing"
    case .mistyped(let operand, let expected, let actual, _): "\(operand) is \(actual), not \(expected)"
    case .outOfReach(let operand, let reason): "\(operand) cannot be judged: \(reason)"
    }
  }
}

extension StepWork {
  /// The finding of a page that leads back to one before it: a client that does as documented goes round for ever.
  fileprivate func circle(_ pagination: Pagination, _ next: JSONValue, after count: Int) -> Finding {
    Finding(
      breaking: pagination.promise,
      of: context.contract,
      rule: .invariant,
      place: Place(.answer(count)),
      reason: .rule(
        RuleReason(
          expression: pagination.text,
          meaning: "each page leads to one that was not there yet",
          facts: ["page \(count) leads to \(next.brief), which was asked for already"]
        )
      )
    )
  }

  /// The finding of a repeated call that never came to its end: a client that does as documented is stuck there.
  fileprivate func unended(_ repetition: Repetition, _ reason: String, after count: Int) -> Finding {
    Finding(
      breaking: repetition.promise,
      of: context.contract,
      rule: .invariant,
      place: Place(.answer(count)),
      reason: .rule(
        RuleReason(
          expression: repetition.until.text,
          meaning: "the call is repeated until the documents say it is over",
          facts: [reason]
        )
      )
    )
  }
}
