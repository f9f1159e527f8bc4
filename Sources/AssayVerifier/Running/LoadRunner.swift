import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation
import AssayText

/// Runs a step that is called a number of times, several calls at once: every answer is judged as one of the step's.
///
/// The answers are numbered in the order they came, in which a recording has them, too.
struct LoadRunner {
  let work: StepWork
  let load: Load

  func run(_ outer: Scope) async -> StepOutcome {
    var log = AnswerLog(work, in: outer, isOneOfMany: load.times > 1)
    var count = 0
    // Of many answers the first that is wrong tells most.
    var shown: Exchange?
    var first: ContinuousClock.Instant?
    var last: ContinuousClock.Instant?
    var missing = ""
    do throws(Obstacle) {
      try await work.context.source.answers(work, load, in: outer) { exchange, began in
        count += 1
        first = min(first ?? began, began)
        let ended = began + exchange.end.timings.total
        last = max(last ?? ended, ended)
        if !(await log.take(exchange, turn: count, of: work.step)).isEmpty { shown = shown ?? exchange }
      }
    } catch .skipped(let reason) where count > 0 {
      missing = reason
    } catch {
      return work.outcome(error)
    }
    if !missing.isEmpty {
      let reason = "of \(load.times.counted("call")) \(count) are there: \(missing)"
      log.judged.stop(reason)
      log.scope.steps[work.step.id]?.cutShort = reason
    }
    if let first, let last { log.elapsed = last - first }
    return log.outcome(showing: shown ?? log.scope.exchange)
  }
}
