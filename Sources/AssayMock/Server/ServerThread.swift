#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Dispatch

/// The thread a server's loop runs on; its waits must not occupy a thread of Swift's concurrency pool.
enum ServerThread {
  /// Runs `body` on a new, detached thread; returns whether the system gave one.
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

/// Lets one thread wait until another has come to its end.
final class ThreadEnd: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
