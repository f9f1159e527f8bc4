import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns Ctrl-C, SIGTERM and the end of the terminal into a call, so that what is known can still be reported; a second signal ends the process.
final class Interruption {
  /// What is done at a signal, once that is known, and whether one came.
  private struct Answer {
    var act: (@Sendable () -> Void)?
    var isDue = false
  }

  /// Outlives the handlers of the sources, which call it.
  private final class Bell: Sendable {
    let answer = Mutex(Answer())

    func ring() {
      answer.withLock { answer -> (@Sendable () -> Void)? in
        answer.isDue = true
        return answer.act
      }?()
    }
  }

  private let sources: [any DispatchSourceSignal]
  private let bell: Bell
  /// What is heard. Who started this process with `nohup` wants it to outlive its terminal.
  private static let signals: [Int32] = {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    let isIgnored = unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    return isIgnored ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
  }()

  /// Makes signals and standard streams what this process takes them for, whatever its parent left.
  static func prepareProcess() {
    // A closed standard stream would be the next file or socket opened, and results would be written into that.
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
    // A reader that went away (`| head -1`) is no reason to die before the reports are written.
    signal(SIGPIPE, SIG_IGN)
    // A child of a thread that blocks signals would never hear of an interruption.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in Self.signals { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Hears the signals that come once this has returned; what answers them may be said later.
  init() {
    let bell = Bell()
    self.bell = bell
    let heard = DispatchSemaphore(value: 0)
    sources = Self.signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // From the second signal on, whichever it is, the system's own way: at once.
        for number in Self.signals { signal(number, SIG_DFL) }
        bell.ring()
      }
      source.setRegistrationHandler { heard.signal() }
      source.resume()
      return source
    }
    for _ in sources { heard.wait() }
  }

  /// Calls `act` at each signal, and now where one came before.
  func answer(_ act: @escaping @Sendable () -> Void) {
    let isDue = bell.answer.withLock { answer in
      answer.act = act
      return answer.isDue
    }
    if isDue { act() }
  }

  func stop() {
    for source in sources { source.cancel() }
    for number in Self.signals { signal(number, SIG_DFL) }
  }
}
