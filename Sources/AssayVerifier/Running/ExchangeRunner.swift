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
    let isOne = step.repetition == nil && step.iteration == nil && step.pagination == nil
    var log = AnswerLog(work, in: outer, isOneOfMany: !isOne)
    // Why the calls went on no further, where they did not come to their end.
    var unended = ""
    // What was not asked for, though it is there.
    var unasked = ""
    let items: [JSONValue]?
    switch step.iteration?.list(in: outer) {
    case nil: items = nil
    case .success(let list)?:
      items = Array(list.prefix(Iteration.limit))
      if list.count > Iteration.limit {
        unasked = "\(Iteration.limit) of \(list.count.counted("item")) were called, and `forEach` calls no more"
      }
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
        log.scope.item = page
      }
      if let items { log.scope.begin(items[turn - 1], number: turn, as: step.iteration?.name) }
      let exchange: Exchange
      do throws(Obstacle) {
        exchange = try await context.source.exchange(work, turn: turn, in: log.scope)
      } catch .skipped(let reason) where turn > 1 {
        unended = reason
        break
      } catch {
        return work.outcome(error)
      }
      log.scope.previous = turn > 1 ? log.scope.exchange?.json : nil
      let findings = await log.take(exchange, turn: turn, of: work.step)
      if items != nil, !Task.isCancelled { continue }
      if let pagination = step.pagination {
        // A broken page leads nowhere.
        log.scope.steps[step.id]?.cutShort = findings.first { $0.level == .must }?.message
        if log.scope.steps[step.id]?.cutShort != nil || Task.isCancelled { break }
        log.judged.note(pagination.promise)
        guard let next = pagination.following(in: log.scope, number: turn) else { break }
        if pages.contains(next) {
          log.collector.add(work.circle(pagination, next, after: turn))
          break
        }
        if turn == pagination.atMost {
          let came = turn.counted("page")
          unasked = "\(came) came, there are more, and `atMost` asks for none of them"
        }
        pages.append(next)
        continue
      }
      guard let repetition = step.repetition else { break }
      let until = repetition.until.evaluate(in: log.scope)
      if case .value(let value) = until, value.bool == true {
        log.judged.note(repetition.promise)
        unended = ""
        break
      }
      unended = repetition.until.unmet(until, after: turn)
      // An answer that broke a must is no ground to go on from: the next call would fail for it, and be blamed.
      log.scope.steps[step.id]?.cutShort = findings.first { $0.level == .must }?.message
      if log.scope.steps[step.id]?.cutShort != nil || Task.isCancelled { break }
      if case .value(let value) = until, value.bool == false { continue }
      break
    }
    if let again = step.again, let first = log.scope.exchange, !log.isBroken {
      do throws(Obstacle) {
        let second = try await context.source.exchange(work, turn: 2, in: log.scope)
        log.elapsed += second.end.timings.total
        log.judged.note(again.promise)
        if let finding = AgainJudge.finding(again, first: first, second: second, of: context.contract) {
          log.collector.add(finding)
          log.scope.exchange = second
        }
      } catch {
        return work.outcome(error)
      }
    }
    if items != nil || step.pagination != nil, !unended.isEmpty {
      log.judged.stop(unended)
      log.scope.steps[step.id]?.cutShort = unended
    } else if !unasked.isEmpty {
      log.scope.steps[step.id]?.cutShort = unasked
    }
    if let repetition = step.repetition, !unended.isEmpty, !Task.isCancelled {
      log.judged.stop(log.collector.findings.first { $0.level == .must }?.message ?? unended)
      // An answer that is broken itself tells why the calls came to no end.
      if !log.isBroken {
        log.collector.add(work.unended(repetition, unended, after: log.scope.steps[step.id]?.count ?? 0))
      }
    }
    var outcome = log.outcome(showing: log.scope.exchange)
    outcome.verdict.result.reason = unasked
    if step.repetition != nil, !unended.isEmpty { outcome.deadEnd = "`\(work.check.id)` did not come to its end" }
    return outcome
  }
}

extension Iteration {
  /// The items, those past the limit among them.
  func list(in scope: Scope) -> Result<[JSONValue], MissingInput> {
    switch items.evaluate(in: scope) {
    case .value(let value) where value.kind == .array: .success(Array(value.items))
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
