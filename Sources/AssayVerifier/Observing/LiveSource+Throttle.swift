import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssaySecrets
import AssayText

/// Waits while the backend limits the rate of calls: 429 (RFC 6585 section 4), or 503 with `Retry-After` (RFC 9110
/// section 15.6.4). Such responses are judged as the operation documents them.
struct Throttle {
  /// The total time that a call may wait for a backend that asks for pauses.
  static func longestWait(_ settings: RunSettings) -> Duration { settings.limits.maxWait ?? .seconds(30) }

  /// Returns how long to wait after response number `count`, from 1, that asks for a pause: as long as it says, otherwise
  /// twice as long each time, 16 seconds at most.
  static func pause(after head: HTTPResponseHead?, count: Int) -> Duration {
    head?.retryAfter ?? .seconds(1 << min(count - 1, 4))
  }

  private let timeout: Duration
  /// The answers that are looked at where the call is judged.
  private let retry: Tolerance?
  private let isInstant: Bool
  private var waited = Duration.zero
  private var calls = 0

  /// Creates a throttle; `nil` for a step that checks such responses itself.
  init?(_ work: StepWork, _ settings: RunSettings, isInstant: Bool) {
    let step = work.step
    guard step.loop.load == nil, step.loop.repetition == nil, !step.isErrorProbe else { return nil }
    if case .poll(let poll) = work.operation.interaction, poll.tolerance != nil { return nil }
    timeout = Self.longestWait(settings)
    retry = work.retry
    self.isInstant = isInstant
  }

  /// Returns true if `head` limits the rate of calls, so that the call is to be made again after a wait.
  func isAsked(by head: HTTPResponseHead?) -> Bool {
    guard let head, retry?.covers(head.status) != true else { return false }
    return head.status == 429 || head.status == 503 && head.retryAfter != nil
  }

  /// Waits for as long as `head`, which limits the rate of calls, asks.
  ///
  /// Throws ``Obstacle/unjudgeable(_:)`` if the backend asks for more time than a call may wait.
  mutating func wait(after head: HTTPResponseHead?) async throws(Obstacle) {
    guard let head else { return }
    calls += 1
    let wait = max(Self.pause(after: head, count: calls), .milliseconds(50))
    let status = "\(head.status)\(head.retryAfter.map { " with Retry-After \($0.spoken)" } ?? "")"
    guard waited + wait <= timeout else {
      throw .unjudgeable(
        "the backend asks for fewer calls: it returned \(status) to \(calls.counted("call")) in \(waited.spoken); "
          + "make fewer with --rate or --jobs 1, or wait longer with --max-wait"
      )
    }
    waited += wait
    if !isInstant { try? await Task.sleep(for: wait) }
    if Task.isCancelled { throw .interrupted }
  }
}

extension LiveSource {
  /// Hands an answer to `pass` after which its call is made again because of `why`; its secrets are known from then on.
  func setAside(_ exchange: Exchange, _ why: TransferEnd.AskedAgain, _ pass: (Exchange) -> Void) throws(Obstacle) {
    do throws(TooManySecrets) { try vault.learn(from: exchange) } catch { throw .unjudgeable("\(error)") }
    var exchange = exchange
    exchange.end.askedAgain = why
    pass(exchange)
  }
}
