import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import AssayText

/// The runner of a step without a stream or poll; it makes as many calls as the step's loop requires.
///
/// Each kind of loop is one function. It makes its calls through an ``AnswerLog``, which records the responses, the
/// calls that were not made, and why.
struct ExchangeRunner {
  let work: StepWork
  private var step: Step { work.step }

  init(work: StepWork) {
    self.work = work
  }

  func run(_ outer: Scope) async -> StepOutcome {
    var log = AnswerLog(work, in: outer)
    // The scenario takes what it keeps of them.
    defer { work.context.memory.giveBack(log.memory) }
    do throws(Obstacle) {
      switch step.loop {
      case .once: _ = try await log.call(work, turn: 1, as: "call")
      case .again(let again): try await callAgain(again, &log)
      case .forEach(let iteration): try await call(forEach: iteration, &log)
      case .paginate(let pagination): try await paginate(pagination, &log)
      case .repeat(let repetition): try await `repeat`(repetition, &log)
      case .load(let load): try await call(load, &log)
      }
    } catch {
      return log.outcome(after: error)
    }
    if !log.isBroken, let further = work.context.source.further(than: log.calls, of: work) { log.leaveOut(further) }
    return log.outcome()
  }

  private func callAgain(_ again: Again, _ log: inout AnswerLog) async throws(Obstacle) {
    _ = try await log.call(work, turn: 1, as: "call")
    if let fault = log.ledger.firstMust {
      let second = UnmadeCall("call 2", because: "\(fault.message), so that there is nothing to compare")
      return log.leaveOut(second, leaving: again.promise)
    }
    guard let first = log.scope.exchange else { return }
    let second = try await log.exchange(work, turn: 2, asCall: 2)
    await log.judge(again, first: first, second: second)
  }

  private func call(forEach iteration: Iteration, _ log: inout AnswerLog) async throws(Obstacle) {
    let items: [JSONValue]
    switch iteration.list(in: log.scope) {
    case .success(let list): items = list
    case .failure(let input): throw .skipped("its input \(input.expression) is missing: \(input.reason)")
    }
    if items.count > Iteration.limit {
      log.unasked = "\(Iteration.limit) of \(items.count.counted("item")) were called, and `forEach` calls no more"
    }
    for (index, item) in items.prefix(Iteration.limit).enumerated() where !Task.isCancelled || index == 0 {
      log.scope.begin(item, number: index + 1, as: iteration.name)
      _ = try await log.call(work, turn: index + 1, as: "item")
    }
  }

  private func paginate(_ pagination: Pagination, _ log: inout AnswerLog) async throws(Obstacle) {
    var work = work
    // What identifies each page that was asked for.
    var pages: [JSONValue] = []
    for turn in 1...pagination.atMost {
      guard let findings = try await log.call(work, turn: turn, as: "page") else { break }
      if turn == 1, let first = pagination.page(in: log.scope) { pages.append(first) }
      let next = pagination.following(in: log.scope, number: turn)
      guard log.leadsOn(despite: findings) else {
        // A broken page is not followed to the next one.
        if next != nil, turn < pagination.atMost, let fault = log.ledger.firstMust {
          log.leaveOut(UnmadeCall("page \(turn + 1)", because: fault.message))
          log.ledger.block(pagination.promise, because: BlockReason(fault))
        } else if next == nil, log.ledger.obstacle == nil {
          log.ledger.keep(pagination.promise)
        }
        break
      }
      if turn > 1 { log.ledger.keep(pagination.promise) }
      guard let next else {
        log.ledger.keep(pagination.promise)
        break
      }
      let page = pagination.page(next, in: log.scope) ?? next
      if pages.contains(page) {
        let circle = work.circle(pagination, next, after: turn)
        log.ledger.post(circle)
        log.stop(BlockReason(circle.finding))
        break
      }
      if turn == pagination.atMost {
        log.unasked = "\(turn.counted("page")) came, there are more, and `atMost` asks for none of them"
      }
      pages.append(page)
      work.step = pagination.asking(step)
      log.scope.item = next
    }
  }

