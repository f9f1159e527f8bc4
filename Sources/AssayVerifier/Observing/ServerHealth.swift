import AssayHTTP
import Synchronization

/// Remembers which servers answer, so that a dead one costs a run one wait and one finding.
final class ServerHealth: Sendable {
  private struct State {
    var answered: Set<String> = []
    var down: [String: TransferEnd] = [:]
  }

  private let state = Mutex(State())

  /// Why `server` was given up, where it was.
  func reasonDown(_ server: String) -> TransferEnd? { state.withLock { $0.down[server] } }

  /// Whether any server has answered so far.
  var hasAnswered: Bool { state.withLock { !$0.answered.isEmpty } }

  /// Notes how a call to `server` went; one that never answered and cannot be reached is given up.
  func note(_ server: String, _ end: TransferEnd) {
    state.withLock { state in
      if end.isUnreachable {
        if !state.answered.contains(server), end.reason != .unsendable { state.down[server] = end }
      } else {
        state.answered.insert(server)
      }
    }
  }
}

extension TransferEnd {
  /// Whether no HTTP was spoken at all, so that there is nothing to judge.
  var isUnreachable: Bool {
    switch reason {
    case .unresolved, .refused, .connectTimeout, .tls, .unsendable: true
    default: false
    }
  }
}
