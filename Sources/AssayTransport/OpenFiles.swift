#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The number of files and connections the system lets this process have open.
enum OpenFiles {
  /// The number needed by everything but connections: the contract, reports, a mock of its own.
  private static let reserve = 128

  /// Returns how many of `connections` the process may have at once; raises its own limit where they need more than it
  /// has.
  ///
  /// Systems start a process with 256 or 1,024 and let it ask for many times that (`getrlimit(2)`).
  static func connections(upTo connections: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0 else { return connections }
    let wanted = rlim_t(connections + reserve)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      guard setrlimit(openFiles, &limit) == 0, getrlimit(openFiles, &limit) == 0 else {
        return min(connections, fewConnections)
      }
    }
    return limit.rlim_cur < wanted ? max(1, Int(limit.rlim_cur) - reserve) : connections
  }

  #if canImport(Glibc)
    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let openFiles = RLIMIT_NOFILE
  #endif

  /// As many are always dared.
  private static let fewConnections = 64
}
