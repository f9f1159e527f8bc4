import AssayHTTP
import AssayObservation
import Synchronization

/// Remembers which servers answer: no calls are made to one that never did, nor after three in a row without a response.
final class ServerHealth: Sendable {
  private struct State {
    var answered: Set<String> = []
    var down: [String: Obstacle] = [:]
    /// Why no more calls of an operation are made, by its name; other operations of the server are called.
    var stalled: [String: Obstacle] = [:]
    /// The operations of the calls in a row that a server has not answered, or not in time.
    var stalls: [String: [String]] = [:]
  }

  /// After so many calls in a row without a whole response a server, or the one operation they are of, counts as down.
  private static let mostStalls = 3

  private let state = Mutex(State())

  /// Why no more calls of `operation`, or of any operation, to `server` are made; `nil` while they are.
  func obstacle(_ server: String, _ operation: String) -> Obstacle? {
    state.withLock { $0.down[server] ?? $0.stalled[operation] }
  }

  /// Notes the end of a call of `operation` to `server` that no other call of the run delayed. A stream that began does not count as
  /// a stall, even if it does not end.
  ///
  /// If one operation alone stalls, only that one counts as down: the server may answer all others.
  func note(_ server: String, _ operation: String, _ end: TransferEnd, isStream: Bool = false) {
    state.withLock { state in
      if end.isUnreachable {
        if end.reason == .unsendable { return }
        state.stalls[server, default: []].append(operation)
        // One that has answered may be starting again.
        let isDown = !state.answered.contains(server) || state.stalls[server, default: []].count >= Self.mostStalls
        if isDown { state.down[server] = .unreachable(end) }
        return
      }
      state.answered.insert(server)
      if end.reason == .cancelled { return }
      guard end.reason.isTimeOut, !isStream || end.timings.firstByte == nil else {
        state.stalls[server] = []
        return
      }
      state.stalls[server, default: []].append(operation)
      let stalls = state.stalls[server, default: []]
      guard stalls.count >= Self.mostStalls else { return }
      let reason = "counts as down: \(Self.mostStalls) calls in a row got no whole response in time"
      if stalls.contains(where: { $0 != operation }) {
        state.down[server] = state.down[server] ?? .unjudgeable("the server `\(server)` \(reason)")
      } else {
        state.stalled[operation] = state.stalled[operation] ?? .unjudgeable("the operation `\(operation)` \(reason)")
      }
    }
  }
}

extension TransferEnd {
  /// True if no HTTP was exchanged at all, so that there is nothing to judge.
  var isUnreachable: Bool {
    switch reason {
    case .unresolved, .refused, .connectTimeout, .tls, .unsendable: true
    default: false
    }
  }
}

/// The calls a run has under way, so that one whose answer was late can be made again alone.
final class Traffic: Sendable {
  /// A call under way.
  struct Call {
    /// The number of calls under way when it started, and of those that had started by then.
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

  /// Ends a call; returns how many others were under way with it.
  func end(_ call: Call, isStream: Bool = false) -> Int {
    let (others, woken) = state.withLock { state in
      if isStream { state.streams -= 1 } else { state.underWay -= 1 }
      return (call.before + state.begun - call.begun - 1, Self.wake(&state))
    }
    for waiting in woken { waiting.resume() }
    return others
  }

  /// Makes calls alone: those under way end first, and no other begins.
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
