import Foundation
import TestKit
import Testing

@testable import AssayTransport

/// Sockets are shut down past their end, and only while a call of libcurl does not come to an end by itself.
struct SocketWatchdogTests {
  /// What the loop does while the watchdog looks.
  enum Work: CaseIterable { case isStuck, isStuckBefore, isCalledBack, isElsewhere }

  private final class Transfer {}

  @Test(arguments: Work.allCases) func shutsDownWhatIsPastItsEnd(_ work: Work) throws {
    let (own, other) = try SocketPair.make()
    let (watchdog, transfer) = (SocketWatchdog(), Transfer())
    watchdog.start()
    defer {
      watchdog.end()
      _ = watchdog.close(own)
      close(other)
    }
    let user = ObjectIdentifier(transfer)
    let now = MonotonicTime.now
    watchdog.open(own, for: user, until: work == .isStuckBefore ? now + .seconds(600) : now)
    if work != .isElsewhere { watchdog.enter(at: now) }
    var peer = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
    if work == .isStuck {
      #expect(poll(&peer, 1, 60_000) == 1 && peer.revents & Int16(POLLHUP) != 0)
      #expect(watchdog.hasCut(user) && watchdog.leave())
      watchdog.release([own], by: user)
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
  @Test func shutsDownWhatNoTransferUses() throws {
    let (own, other) = try SocketPair.make()
    let (watchdog, transfer) = (SocketWatchdog(), Transfer())
    watchdog.start()
    let user = ObjectIdentifier(transfer)
    watchdog.open(own, for: user, until: .now + .seconds(600))
    watchdog.release([own], by: user)
    watchdog.enter(at: .now)
    var peer = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
    #expect(poll(&peer, 1, 60_000) == 1 && peer.revents & Int16(POLLHUP) != 0)
    #expect(watchdog.leave() && !watchdog.hasCut(user))
    watchdog.end()
    _ = watchdog.close(own)
    close(other)
  }
}
