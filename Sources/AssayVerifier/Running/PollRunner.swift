import AssayContract
import AssayFindings
import AssayJudging
import AssayObservation
import AssaySecrets
import AssayText

/// The runner of a step that polls a job until it ends.
struct PollRunner {
  let work: StepWork
  let promise: PollPromise

  func run(_ outer: Scope) async -> StepOutcome {
    let context = work.context
    let judge = PollJudge(
      contract: context.contract,
      operation: work.operation,
      promise: promise,
      step: work.step,
      scope: outer,
      ledger: context.ledger
    )
    var progress = PollProgress(judge: judge)
    let poll: PollObservation
    do throws(Obstacle) {
      poll = try await context.source.poll(work, promise, in: outer, progress: &progress)
    } catch {
      return work.outcome(error, after: progress.judge.ledger)
    }
    for answer in progress.earlier { context.routes.note(answer.exchange, of: work.operation.name) }
    let found = progress.finish(poll, needed: work.step.expects.finalStates)
    var ledger = progress.judge.ledger
    // What breaks a promise ends a poll before its end.
    if poll.end != .broken, let further = context.source.further(than: poll.answers.count, of: work) {
      ledger.leaveOut(further)
    }
    return concluded(poll, found, ledger, outer)
  }

  private func concluded(
    _ poll: PollObservation,
    _ found: [Finding],
    _ ledger: CheckLedger,
    _ outer: Scope
  ) -> StepOutcome {
    var scope = outer
    var record = StepRecord()
    record.exchanges = poll.answers.map(\.exchange)
    record.droppedExchanges = poll.droppedAnswers
    scope.exchange = poll.answers.last?.exchange
    record.outputs = work.step.captured(in: scope)
    record.outputGaps = work.step.outputGaps(in: scope, beside: record.outputs)
    scope.steps[work.step.id] = record
    var result = work.result()
    if !found.isEmpty {
      var cut = poll
      cut.answers = poll.answers.prefix(Transcript.mostParts).map { answer in
        PollAnswer(index: answer.index, time: answer.time, exchange: answer.exchange.cut(to: Transcript.mostRead))
      }
      cut.droppedAnswers += poll.answers.count - cut.answers.count
      let shown = work.context.vault.hide(cut)
      result.transcript = Transcript.of(shown)
      result.command = shown.value.answers.last.map { CurlCommand.text($0.exchange.request, files: work.files) } ?? ""
      result.illustrations = [PollIllustrator.walk(of: poll, promise, found)].compactMap { $0 }
    } else if poll.end == .unfinished {
      result = work.result(.error, reason: "the recording ends before the job does")
    }
    result.duration = poll.elapsed
    var outcome = StepOutcome(verdict: CheckVerdict(result: result, ledger: ledger), record: record)
    if poll.end == .final, !work.step.expects.until.isEmpty {
      outcome.deadEnd =
        "the job of `\(work.check.id)` was over before it was seen as \(work.step.expects.until.quoted.either)"
    } else if poll.end != .final, poll.end != .stopped {
      outcome.deadEnd = "the job of `\(work.check.id)` did not come to its end"
    }
    return outcome
  }
}

/// A poll in progress: its responses so far, each judged on arrival, and whether to ask again.
struct PollProgress {
  /// The next action after a poll response.
  enum Next {
    case pollAgain
    /// A final state was reached; one more request is made to check that it does not change.
    case pollOnceMore
    case done
  }

  private(set) var judge: PollJudge
  /// The first poll responses and the last one; when there are too many to keep, those between are discarded, and
  /// counted in ``dropped``.
  private(set) var answers: [PollAnswer] = []
  private(set) var dropped = 0
  /// The answers after which a poll was requested again, each with the number of that poll.
  private(set) var earlier: [(poll: Int, exchange: Exchange)] = []
  /// The limits on the number and bytes of kept responses.
  var keeping = StreamReceiver.Keeping.some(of: RunLimits.usualMemory)
  private var keptBytes = 0
  private var isFull = false
  /// The end of the poll, once it has ended.
  private(set) var end: PollEnd?
  /// The final state that the job reached; `nil` if it reached none.
  private(set) var finalState: String?

  init(judge: PollJudge) {
    self.judge = judge
  }

  /// Takes the next response, received `time` after the first request started.
  mutating func take(_ exchange: Exchange, at time: Duration) -> Next {
    let answer = PollAnswer(index: answers.count + dropped + 1, time: time, exchange: exchange)
    keep(answer)
    if end == .final {
      return judge.stable(answer) ? .pollOnceMore : .done
    }
    switch judge.step(answer) {
    case .pollAgain: return .pollAgain
    case .broken:
      end = .broken
      return .done
    case .stopped:
      end = .stopped
      return .done
    case .final(let state):
      end = .final
      finalState = state
      return judge.promise.stable == nil ? .done : .pollOnceMore
    }
  }

  /// Takes an answer to the next poll after which the poll was requested again.
  mutating func pass(_ exchange: Exchange) {
    judge.pass(exchange)
    // Of one that is not kept the recording says that it is missing.
    guard !isFull else { return }
    earlier.append((answers.count + dropped + 1, exchange))
    note(exchange)
  }

  /// Counts the memory of an answer: its text, the tape of its values, and what each costs besides.
  private mutating func note(_ exchange: Exchange) {
    keptBytes += 3 * exchange.size + 1_024
    isFull = isFull || answers.count + earlier.count >= keeping.events || keptBytes > keeping.bytes
  }

  private mutating func keep(_ answer: PollAnswer) {
    if isFull, !answers.isEmpty {
      answers.removeLast()
      dropped += 1
    }
    answers.append(answer)
    note(answer.exchange)
  }

  /// Ends the poll without another response; a poll that has ended is not changed.
  mutating func stop(_ end: PollEnd) { self.end = self.end ?? end }

  /// Judges the end of the poll; returns all its findings. `observation` is the whole poll; `needed` are the final
  /// states with which the scenario can continue.
  mutating func finish(_ observation: PollObservation, needed: [String]) -> [Finding] {
    judge.finish(
      observation.end,
      last: finalState,
      allowance: observation.allowance,
      elapsed: observation.elapsed,
      needed: needed
    )
  }
}
