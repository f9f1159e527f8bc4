import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns Ctrl-C and SIGTERM into a call, so that what is known can still be reported; a second signal ends the process.
final class Interruption {
  private let sources: [any DispatchSourceSignal]

  init(_ act: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // From the second signal on, the system's own way: at once.
        signal(number, SIG_DFL)
        act()
      }
      source.resume()
      return source
    }
  }

  /// Returns at the first signal.
  static func wait() async {
    let (signals, continuation) = AsyncStream<Void>.makeStream()
    let interruption = Interruption { continuation.finish() }
    for await _ in signals {}
    interruption.stop()
  }

  func stop() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
