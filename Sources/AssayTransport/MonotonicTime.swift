#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
final class LoopTime {
  var now = MonotonicTime.now
}
