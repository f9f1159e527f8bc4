import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation

/// Sends a probe and judges its answer; where the backend fails over something large, looks for the smallest it fails over.
struct ProbeRunner {
  /// The most requests that are spent on finding it.
  private static let mostAttempts = 16

  let work: StepWork
  let probe: Probe

  /// What came of one attempt.
  private struct Attempt {
    var exchange: Exchange
    var findings: [Finding]
    var judged: Judged
    var isBroken: Bool { findings.contains { $0.level > .may } }
  }

  func run(_ scope: Scope) async -> StepOutcome {
    var attempt: Attempt
    do throws(Obstacle) { attempt = try await self.attempt(probe, turn: 1, scope) } catch {
      return work.outcome(error)
    }
    // What is made behind the scenario takes it away again.
    var record = StepRecord()
    record.exchanges = [attempt.exchange]
    var answered = scope
    answered.exchange = attempt.exchange
    record.outputs = work.step.captured(in: answered)
    if attempt.isBroken, let sizes = probe.sizes { await shrink(&attempt, sizes, scope) }
    var result = work.result()
    result.duration = attempt.exchange.end.timings.total
    if !attempt.findings.isEmpty {
      let shown = work.context.vault.hide(attempt.exchange)
      result.transcript = Transcript.of(shown)
      result.command = CurlCommand.text(shown.request)
    }
    let verdict = CheckVerdict(result: result, findings: attempt.findings, judged: attempt.judged)
    return StepOutcome(verdict: verdict, record: record)
  }

  private func attempt(_ probe: Probe, turn: Int, _ scope: Scope) async throws(Obstacle) -> Attempt {
    var step = work.step
    step.probe = probe
    let work = StepWork(context: work.context, step: step, operation: work.operation, check: work.check)
    let exchange = try await work.context.source.exchange(work, turn: turn, in: scope)
    var judged = work.context.judged
    let judge = ProbeJudge(contract: work.context.contract, operation: work.operation, probe: probe)
    let findings = judge.findings(for: exchange, in: scope, noting: &judged)
    return Attempt(exchange: exchange, findings: findings, judged: judged)
  }

  /// Halves the way between a size that is taken and one that is not.
  private func shrink(_ attempt: inout Attempt, _ sizes: Probe.Sizes, _ scope: Scope) async {
    var (taken, refused) = (sizes.range.lowerBound, sizes.range.upperBound)
    var turn = 1
    while refused - taken > 1, turn < Self.mostAttempts, !Task.isCancelled {
      turn += 1
      let size = taken + (refused - taken) / 2
      var smaller = probe
      (smaller.about, smaller.change) = sizes.make(size)
      guard let other = try? await self.attempt(smaller, turn: turn, scope) else { return }
      if other.isBroken {
        refused = size
        attempt = other
      } else {
        taken = size
      }
    }
  }
}