  private func `repeat`(_ repetition: Repetition, _ log: inout AnswerLog) async throws(Obstacle) {
    var last: (until: Evaluation, turn: Int)?
    var unmade: String?
    for turn in 1...repetition.atMost {
      guard let findings = try await log.call(work, turn: turn, as: "call") else {
        unmade = log.ledger.unmade.last?.reason
        break
      }
      let until = repetition.until.evaluate(in: log.scope)
      if until.bool == true { return log.ledger.keep(repetition.promise) }
      last = (until, turn)
      // An answer that broke a must is not a basis for the next call, which would fail for it and be blamed.
      guard log.leadsOn(despite: findings), until.bool == false else { break }
    }
    log.deadEnd = "`\(work.check.id)` did not come to its end"
    if Task.isCancelled { return }
    let unended = unmade ?? last.map { repetition.until.unmet($0.until, after: $0.turn) } ?? ""
    let reason = log.ledger.firstMust.map { BlockReason($0) } ?? BlockReason(unended)
    log.ledger.stop(because: reason)
    // An answer that is broken itself is why the calls came to no end.
    if !log.isBroken {
      log.ledger.post(work.unended(repetition, unended, after: log.scope.steps[step.id]?.count ?? 0))
    }
  }

  /// Makes the calls of a load test, several at once. Responses are numbered in the order they were received, as in a
  /// recording.
  private func call(_ load: Load, _ log: inout AnswerLog) async throws(Obstacle) {
    var count = 0
    var first: ContinuousClock.Instant?
    var last: ContinuousClock.Instant?
    do throws(Obstacle) {
      try await work.context.source.answers(
        work,
        load,
        in: log.scope,
        pass: { log.pass($0, turn: count + 1) },
        take: { exchange, began in
          count += 1
          first = min(first ?? began, began)
          let ended = began + exchange.end.timings.total
          last = max(last ?? ended, ended)
          // Of many answers the first that is wrong says most.
          if !(await log.take(exchange, turn: count, of: step)).isEmpty { log.shown = log.shown ?? exchange }
        }
      )
    } catch .skipped(let reason) where count > 0 {
      log.leaveOut(UnmadeCall("call \(count + 1)", because: reason))
      log.stop("of \(load.times.counted("call")) \(count) are there: \(reason)")
    }
    if let first, let last { log.elapsed = last - first }
  }
}

extension Evaluation {
  /// The value of a Boolean expression; `nil` if it could not be evaluated or is not Boolean.
  fileprivate var bool: Bool? { if case .value(let value) = self { value.bool } else { nil } }
}

extension Iteration {
  /// Returns the items that the loop runs over, including those past its limit; fails if the expression is not a list.
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
  /// Sets the current item and index of a loop, so that the step's request can read them; `name` is the variable for
  /// the item, if any.
  mutating func begin(_ item: JSONValue, number: Int, as name: String?) {
    self.item = item
    index = number - 1
    if let name { variables[name] = item }
  }
}

extension Expression {
  /// Returns the reason why the condition that ends a repeated call is not met, as a clause; `evaluation` is its
  /// result.
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
  /// Returns the finding about a page whose link leads back to an earlier page: a client that follows it would loop
  /// forever.
  fileprivate func circle(_ pagination: Pagination, _ next: JSONValue, after count: Int) -> BrokenFate {
    BrokenFate(
      pagination.promise,
      of: context.contract,
      rule: .invariant,
      place: Place(.answer(count)),
      reason: .rule(
        RuleReason(
          expression: pagination.text,
          meaning: "each page leads to a new one",
          facts: ["page \(count) leads to \(next.brief), which was already fetched"]
        )
      )
    )
  }

  /// Returns the finding about a repeated call whose end condition was never met: a client that follows the documents
  /// would not end.
  fileprivate func unended(_ repetition: Repetition, _ reason: String, after count: Int) -> BrokenFate {
    BrokenFate(
      repetition.promise,
      of: context.contract,
      rule: .invariant,
      place: Place(.answer(count)),
      reason: .rule(
        RuleReason(
          expression: repetition.until.text,
          meaning: "the call is repeated until its documented end",
          facts: [reason]
        )
      )
    )
  }
}
