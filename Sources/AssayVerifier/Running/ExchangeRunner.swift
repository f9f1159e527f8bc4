import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation

/// Runs a step that is answered at once, as often as it is to be repeated.
struct ExchangeRunner {
  let work: StepWork

  func run(_ outer: Scope) async -> StepOutcome {
    let step = work.step
    let context = work.context
    let judge = ExchangeJudge(contract: context.contract, operation: work.operation, step: step)
    var scope = outer
    var collector = FindingCollector()
    let keepsAll = context.contract.stepsReadWhole.contains(step.id)
    var elapsed = Duration.zero
    for turn in 1...max(1, step.repetition?.atMost ?? 1) {
      let exchange: Exchange
      do throws(Obstacle) {
        exchange = try await context.source.exchange(work, turn: turn, in: scope)
      } catch .skipped(_) where turn > 1 {
        // What a later turn lacks, the answer before it did not bring; that answer was judged already.
        break
      } catch {
        return work.outcome(error)
      }
      elapsed += exchange.end.timings.total
      scope.exchange = exchange
      let findings = judge.findings(for: exchange, in: scope)
      for finding in findings { collector.add(step.repetition == nil ? finding : finding.placed(at: .answer(turn))) }
      let outputs = work.step.captured(in: scope, distrusting: findings)
      scope.last.merge(outputs) { _, new in new }
      // In its place in the scope: a copy beside it would be copied whole with every answer.
      scope.steps[step.id, default: StepRecord()].add(exchange, outputs, keepsAll: keepsAll)
      guard let repetition = step.repetition else { break }
      guard case .value(let until) = repetition.until.evaluate(in: scope), until.bool == false else { break }
      // An answer that broke a promise is no ground to go on from: the next call would fail for it, and be blamed.
      if findings.contains(where: { $0.level > .may }) || Task.isCancelled { break }
    }
    var result = work.result()
    result.duration = elapsed
    if !collector.isEmpty, let last = scope.exchange {
      result.transcript = Transcript.of(context.vault.hide(last))
      result.illustrations = SortedIllustrator.bars(of: last.json, collector.findings)
    }
    let verdict = CheckVerdict(result: result, findings: collector.findings)
    return StepOutcome(verdict: verdict, record: scope.steps[step.id] ?? StepRecord())
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
    self.outputs.merge(outputs) { _, new in new }
  }
}
