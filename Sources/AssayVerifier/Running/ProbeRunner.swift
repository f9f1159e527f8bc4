import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import AssaySecrets

/// The runner of a probe: it sends the request and judges the response. If the backend fails on a large value, it
/// searches for the smallest value on which it fails.
struct ProbeRunner {
  /// The most requests used to find the smallest failing value.
  private static let mostAttempts = 16

  let work: StepWork
  let probe: Probe

  /// One attempt: a request with its response, and the record of the promises that the response broke.
  private struct Attempt {
    var exchange: Exchange
    var ledger: CheckLedger
    var isBroken: Bool { ledger.gravest ?? .may > .may }
  }

  func run(_ scope: Scope) async -> StepOutcome {
    if case .end(let maker, let isRight) = probe.expectation { return await follow(maker, isRight: isRight, scope) }
    var attempt: Attempt
    do throws(Obstacle) {
      if case .course(let maker) = probe.expectation, let reason = unwatched(maker, scope) { return none(reason) }
      attempt = try await self.attempt(probe, turn: 1, scope)
      if case .course = probe.expectation, !attempt.isBroken {
        await waitForJob()
        attempt = try await self.attempt(probe, turn: 2, scope)
      }
    } catch {
      return work.outcome(error)
    }
    let record = record(of: attempt, scope)
    var others: [StepRecord] = []
    if attempt.isBroken, let sizes = probe.sizes { others = await shrink(&attempt, sizes, scope) }
    var result = work.result()
    result.duration = attempt.exchange.end.timings.total
    if !attempt.ledger.findings.isEmpty {
      let shown = work.context.vault.hide(attempt.exchange)
      result.transcript = Transcript.of(shown)
      result.command = CurlCommand.text(shown.value.request, files: work.files)
    }
    let verdict = CheckVerdict(result: result, ledger: attempt.ledger)
    return StepOutcome(verdict: verdict, record: record, others: others)
  }

  /// Returns the record of an attempt, from which `after` steps read the resources to delete.
  private func record(of attempt: Attempt, _ scope: Scope) -> StepRecord {
    var answered = scope
    answered.exchange = attempt.exchange
    return StepRecord(outputs: work.step.captured(in: answered), exchanges: [attempt.exchange])
  }

  private func attempt(_ probe: Probe, turn: Int, _ outer: Scope) async throws(Obstacle) -> Attempt {
    var (work, scope) = (work, outer)
    work.step.probe = probe
    // Of what is made for each item, one does.
    switch work.step.loop.iteration?.list(in: outer) {
    case .success(let items)?:
      guard let first = items.first else { throw .skipped("its list is empty") }
      scope.begin(first, number: 1, as: work.step.loop.iteration?.name)
    case .failure(let input)?: throw .skipped("its input \(input.expression) is missing: \(input.reason)")
    case nil: break
    }
    // An unauthenticated caller may be redirected to where to sign in.
    if work.step.isByStranger { work.operation.followsRedirects = false }
    var ledger = work.context.ledger
    let endless = work.context.jobs.running
    let exchange = try await work.context.source.exchange(work, turn: turn, in: scope) { earlier in
      ExchangeJudge(contract: work.context.contract, operation: work.operation)
        .judgeDocumentedError(earlier, writing: &ledger)
      ledger.close()
    }
    let judge = ProbeJudge(contract: work.context.contract, operation: work.operation, probe: probe)
    if let reason = unknown(exchange) {
      judge.vacate(because: reason, writing: &ledger)
    } else {
      judge.judge(exchange, in: scope, writing: &ledger)
    }
    if let endless { judge.note(endlessJobOf: endless, writing: &ledger) }
    ledger.close()
    return Attempt(exchange: exchange, ledger: ledger)
  }

  /// Returns the reason why a refusal of a call that should succeed is not a fault: the call that the probe varies sends
  /// made-up values, or no credentials. `nil` if that is not the case.
  private func unknown(_ exchange: Exchange) -> String? {
    guard case .success = probe.expectation else { return nil }
    let status = exchange.response?.head.status
    return work.context.contract.refusalOfPlaceholder(status, to: work.step, sent: exchange.request.headers)
  }

  /// Bisects between the size that was accepted and the one that failed; returns the records of the attempts made.
  private func shrink(_ attempt: inout Attempt, _ sizes: Probe.Sizes, _ scope: Scope) async -> [StepRecord] {
    var brought: [StepRecord] = []
    var (taken, refused) = (sizes.range.lowerBound, sizes.range.upperBound)
    var turn = 1
    while refused - taken > 1, turn < Self.mostAttempts, !Task.isCancelled {
      turn += 1
      let size = taken + (refused - taken) / 2
      var smaller = probe
      (smaller.about, smaller.change) = sizes.make(size)
      guard let other = try? await self.attempt(smaller, turn: turn, scope) else { break }
      brought.append(record(of: other, scope))
      // A milder fault of a smaller one is not the fault that is looked for.
      if other.isBroken, (other.ledger.gravest ?? .may) >= (attempt.ledger.gravest ?? .may) {
        refused = size
        attempt = other
      } else {
        taken = size
      }
    }
    return brought
  }
}
