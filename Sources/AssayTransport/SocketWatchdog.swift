import CCurl
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Shuts down the connections of transfers that are past their end while a call of libcurl does not return.
///
/// The loop looks at its clock between two calls of libcurl, and in what libcurl calls back. A server can keep libcurl busy
/// with neither: a TLS library reads records without data for as long as they come. A thread of its own notices that. A
/// socket that is shut down ends the call with an error.
final class SocketWatchdog: Sendable {
  private struct State {
    /// For each open socket the transfers that use it, and the end of each; a kept connection has none.
    var sockets: [CInt: [ObjectIdentifier: MonotonicTime]] = [:]
    /// The transfers whose sockets were shut down.
    var cut: Set<ObjectIdentifier> = []
    /// The number of the call of libcurl.
    var call = 0
    /// The loop's time when that call began; `nil` between two calls.
    var entered: MonotonicTime?
    var hasCut = false
    var hasEnded = false
  }

  private let state = Mutex(State())
  /// Odd while libcurl calls back.
  private let callbacks = Atomic<Int>(0)

  /// Starts the thread; without one the loop's own clock has to do.
  func start() { _ = EventLoopThread.start(stack: 256 << 10) { [self] in run() } }

  /// Ends the thread.
  func end() { state.withLock { $0.hasEnded = true } }

  // MARK: The loop's calls of libcurl

  func enter(at now: MonotonicTime) {
    state.withLock { state in
      state.call += 1
      state.entered = now
    }
  }

  /// Returns whether a socket had to be shut down for the call to return.
  func leave() -> Bool {
    state.withLock { state in
      defer { (state.entered, state.hasCut) = (nil, false) }
      return state.hasCut
    }
  }

  /// Libcurl begins or ends to call back: it is not stuck, and limits are looked at there.
  func noteCallback() { callbacks.wrappingAdd(1, ordering: .relaxed) }

  // MARK: Sockets

  /// `user` has opened `socket`, and is to be through with it at `end`.
  func open(_ socket: CInt, for user: ObjectIdentifier, until end: MonotonicTime) {
    state.withLock { $0.sockets[socket] = [user: end] }
  }

  /// `user` is to be through with `socket` at `end`.
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

  /// Closes `socket`; its number may be another's from then on.
  func close(_ socket: CInt) -> CInt {
    state.withLock { $0.sockets[socket] = nil }
    return systemClose(socket)
  }

  /// Returns true if a socket of `user` was shut down.
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

  /// In microseconds.
  private static let pulse: UInt32 = 50_000
  /// In nanoseconds, as all that follows.
  private static let longestTick: Int64 = 75_000_000
  /// The time past its end for which a transfer is left to the loop.
  private static let grace: Int64 = 250_000_000
  /// The time a call may take before connections that no transfer uses are cut.
  private static let patience: Int64 = 1_000_000_000
}

/// Named apart, because a method has the name.
private func systemClose(_ descriptor: CInt) -> CInt { close(descriptor) }
