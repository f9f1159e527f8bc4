import CCurl

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread for an event loop: detached, with SIGPIPE blocked, and a stack as deep as the main thread's.
enum EventLoopThread {
  /// Runs `body` on a new thread with `stack` bytes of stack; returns false if the system could not create one.
  static func start(stack: Int = 8 << 20, _ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stack)
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    var thread = EmptyThread.value
    let error = pthread_create(&thread, &attributes, enter, context)
    pthread_attr_destroy(&attributes)
    if error != 0 { Unmanaged<Body>.fromOpaque(context).release() }
    return error == 0
  }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

// The two systems disagree on what may be null.
#if canImport(Darwin)
  private typealias Context = UnsafeMutableRawPointer
  private enum EmptyThread { static var value: pthread_t? { nil } }
#else
  private typealias Context = UnsafeMutableRawPointer?
  private enum EmptyThread { static var value: pthread_t { pthread_t() } }
#endif

private func enter(_ context: Context) -> UnsafeMutableRawPointer? {
  // A TLS library may write to a socket whose peer is gone; that is an error to read, not a reason to die.
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  let pointer: UnsafeMutableRawPointer? = context
  if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
  return nil
}
