#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The limit on open files and connections of this process.
enum OpenFiles {
  /// The number of open files reserved for everything except connections: the contract, reports, a mock in the same
  /// process.
  private static let reserve = 128

  /// Returns how many of `connections` the process may open at once; raises the process's limit if needed.
  ///
  /// Systems start a process with 256 or 1,024 and allow it to request many times that (`getrlimit(2)`).
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

  /// The number of connections that is always allowed.
  private static let fewConnections = 64
}
