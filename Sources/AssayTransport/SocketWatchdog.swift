import CCurl
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A watchdog that shuts down the connections of overdue transfers while a call to libcurl does not return.
///
/// The loop checks its clock between two calls to libcurl, and in callbacks. A server can keep libcurl busy without
/// either: a TLS library reads records without data for as long as they arrive. The watchdog's own thread notices that,
/// and shutting down the socket ends the call with an error.
final class SocketWatchdog: Sendable {
  private struct State {
    /// The transfers that use each open socket, with the deadline of each; a kept connection has none.
    var sockets: [CInt: [ObjectIdentifier: MonotonicTime]] = [:]
    /// The transfers whose sockets the watchdog has shut down.
    var cut: Set<ObjectIdentifier> = []
    /// The number of the current or last call to libcurl, so that calls are distinguished.
    var call = 0
    /// The loop's time at which the current call to libcurl began; `nil` between two calls.
    var entered: MonotonicTime?
    var hasCut = false
    var hasEnded = false
  }

  private let state = Mutex(State())
  /// A counter that is odd during a callback from libcurl.
  private let callbacks = Atomic<Int>(0)

  /// Starts the thread; if this fails, only the loop's own clock enforces limits.
  func start() { _ = EventLoopThread.start(stack: 256 << 10) { [self] in run() } }

  /// Ends the watchdog's thread.
  func end() { state.withLock { $0.hasEnded = true } }

  // MARK: The loop's calls of libcurl

  func enter(at now: MonotonicTime) {
    state.withLock { state in
      state.call += 1
      state.entered = now
    }
  }

  /// Records that the call to libcurl returned. Returns true if the watchdog shut down a socket during the call, to
  /// make it return.
  func leave() -> Bool {
    state.withLock { state in
      defer { (state.entered, state.hasCut) = (nil, false) }
      return state.hasCut
    }
  }

  /// Records the start or the end of a callback from libcurl, during which libcurl is not stuck. The callback checks
  /// the limits itself.
  func noteCallback() { callbacks.wrappingAdd(1, ordering: .relaxed) }

  // MARK: Sockets

  /// Records that the transfer `user` has opened `socket`, and must end by `end`.
  func open(_ socket: CInt, for user: ObjectIdentifier, until end: MonotonicTime) {
    state.withLock { $0.sockets[socket] = [user: end] }
  }

  /// Records that the transfer `user` uses `socket`, and must end by `end`.
  func watch(_ socket: CInt, for user: ObjectIdentifier, until end: MonotonicTime) {
    state.withLock { $0.sockets[socket, default: [:]][user] = end }
  }

  func release(_ sockets: [CInt], by user: ObjectIdentifier) {
    guard !sockets.isEmpty else { return }
    state.withLock { state in
      state.cut.remove(user)
      for socket in sockets { state.sockets[socket]?[user] = nil }
    }
  }

  /// Closes `socket`, after which its number may be reused.
  func close(_ socket: CInt) -> CInt {
    state.withLock { $0.sockets[socket] = nil }
    return systemClose(socket)
  }

  /// Returns true if the watchdog has shut down a socket of the transfer `user`.
  func hasCut(_ user: ObjectIdentifier) -> Bool { state.withLock { $0.cut.contains(user) } }

  // MARK: The thread

  private func run() {
    var (call, heard) = (0, 0)
    // How long the loop has been in this call, and how long libcurl has not called back, in nanoseconds.
    var (inside, quiet) = (Int64(0), Int64(0))
    var last = MonotonicTime.now
    while true {
      usleep(Self.pulse)
      let (now, calls) = (MonotonicTime.now, callbacks.load(ordering: .relaxed))
      // What a tick takes beyond its time, nothing ran.
      let tick = min(now.nanoseconds - last.nanoseconds, Self.longestTick)
      last = now
      let isOver = state.withLock { state in
        let isSame = state.entered != nil && state.call == call
        inside = isSame ? inside + tick : 0
        quiet = isSame && calls == heard && calls & 1 == 0 ? quiet + tick : 0
        (call, heard) = (state.call, calls)
        if quiet >= Self.grace { cut(&state, after: inside) }
        return state.hasEnded
      }
      if isOver { return }
    }
  }

  private func cut(_ state: inout State, after inside: Int64) {
    guard let entered = state.entered else { return }
    for (socket, users) in state.sockets {
      let end = users.values.max()?.nanoseconds ?? entered.nanoseconds + Self.patience
      guard end + Self.grace <= entered.nanoseconds + inside else { continue }
      shutdown(socket, CInt(SHUT_RDWR))
      state.hasCut = true
      state.cut.formUnion(users.keys)
    }
  }

  /// The time between two checks, in microseconds.
  private static let pulse: UInt32 = 50_000
  /// The maximum time that one check counts, in nanoseconds, so that time during which the watchdog itself did not run
  /// is not counted.
  private static let longestTick: Int64 = 75_000_000
  /// The time after a transfer's deadline before the watchdog shuts down its socket, so that the loop can end it first.
  private static let grace: Int64 = 250_000_000
  /// The duration of a single call to libcurl after which the sockets of kept connections are also shut down.
  private static let patience: Int64 = 1_000_000_000
}

/// Closes a descriptor; the name differs from the system's because a method here has that name.
private func systemClose(_ descriptor: CInt) -> CInt { close(descriptor) }
