import AssayHTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The limits of a transfer as points in time, which can be checked without arithmetic on durations.
struct TransferClock {
  let start: MonotonicTime
  private let connectBy: MonotonicTime
  private let firstByteBy: MonotonicTime?
  private let firstChunkBy: MonotonicTime?
  private let totalBy: MonotonicTime
  /// A duration in nanoseconds.
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

  /// Records that the connection is established and the request is being sent.
  mutating func connect(at now: MonotonicTime) { connected = now }

  /// Records that a piece of the response was received; `isBody` is true after the header section.
  mutating func arrive(at now: MonotonicTime, isBody: Bool = false) {
    if isBody { hasBody = true }
    if firstByte == nil { firstByte = now }
    lastPiece = now
  }

  /// Records that the first byte was received `delay` after the start, although no line is complete yet.
  mutating func begin(after delay: Duration, by now: MonotonicTime) {
    if firstByte == nil { firstByte = min(start + delay, now) }
  }

  /// Sets the end of the transfer to `grace` from now. Only the first call counts: otherwise an endless stream could
  /// extend the time with every piece.
  mutating func stop(after grace: Duration, from now: MonotonicTime) { if stopBy == nil { stopBy = now + grace } }

  /// The latest time at which the transfer must end: its connection, or its response, is due by then.
  var end: MonotonicTime { connected == nil ? min(connectBy, totalBy) : totalBy }

  /// The next time at which a limit ends the transfer, and the reason.
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

/// A point in monotonic time, in nanoseconds: its arithmetic takes one instruction, unlike that of `Duration`.
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

  /// Returns the time plus `duration`; durations beyond a century count as a century.
  static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    let whole = min(max(seconds, 0), 3_200_000_000)
    return MonotonicTime(nanoseconds: time.nanoseconds + whole * 1_000_000_000 + max(attoseconds, 0) / 1_000_000_000)
  }

  /// Returns the milliseconds since `earlier`, rounded up; 0 if `earlier` is later.
  func milliseconds(since earlier: MonotonicTime) -> Int32 {
    let left = nanoseconds - earlier.nanoseconds
    return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
  }
}

/// The clock of the loop's thread. It is read once per round, for everything received in that round.
///
/// It stops while the machine is stopped: a virtual machine whose host runs another, a container that has used up its
/// share, a suspended process. That time is not the server's, and no limit counts it.
final class LoopTime {
  private(set) var now = MonotonicTime.now
  /// A duration in nanoseconds.
  private var stoodStill: Int64 = 0
  private let stolen = StolenTime()
  /// The time at which the stolen time was last read; `nil` if nothing was awaited since the last rest.
  private var lastAsked: MonotonicTime?

  /// Returns the current time, which never goes back, although stolen time is known late.
  @discardableResult
  func read() -> MonotonicTime {
    now = max(now, MonotonicTime(nanoseconds: MonotonicTime.now.nanoseconds - stoodStill))
    return now
  }

  /// Excludes the time since the last reading from the loop's time, because the process did not run.
  func skip() { stoodStill = MonotonicTime.now.nanoseconds - now.nanoseconds }

  /// Calls `wait`, which should take at most `milliseconds`. If it takes much longer, excludes the rest from the loop's
  /// time, because the process did not run.
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

  /// Records that no response is awaited, so that the loop's time need not be corrected until the next wait.
  func rest() { lastAsked = nil }

  /// The longest delay before a thread runs again on a machine that is only busy: 100 ms.
  private static let usual: Int64 = 100_000_000
  /// The shortest time between two readings of the stolen time: 50 ms.
  private static let pause: Int64 = 50_000_000
}
