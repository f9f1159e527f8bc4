import AssayText

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The socket calls a server needs, independent of the operating system.
enum SystemCalls {
  #if canImport(Darwin)
    private static let streamType = SOCK_STREAM
    private static let sendFlags: CInt = 0
  #elseif canImport(Musl)
    private static let streamType = SOCK_STREAM
    private static let sendFlags = CInt(MSG_NOSIGNAL)
  #else
    private static let streamType = CInt(SOCK_STREAM.rawValue)
    private static let sendFlags = CInt(MSG_NOSIGNAL)
  #endif

  /// The time of day, to the millisecond.
  static var now: DateTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return DateTime(millisecondsSinceEpoch: Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000)
  }

  /// The most descriptors this process may have open.
  static var mostDescriptors: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
      let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
    return isKnown ? Int(clamping: limit.rlim_cur) : 256
  }

  /// The result of a read or a write.
  enum Transfer: Equatable {
    case bytes(Int)
    case wouldBlock
    /// The peer closed its side.
    case closed
    case failed
  }

  /// Opens a listening socket on the loopback address; port 0 means any free port.
  static func listen(port: Int) throws(ServerError) -> (descriptor: CInt, port: Int) {
    guard let number = UInt16(exactly: port) else { throw .port(port, "ports go from 0 to 65535") }
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw .port(port, lastError) }
    set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = number.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    #if canImport(Darwin)
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    #endif
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && Self.startListening(descriptor)
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isBound else {
      let reason = lastError
      close(descriptor)
      throw .port(port, reason)
    }
    prepare(descriptor)
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Accepts the next waiting connection, ready for use; returns `nil` if none is waiting.
  static func accept(_ listener: CInt) -> CInt? {
    #if canImport(Darwin)
      let descriptor = Darwin.accept(listener, nil, nil)
    #elseif canImport(Musl)
      let descriptor = Musl.accept(listener, nil, nil)
    #else
      let descriptor = Glibc.accept(listener, nil, nil)
    #endif
    guard descriptor >= 0 else { return nil }
    prepare(descriptor)
    // Events are small and must leave at once.
    set(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
    #if canImport(Darwin)
      set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
    return descriptor
  }

  static func read(_ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    return count == 0 ? .closed : outcome(count)
  }

  static func write(_ descriptor: CInt, _ bytes: ArraySlice<UInt8>) -> Transfer {
    outcome(bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) })
  }

  /// Signals the end of sending to the peer; data from the peer can still be read.
  static func finishWriting(_ descriptor: CInt) { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Closes the connection with a reset.
  static func reset(_ descriptor: CInt) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    close(descriptor)
  }

  /// Creates a pipe that wakes a thread waiting in `poll`; returns both ends.
  static func makePipe() throws(ServerError) -> (reader: CInt, writer: CInt) {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw .system(lastError) }
    for end in ends { prepare(end) }
    return (ends[0], ends[1])
  }

  static func close(_ descriptor: CInt) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  static var lastError: String { String(cString: strerror(errno)) }

  private static func outcome(_ count: Int) -> Transfer {
    if count >= 0 { return .bytes(count) }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .wouldBlock : .failed
  }

  private static func startListening(_ descriptor: CInt) -> Bool {
    #if canImport(Darwin)
      Darwin.listen(descriptor, 512) == 0
    #elseif canImport(Musl)
      Musl.listen(descriptor, 512) == 0
    #else
      Glibc.listen(descriptor, 512) == 0
    #endif
  }

  private static func set(_ descriptor: CInt, _ level: CInt, _ option: CInt, _ value: CInt) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  private static func prepare(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
