#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The time of day, for the one place in a report that names it.
package enum SystemClock {
  /// Now, as RFC 3339 in UTC with whole seconds: `2026-11-20T09:30:00Z`.
  package static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }

  /// Today in UTC, as `2026-11-20`.
  package static var today: String { String(now().prefix(10)) }

  /// The value of the environment variable `name`, where it is set.
  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
