package import AssayText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The time of day, for the one place in a report that names it.
package enum SystemClock {
  /// Now, to the second.
  package static var now: DateTime { DateTime(millisecondsSinceEpoch: time(nil) * 1_000) }

  /// Now, to the millisecond.
  package static var moment: DateTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return DateTime(millisecondsSinceEpoch: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
  }

  /// Today in UTC, as `2026-11-20`.
  package static var today: String { String(now.description.prefix(10)) }

  /// The value of the environment variable `name`, where it is set.
  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
