import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The loop of a server's thread: it waits for the next event, and lets each connection do its work.
struct ServerLoop {
  private let listeners: [CInt]
  /// A descriptor that becomes readable when the server is to stop.
  private let waker: CInt
  private let limits: ServerLimits
  private let handler: ServerHandler
  private let clock = ContinuousClock()

  init(listeners: [CInt], waker: CInt, limits: ServerLimits, handler: ServerHandler) {
    self.listeners = listeners
    self.waker = waker
    var limits = limits
    // A few descriptors are left to files, reports and other code of the process.
    limits.connections = max(1, min(limits.connections, SystemCalls.mostDescriptors - 64))
    self.limits = limits
    self.handler = handler
  }

  /// Serves until the waker is closed; closes all its descriptors before it returns.
  func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var connections: [ServerConnection] = []
    var watched: [pollfd] = []
    while true {
      watched.removeAll(keepingCapacity: true)
      watched.append(pollfd(fd: waker, events: Int16(POLLIN), revents: 0))
      let isOpen = connections.count < limits.connections || connections.contains { $0.isIdle || $0.awaitsRest }
      let accepts = isOpen ? Int16(POLLIN) : 0
      for listener in listeners { watched.append(pollfd(fd: listener, events: accepts, revents: 0)) }
      for connection in connections {
        watched.append(pollfd(fd: connection.descriptor, events: connection.interests, revents: 0))
      }
      let isBusy = connections.contains(where: \.hasMore)
      let wait = isBusy ? 0 : Self.milliseconds(until: connections.lazy.map(\.deadline).min(), from: clock.now)
      guard poll(&watched, nfds_t(watched.count), wait) >= 0 || errno == EINTR else { break }
      if watched[0].revents != 0 { break }
      let now = clock.now
      connections = serve(connections, watched.dropFirst(1 + listeners.count), buffer, now)
      for (number, listener) in listeners.enumerated() where watched[1 + number].revents != 0 {
        accept(listener, number, into: &connections, now)
      }
    }
    for connection in connections { _ = connection.close() }
    for descriptor in listeners + [waker] { SystemCalls.close(descriptor) }
  }

  /// Lets each connection that has something to do receive and send; returns the connections that stay open.
  ///
  /// The sum of what is held is kept after each turn: all connections together may start replies in one round.
  private func serve(
    _ connections: [ServerConnection],
    _ watched: ArraySlice<pollfd>,
    _ buffer: UnsafeMutableRawBufferPointer,
    _ now: ContinuousClock.Instant
  ) -> [ServerConnection] {
    var stays = [Bool](repeating: true, count: connections.count)
    var held = connections.reduce(0) { $0 + $1.held }
    for (index, (connection, events)) in zip(connections, watched).enumerated() where stays[index] {
      guard events.revents != 0 || connection.hasMore || now >= connection.deadline else { continue }
      held -= connection.held
      var fate = ServerConnection.Fate.stays
      // A connection whose peer is gone altogether is watched for nothing, and would wake the loop for ever.
      if events.revents & Int16(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 {
        fate = connection.receive(into: buffer, now: now)
      }
      if case .stays = fate { fate = connection.advance(now: now) }
      if case .closed = fate { stays[index] = false } else { held += connection.held }
      if held > limits.held { held = relieve(connections, &stays, now) }
    }
    return stays.contains(false) ? zip(connections, stays).compactMap { $1 ? $0 : nil } : connections
  }

  /// Ends the connections that hold the most memory, until the total is within the limit; returns the total. Of those
  /// that hold the same, the one that would be ended first for its delay is ended first.
  private func relieve(_ connections: [ServerConnection], _ stays: inout [Bool], _ now: ContinuousClock.Instant) -> Int
  {
    let open = connections.indices.filter { stays[$0] }
    let largest = open.map { (index: $0, held: connections[$0].held) }.sorted { one, other in
      let (first, second) = (connections[one.index].deadline, connections[other.index].deadline)
      return one.held != other.held ? one.held > other.held : first < second
    }
    var total = largest.reduce(0) { $0 + $1.held }
    for (index, held) in largest where total > limits.held {
      total -= held
      if case .closed = connections[index].relieve(now: now) {
        stays[index] = false
      } else {
        total += connections[index].held
      }
    }
    return total
  }

  private func accept(
    _ listener: CInt,
    _ number: Int,
    into connections: inout [ServerConnection],
    _ now: ContinuousClock.Instant
  ) {
    // Some at a time, so that those that are served already have their turn.
    for _ in 0..<64 {
      var oldest: Int?
      if connections.count >= limits.connections {
        // An idle connection makes room first, then the request that has been incomplete for longest.
        let idle = connections.indices.filter { connections[$0].isIdle }
        let candidates = idle.isEmpty ? connections.indices.filter { connections[$0].awaitsRest } : idle
        oldest = candidates.min { connections[$0].deadline < connections[$1].deadline }
        if oldest == nil { return }
      }
      guard let descriptor = SystemCalls.accept(listener) else { return }
      if let oldest { _ = connections.remove(at: oldest).close() }
      connections.append(
        ServerConnection(descriptor: descriptor, listener: number, handler: handler, limits: limits, now: now)
      )
    }
  }

  /// Returns the time until the deadline, rounded up so that the deadline has passed when `poll` returns for it.
  private static func milliseconds(until deadline: ContinuousClock.Instant?, from now: ContinuousClock.Instant) -> CInt
  {
    guard let deadline else { return -1 }
    let left = deadline - now
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    return CInt(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

/// The thread for a server's loop, whose waits must not block a thread of Swift's concurrency pool.
enum ServerThread {
  /// Runs `body` on a new, detached thread; returns false if the system could not create one.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    // Judging follows the nesting of what it judges, up to the limit of the JSON reader.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let context = Unmanaged.passRetained(ServerThreadBody(body)).toOpaque()
    var thread = NoThread.value
    let error = pthread_create(&thread, &attributes, enterServerThread, context)
    pthread_attr_destroy(&attributes)
    if error != 0 { Unmanaged<ServerThreadBody>.fromOpaque(context).release() }
    return error == 0
  }
}

private final class ServerThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

// The two systems disagree on what may be null.
#if canImport(Darwin)
  private typealias ThreadContext = UnsafeMutableRawPointer
  private enum NoThread { static var value: pthread_t? { nil } }
#else
  private typealias ThreadContext = UnsafeMutableRawPointer?
  private enum NoThread { static var value: pthread_t { pthread_t() } }
#endif

private func enterServerThread(_ context: ThreadContext) -> UnsafeMutableRawPointer? {
  let pointer: UnsafeMutableRawPointer? = context
  if let pointer { Unmanaged<ServerThreadBody>.fromOpaque(pointer).takeRetainedValue().run() }
  return nil
}

/// A signal for one thread to wait for the end of another.
final class ThreadEnd: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
