import AssayContract
import AssayHTTP
import AssayObservation
import AssayText

extension LiveSource {
  func poll(
    _ work: StepWork,
    _ promise: PollPromise,
    in scope: Scope,
    progress: inout PollProgress
  ) async throws(Obstacle) -> PollObservation {
    let allowance = TimeAllowance(within: promise.within, otherwise: promise.within.duration, settings: settings)
    let every = settings.pollEvery ?? promise.every.duration
    var watch = Stopwatch(isInstant: transport.isInstant)
    var next = PollProgress.Next.pollAgain
    while next != .done {
      let left = next == .pollOnceMore ? settings.timeout : allowance.total - watch.elapsed
      guard left > .zero else {
        progress.stop(.deadline)
        break
      }
      let exchange: Exchange
      do throws(Obstacle) {
        exchange = try await send(work, scope, limits: TransferLimits(total: min(left, settings.timeout)))
      } catch {
        if progress.answers.isEmpty || error == .interrupted { throw error }
        progress.stop(.broken)
        break
      }
      watch.note(exchange.end.timings.total)
      // A call begun in the job's last moments that is cut off by the job's end says nothing of the server.
      if exchange.end.reason == .totalTimeout, left < min(Self.fairTime, settings.timeout), !progress.answers.isEmpty {
        progress.stop(.deadline)
        break
      }
      next = progress.take(exchange, at: watch.elapsed)
      switch next {
      case .pollAgain:
        let wait = max(every, exchange.response?.head.retryAfter ?? .zero)
        await watch.wait(for: min(wait, max(.zero, allowance.total - watch.elapsed)))
      case .pollOnceMore: await watch.wait(for: min(every, Self.longestWaitForStability))
      case .done: break
      }
    }
    return PollObservation(
      answers: progress.answers,
      end: progress.end ?? .deadline,
      elapsed: watch.elapsed,
      allowance: allowance
    )
  }

  /// What any server may be expected to answer a poll within.
  private static let fairTime = Duration.seconds(1)
  /// The longest pause before the one poll more that shows whether a final state stays.
  private static let longestWaitForStability = Duration.milliseconds(250)
}
