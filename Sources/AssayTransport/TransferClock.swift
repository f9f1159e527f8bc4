import AssayHTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The limits of a transfer as points in time, so that looking at them costs no arithmetic on durations.
struct TransferClock {
  let start: MonotonicTime
  private let connectBy: MonotonicTime
  private let firstByteBy: MonotonicTime?
  private let firstChunkBy: MonotonicTime?
  private let totalBy: MonotonicTime
  /// In nanoseconds.
  private let silence: Int64?

  private(set) var connected: MonotonicTime?
  private(set) var firstByte: MonotonicTime?
  private var lastPiece: MonotonicTime?
  private var hasBody = false
  private var stopBy: MonotonicTime?

  init(_ limits: TransferLimits, from start: MonotonicTime) {
    self.start = start
    connectBy = start + limits.connect
    firstByteBy = limits.firstByte.map { start + $0 }
    firstChunkBy = limits.firstChunk.map { start + $0 }
    totalBy = start + limits.total
    silence = limits.silence.map { (start + $0).nanoseconds - start.nanoseconds }
  }

  /// The connection stands and the request goes out.
  mutating func connect(at now: MonotonicTime) { connected = now }

  /// A piece of the answer came; `isBody` after the header section.
  mutating func arrive(at now: MonotonicTime, isBody: Bool = false) {
    if isBody { hasBody = true }
    if firstByte == nil { firstByte = now }
    lastPiece = now
  }

  /// The first byte came `delay` after the beginning, though no line is whole yet.
  mutating func begin(after delay: Duration, by now: MonotonicTime) {
    if firstByte == nil { firstByte = min(start + delay, now) }
  }

  /// The receiver has seen enough once `grace` is over. The first grace stands: an endless stream could otherwise earn
  /// another with every piece.
  mutating func stop(after grace: Duration, from now: MonotonicTime) { if stopBy == nil { stopBy = now + grace } }

  /// The latest moment at which the transfer has to end: by then it has a connection, or its answer.
  var end: MonotonicTime { connected == nil ? min(connectBy, totalBy) : totalBy }

  /// The next moment at which the transfer has to end, and as what.
  var deadline: (time: MonotonicTime, reason: TransferEnd.Reason) {
    // A receiver that has seen enough no longer hears of limits.
    if let stopBy { return (min(stopBy, totalBy), .stopped) }
    var next = (time: totalBy, reason: TransferEnd.Reason.totalTimeout)
    // However short the total time: without a connection there was no late answer.
    if connected == nil { next = (min(connectBy, totalBy), .connectTimeout) }
    if let lastPiece {
      if let silence, lastPiece.nanoseconds + silence < next.time.nanoseconds {
        next = (MonotonicTime(nanoseconds: lastPiece.nanoseconds + silence), .silenceTimeout)
      }
    } else if let firstByteBy, firstByteBy < next.time {
      next = (firstByteBy, .firstByteTimeout)
    }
    if !hasBody, let firstChunkBy, firstChunkBy < next.time { next = (firstChunkBy, .firstByteTimeout) }
    return next
  }

  func timings(at now: MonotonicTime) -> TransferTimings {
    TransferTimings(connect: connected.map { $0 - start }, firstByte: firstByte.map { $0 - start }, total: now - start)
  }
}

/// A point of the monotonic clock in nanoseconds: arithmetic on it is one instruction, which `Duration`'s is not.
struct MonotonicTime: Comparable, Sendable {
  let nanoseconds: Int64

  static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

  static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }

  /// Later by `duration`; durations beyond a century count as one.
  static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    let whole = min(max(seconds, 0), 3_200_000_000)
    return MonotonicTime(nanoseconds: time.nanoseconds + whole * 1_000_000_000 + max(attoseconds, 0) / 1_000_000_000)
  }

  /// The whole milliseconds from `earlier` to here, rounded up, none where it is past.
  func milliseconds(since earlier: MonotonicTime) -> Int32 {
    let left = nanoseconds - earlier.nanoseconds
    return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
  }
}

/// The time on the loop's thread: read once a round, and true for all that arrives in it.
///
/// It stands still where the machine does: a virtual machine whose host runs another, a container that has used up its
/// share, a process that was stopped. That time is not the server's, and no limit counts it.
final class LoopTime {
  private(set) var now = MonotonicTime.now
  /// In nanoseconds.
  private var stoodStill: Int64 = 0
  private let stolen = StolenTime()
  /// When it was last asked what the host took; `nil` where nothing was awaited since.
  private var lastAsked: MonotonicTime?

  /// The time by now; never before what it was, though what the host took is known late.
  @discardableResult
  func read() -> MonotonicTime {
    now = max(now, MonotonicTime(nanoseconds: MonotonicTime.now.nanoseconds - stoodStill))
    return now
  }

  /// Takes the time since it was last read for one at which nothing ran.
  func skip() { stoodStill = MonotonicTime.now.nanoseconds - now.nanoseconds }

  /// Waits by `wait`, which takes `milliseconds` at the longest: what it takes beyond them, nothing ran.
  func note(longest milliseconds: CInt, _ wait: () -> Void) {
    let begin = MonotonicTime.now
    if lastAsked == nil {
      _ = stolen.sinceLast()
      lastAsked = begin
    }
    wait()
    let end = MonotonicTime.now
    let beyond = end.nanoseconds - begin.nanoseconds - Int64(milliseconds) * 1_000_000
    var still = beyond > Self.usual ? beyond : 0
    if let asked = lastAsked, end.nanoseconds - asked.nanoseconds >= Self.pause {
      still = max(still, min(stolen.sinceLast(), end.nanoseconds - asked.nanoseconds))
      lastAsked = end
    }
    stoodStill += still
  }

  /// Nothing is awaited any more: the time that passes does not count.
  func rest() { lastAsked = nil }

  /// The longest delay before a thread runs again on a machine that is only busy: 100 ms.
  private static let usual: Int64 = 100_000_000
  /// The shortest time between two checks of what the host took: 50 ms.
  private static let pause: Int64 = 50_000_000
}
