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

/// The calls a run has under way, so that one which came too late can be made again with none beside it.
final class Traffic: Sendable {
  /// A call under way.
  struct Call {
    /// How many were under way when it began, and had begun by then.
    fileprivate var before: Int
    fileprivate var begun: Int
  }

  private struct State {
    /// Those that end soon; streams are counted apart, and not waited for.
    var underWay = 0
    var streams = 0
    var begun = 0
    var isReserved = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Begins a call, once no other one is to be alone; `nil` where no time passes, so that none is in another's way.
  func begin(_ transport: any Transport, isStream: Bool = false) async -> Call? {
    if transport.isInstant { return nil }
    while true {
      let call = state.withLock { state in state.isReserved ? nil : Self.begin(isStream, &state) }
      if let call { return call }
      await wait { $0.isReserved }
    }
  }

  /// Begins a call that others wait for, though one of those is to be alone: a token is asked for once, for all of them.
  func beginAtOnce(_ transport: any Transport) -> Call? {
    transport.isInstant ? nil : state.withLock { Self.begin(false, &$0) }
  }

  private static func begin(_ isStream: Bool, _ state: inout State) -> Call {
    defer {
      state.begun += 1
      if isStream { state.streams += 1 } else { state.underWay += 1 }
    }
    return Call(before: state.underWay + state.streams, begun: state.begun)
  }

  /// Ends a call; gives how many others there were beside it.
  func end(_ call: Call, isStream: Bool = false) -> Int {
    let (others, woken) = state.withLock { state in
      if isStream { state.streams -= 1 } else { state.underWay -= 1 }
      return (call.before + state.begun - call.begun - 1, Self.wake(&state))
    }
    for waiting in woken { waiting.resume() }
    return others
  }

  /// Makes calls with no other beside them: those under way end first, and no other begins.
  func alone<Made>(_ make: () async -> Made) async -> Made {
    while !state.withLock({ state in
      defer { state.isReserved = true }
      return !state.isReserved
    }) { await wait { $0.isReserved } }
    while state.withLock({ $0.underWay > 0 }) { await wait { $0.underWay > 0 } }
    let made = await make()
    let woken = state.withLock { state in
      state.isReserved = false
      return Self.wake(&state)
    }
    for waiting in woken { waiting.resume() }
    return made
  }

  /// Waits for any change, where `isInTheWay` still holds.
  private func wait(_ isInTheWay: @Sendable (borrowing State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        guard isInTheWay(state) else { return true }
        state.waiting.append(continuation)
        return false
      }
      if goesOn { continuation.resume() }
    }
  }

  private static func wake(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    defer { state.waiting = [] }
    return state.waiting
  }
}
