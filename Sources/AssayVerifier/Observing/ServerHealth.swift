import AssayHTTP
import AssayObservation
import Synchronization

/// A record of which servers respond. A server is not called again if it never responded, or after three calls in a row
/// without a response. Its streams are counted apart: a server may answer calls and yet send no event.
final class ServerHealth: Sendable {
  /// The streams of a server or an operation that have started, or all its other calls.
  private struct CallGroup: Hashable {
    var name: String
    var isOfStreams = false
  }

  private struct State {
    var answered: Set<String> = []
    /// The reasons why servers are no longer called, by the server's name.
    var down: [CallGroup: Obstacle] = [:]
    /// The reasons why operations are no longer called, by operation name; other operations of the server still are.
    var stalled: [CallGroup: Obstacle] = [:]
    /// For each server, the operations of its most recent calls in a row that got no response, or none in time.
    var stalls: [CallGroup: [String]] = [:]
  }

  /// The number of consecutive calls without a complete response after which a server, or the one operation called,
  /// counts as down.
  private static let mostStalls = 3

  private let state = Mutex(State())

  /// Returns the reason why calls of `operation` are no longer made, because it or the whole server counts as down;
  /// `nil` if they are still made. A call for a stream is also not made if they are down for streams.
  func obstacle(_ server: String, _ operation: String, asStream: Bool = false) -> Obstacle? {
    state.withLock { state in
      for isOfStreams in asStream ? [false, true] : [false] {
        let obstacle =
          state.down[CallGroup(name: server, isOfStreams: isOfStreams)]
          ?? state.stalled[CallGroup(name: operation, isOfStreams: isOfStreams)]
        if let obstacle { return obstacle }
      }
      return nil
    }
  }

  /// Records the end of a call of `operation` to `server`. Delays by other calls of the run must be excluded. `events`
  /// is the number of events of a stream whose head arrived; `nil` for any other call.
  ///
  /// A stream that has started is a response of the server. It is a stall of the server's streams if no event followed
  /// in time, but not if some did and the stream did not end. If all the unanswered calls were of one operation, only
  /// that operation counts as down, since the server may still respond to others.
  func note(_ server: String, _ operation: String, _ end: TransferEnd, events: Int? = nil) {
    state.withLock { state in
      if end.isUnreachable {
        if end.reason == .unsendable { return }
        state.stalls[CallGroup(name: server), default: []].append(operation)
        // One that has answered may be starting again.
        let stalls = state.stalls[CallGroup(name: server), default: []]
        let isDown = !state.answered.contains(server) || stalls.count >= Self.mostStalls
        if isDown { state.down[CallGroup(name: server)] = .unreachable(end) }
        return
      }
      state.answered.insert(server)
      if end.reason == .cancelled { return }
      let isStream = events != nil
      if isStream || !end.reason.isTimeOut { state.stalls[CallGroup(name: server)] = [] }
      if end.reason.isTimeOut, (events ?? 0) == 0 {
        Self.stall(server, operation, isStream, &state)
      } else if isStream {
        state.stalls[CallGroup(name: server, isOfStreams: true)] = []
      }
    }
  }

  private static func stall(_ server: String, _ operation: String, _ isStream: Bool, _ state: inout State) {
    let group = CallGroup(name: server, isOfStreams: isStream)
    state.stalls[group, default: []].append(operation)
    let stalls = state.stalls[group, default: []]
    guard stalls.count >= mostStalls else { return }
    let reason =
      isStream
      ? "counts as down for streams: \(mostStalls) streams in a row got no event in time"
      : "counts as down: \(mostStalls) calls in a row got no whole response in time"
    if stalls.contains(where: { $0 != operation }) {
      state.down[group] = state.down[group] ?? .unjudgeable("the server `\(server)` \(reason)")
    } else {
      let group = CallGroup(name: operation, isOfStreams: isStream)
      state.stalled[group] = state.stalled[group] ?? .unjudgeable("the operation `\(operation)` \(reason)")
    }
  }
}

extension TransferEnd {
  /// True if no HTTP was exchanged with the server, so that there is nothing to judge.
  var isUnreachable: Bool {
    switch reason {
    case .unresolved, .refused, .connectTimeout, .tls, .unsendable: true
    default: false
    }
  }
}

/// The calls of a run that are in progress; it lets a call run while no others do, to measure its time.
final class Traffic: Sendable {
  /// A call in progress.
  struct Call {
    /// The number of calls in progress when this one started; `begun` is the number of calls that had started by then.
    fileprivate var before: Int
    fileprivate var begun: Int
  }

  private struct State {
    /// The number of calls in progress without streams, which may last and are not waited for.
    var underWay = 0
    var streams = 0
    var begun = 0
    var isReserved = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Registers the start of a call, after waiting for any call that runs alone; `nil` if the transport takes no time,
  /// so that calls cannot delay each other.
  func begin(_ transport: any Transport, isStream: Bool = false) async -> Call? {
    if transport.isInstant { return nil }
    while true {
      let call = state.withLock { state in state.isReserved ? nil : Self.begin(isStream, &state) }
      if let call { return call }
      await wait { $0.isReserved }
    }
  }

  /// Registers the start of a call even while another call runs alone. Used for token requests, which several calls
  /// wait for.
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

  /// Registers the end of a call; returns the number of other calls that were in progress at any time during it.
  func end(_ call: Call, isStream: Bool = false) -> Int {
    let (others, woken) = state.withLock { state in
      if isStream { state.streams -= 1 } else { state.underWay -= 1 }
      return (call.before + state.begun - call.begun - 1, Self.wake(&state))
    }
    for waiting in woken { waiting.resume() }
    return others
  }

  /// Makes calls while no others are in progress: waits for those to end, and lets no others start.
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

  /// Waits until the next call ends or stops running alone; returns at once if `isInTheWay` is false.
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
