import CMalloc

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system's resource limits for the process (`getrlimit(2)`). If they are too low, threads and connections fail in
/// libraries that do not report it.
enum ProcessLimits {
  private static let files: UInt64 = 32
  private static let memory: UInt64 = 256 << 20

  /// An error message, with advice, if a limit of the process is too low; otherwise `nil`.
  static var lack: String? {
    if let few = limit(of: RLIMIT_NOFILE, raisedTo: files), few < files {
      return """
        error: the process may have \(few) files open, and assay needs \(files)
        help: raise the limit with ulimit -n 1024
        """
    }
    if let little = limit(of: RLIMIT_AS, raisedTo: memory), little < memory {
      return """
        error: the process may have \(little >> 20) MB of address space, and assay needs \(memory >> 20) MB
        help: raise the limit with ulimit -v unlimited
        """
    }
    return nil
  }

  /// Has the memory of each large value, such as the body of a response, returned to the system when it is no longer
  /// used.
  ///
  /// Once such a value was freed, glibc would take the next ones from its heaps, where gaps between them stay
  /// (`mallopt(3)`): of 30 MB answers one after another, two or three at a time would occupy memory.
  static func returnLargeMemory() {
    assay_set_mmap_threshold(1 << 20)
  }

  #if canImport(Glibc)
    private typealias Resource = __rlimit_resource
  #else
    private typealias Resource = Int32
  #endif

  /// Returns the value of a limit; if it is below `needed`, it is first raised as far as allowed. `nil` if the value is
  /// not known.
  private static func limit(of resource: Resource, raisedTo needed: UInt64) -> UInt64? {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(resource.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return nil }
    guard limit.rlim_cur < needed, limit.rlim_cur < limit.rlim_max else { return UInt64(limit.rlim_cur) }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(resource, &limit)
    return getrlimit(resource, &limit) == 0 ? UInt64(limit.rlim_cur) : nil
  }

  /// An error message, with advice, if an argument is not UTF-8, since its conversion to text would name a different
  /// file; otherwise `nil`.
  static var unreadableArgument: String? {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else { continue }
      return """
        error: argument \(index), \(String(cString: argument)), is not UTF-8
        help: rename the file, or correct the text
        """
    }
    return nil
  }
}
