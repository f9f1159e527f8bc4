import Foundation
import Testing

@testable import AssayTransport

/// Sockets are shut down past their end, and only while a call of libcurl does not come to an end by itself.
struct SocketWatchdogTests {
  /// What the loop does while the watchdog looks.
  enum Work: CaseIterable { case isStuck, isStuckBefore, isCalledBack, isElsewhere }

  private final class Transfer {}

  @Test(arguments: Work.allCases) func shutsDownWhatIsPastItsEnd(_ work: Work) throws {
    var ends: [CInt] = [0, 0]
    #if canImport(Darwin)
      #expect(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
    #else
      #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #endif
    let (watchdog, transfer) = (SocketWatchdog(), Transfer())
    watchdog.start()
    defer {
      watchdog.end()
      _ = watchdog.close(ends[0])
      close(ends[1])
    }
    let user = ObjectIdentifier(transfer)
    let now = MonotonicTime.now
    watchdog.open(ends[0], for: user, until: work == .isStuckBefore ? now + .seconds(600) : now)
    if work != .isElsewhere { watchdog.enter(at: now) }
    var peer = pollfd(fd: ends[1], events: Int16(POLLIN), revents: 0)
    if work == .isStuck {
      #expect(poll(&peer, 1, 60_000) == 1 && peer.revents & Int16(POLLHUP) != 0)
      #expect(watchdog.hasCut(user) && watchdog.leave())
      watchdog.release([ends[0]], by: user)
      #expect(!watchdog.hasCut(user))
    } else {
      for _ in 0..<20 {
        if work == .isCalledBack { watchdog.noteCallback() }
        #expect(poll(&peer, 1, 50) == 0)
      }
      #expect(!watchdog.hasCut(user) && !watchdog.leave())
    }
  }

  /// A kept connection has no end of its own: it is given a second.
  @Test func shutsDownWhatNoTransferUses() {
    var ends: [CInt] = [0, 0]
    #if canImport(Darwin)
      #expect(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
    #else
      #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #endif
    let (watchdog, transfer) = (SocketWatchdog(), Transfer())
    watchdog.start()
    let user = ObjectIdentifier(transfer)
    watchdog.open(ends[0], for: user, until: .now + .seconds(600))
    watchdog.release([ends[0]], by: user)
    watchdog.enter(at: .now)
    var peer = pollfd(fd: ends[1], events: Int16(POLLIN), revents: 0)
    #expect(poll(&peer, 1, 60_000) == 1 && peer.revents & Int16(POLLHUP) != 0)
    #expect(watchdog.leave() && !watchdog.hasCut(user))
    watchdog.end()
    _ = watchdog.close(ends[0])
    close(ends[1])
  }
}
