import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A handler of Ctrl-C, SIGTERM and the end of the terminal, which calls a function so that the results so far can
/// still be reported. A second signal ends the process.
final class Interruption {
  /// The function to call on a signal, once it is set, and whether a signal was already received.
  private struct Answer {
    var act: (@Sendable () -> Void)?
    var isDue = false
  }

  /// The state shared with the signal source's handler, which it outlives.
  private final class Bell: Sendable {
    let answer = Mutex(Answer())

    func ring() {
      answer.withLock { answer -> (@Sendable () -> Void)? in
        answer.isDue = true
        return answer.act
      }?()
    }
  }

  /// A pipe to which each signal writes a byte. A dispatch source of signals would lose a signal that a different
  /// thread receives and ignores.
  private struct Wire {
    var reading: Int32 = -1
    var writing: Int32 = -1
  }

  private static let wire: Wire = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return Wire() }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return Wire(reading: ends[0], writing: ends[1])
  }()

  /// The dispatch source that reads the pipe; `nil` if the process cannot open further files, so that a signal ends it.
  private let source: (any DispatchSourceRead)?
  private let bell: Bell
  /// The signals that are handled. The end of the terminal (SIGHUP) is not, if the process was started with `nohup`.
  private static let signals: [Int32] = isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]

  /// Returns true if the process ignores `signal`, as the one that started it may have asked.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Sets the signals and standard streams of the process to a defined state, regardless of the process that started
  /// it.
  static func prepareProcess() {
    // A closed standard stream would be the next file or socket opened, and results would be written into that.
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
    // A closed reader (`| head -1`) must not end the process before the reports are written.
    signal(SIGPIPE, SIG_IGN)
    // The runtime's crash handler catches it, and may hang.
    if !isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    // A child of a thread that blocks signals would never hear of an interruption.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in Self.signals { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Starts handling signals; the action can be set later.
  init() {
    let bell = Bell()
    self.bell = bell
    let wire = Self.wire
    guard wire.reading >= 0 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: wire.reading, queue: .global())
    self.source = source
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 16)
      guard read(wire.reading, &bytes, bytes.count) > 0 else { return }
      // From the second signal on, the system's default: end at once.
      for number in Self.signals { signal(number, SIG_DFL) }
      bell.ring()
    }
    source.resume()
    for number in Self.signals {
      signal(number) { _ in
        // What stands here may interrupt anything: it reads what is made already, and writes.
        let before = errno
        _ = write(Interruption.wire.writing, "!", 1)
        errno = before
      }
    }
  }

  /// True if a signal was received.
  var isDue: Bool { bell.answer.withLock { $0.isDue } }

  /// Calls `act` on each signal, and immediately if one was already received.
  func answer(_ act: @escaping @Sendable () -> Void) {
    let isDue = bell.answer.withLock { answer in
      answer.act = act
      return answer.isDue
    }
    if isDue { act() }
  }

  func stop() {
    for number in Self.signals { signal(number, SIG_DFL) }
    source?.cancel()
  }
}
