import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssayText

extension LiveSource {
  func poll(_ work: StepWork, _ promise: PollPromise, in scope: Scope, progress: inout PollProgress)
    async throws(Obstacle) -> PollObservation
  {
    let allowance = TimeAllowance(within: promise.within, settings: settings)
    let every = settings.limits.pollEvery ?? promise.pace.every.duration
    progress.keeping = keeping
    var watch = Stopwatch(isInstant: transport.isInstant)
    if promise.pace.after > .zero, work.step.expects.polls {
      await watch.wait(for: settings.limits.pollEvery ?? promise.pace.after)
    }
    var next = PollProgress.Next.pollAgain
    // How much of our own work is not counted: answers that are large enough would otherwise hold a run for ever.
    var spare = allowance.cap == nil ? allowance.total : Self.fairTime
    while next != .done {
      let left = next == .pollOnceMore ? settings.limits.timeout : allowance.total - watch.elapsed
      guard left > .zero else {
        progress.stop(.deadline)
        break
      }
      let exchange: Exchange
      do throws(Obstacle) {
        let lost: Duration
        (exchange, lost) = try await send(
          work,
          scope,
          limits: settings.limits(total: min(left, settings.timeout(of: work.operation))),
          pass: { progress.pass($0) }
        )
        // What our own other calls and the reading of answers took is not the job's time.
        let discount = min(lost, spare)
        watch.discount(discount)
        spare -= discount
      } catch {
        guard case .unreachable = error, !progress.answers.isEmpty else { throw error }
        progress.stop(.broken)
        break
      }
      watch.note(exchange.end.timings.total)
      // A call begun in the job's last moments that is cut off by the job's end says nothing of the server.
      if exchange.end.reason == .totalTimeout, left < min(Self.fairTime, settings.limits.timeout),
        !progress.answers.isEmpty
      {
        progress.stop(.deadline)
        break
      }
      next = await aside(exchange.size) { progress.take(exchange, at: watch.elapsed) }
      if next != .done {
        let left = max(.zero, allowance.total - watch.elapsed)
        await watch.wait(for: pause(before: next, exchange, promise, every: every, left: left))
      }
    }
    return PollObservation(
      answers: progress.answers,
      end: progress.end ?? .deadline,
      elapsed: watch.elapsed,
      allowance: allowance,
      droppedAnswers: progress.dropped
    )
  }

  /// Returns the time to wait after a poll response before the next request: the poll interval or a longer
  /// `Retry-After`, at most `left`.
  private func pause(
    before next: PollProgress.Next,
    _ exchange: Exchange,
    _ promise: PollPromise,
    every: Duration,
    left: Duration
  ) -> Duration {
    let head = exchange.response?.head
    if next == .pollAgain { return min(max(every, head?.retryAfter ?? .zero), left) }
    // An answer that says nothing of the job may say when to ask again.
    let isTolerated = head.map { promise.tolerance?.covers($0.status) == true } ?? false
    let asked = isTolerated ? min(head?.retryAfter ?? .zero, settings.limits.timeout) : .zero
    return max(min(every, Self.longestWaitForStability), asked)
  }

  /// The time within which any server may be expected to respond to a poll; a poll cut off sooner by the end of the
  /// job's time says nothing about the server.
  private static let fairTime = Duration.seconds(1)
  /// The longest pause before the one extra poll that checks that a final state does not change.
  private static let longestWaitForStability = Duration.milliseconds(250)
}

/// A stopwatch for a poll: it measures the time or, over a transport that takes no time, adds up calculated times.
struct Stopwatch {
  private var start: ContinuousClock.Instant?
  private var reckoned = Duration.zero

  /// Starts the stopwatch; `isInstant` is true if no time passes while requests are sent.
  init(isInstant: Bool) { start = isInstant ? nil : .now }

  var elapsed: Duration { start.map { .now - $0 } ?? reckoned }

  /// Excludes time that passed for reasons other than the job.
  mutating func discount(_ duration: Duration) { if let start { self.start = start + duration } }

  /// Adds the `duration` of a request, which counts only if the time is calculated.
  mutating func note(_ duration: Duration) { reckoned += duration }

  /// Waits for `duration`, or only adds it if the time is calculated; less if the task is cancelled.
  mutating func wait(for duration: Duration) async {
    if start != nil { try? await Task.sleep(for: duration) } else { reckoned += duration }
  }
}

/// The time for which a `Retry-After` field asks a client to wait (RFC 9110 section 10.2.3).
enum RetryAfter: Hashable, Sendable {
  case delay(Duration)
  case date(HTTPDate)

  /// Reads delay-seconds or a date; `nil` for anything else.
  init?(_ text: String) {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // A longer number than this is a wait of centuries in any notation.
      self = .delay(.seconds(UInt32(text).map(Int64.init) ?? Int64(UInt32.max)))
    } else if let date = HTTPDate(text) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// Returns the time to wait after the response; a date is compared with the response's own `Date` field, so that the
  /// local clock does not matter. `nil` for a date if the field is missing.
  func delay(from date: HTTPDate?) -> Duration? {
    switch self {
    case .delay(let delay): delay
    case .date(let until): date.map { .seconds(max(0, until.secondsSinceEpoch - $0.secondsSinceEpoch)) }
    }
  }
}

extension HTTPResponseHead {
  /// The wait that the `Retry-After` field asks for; `nil` without a valid one.
  var retryAfter: Duration? {
    headers["Retry-After"].flatMap(RetryAfter.init)?.delay(from: headers["Date"].flatMap { HTTPDate($0) })
  }
}
