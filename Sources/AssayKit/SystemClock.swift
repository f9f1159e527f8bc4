package import AssayText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The time of day and the environment of this process.
package enum SystemClock {
  /// The current time, to the second.
  package static var now: DateTime { DateTime(millisecondsSinceEpoch: time(nil) * 1_000) }

  /// The current time, to the millisecond.
  package static var moment: DateTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return DateTime(millisecondsSinceEpoch: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
  }

  /// The current date in UTC, such as `2026-11-20`.
  package static var today: String { String(now.description.prefix(10)) }

  /// Returns the value of the environment variable `name`, if set.
  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
