import AssayHTTP
import AssayObservation
import Synchronization

/// Turns the pieces of a stream into events and hands each to the judge as it arrives.
final class StreamReceiver: TransferReceiver {
  private struct State: ~Copyable {
    var decoder = ServerSentEventDecoder()
    var judge: StreamJudge
    var head: HTTPResponseHead?
    var isStream = false
    var otherBody: [UInt8] = []
    var kept: [ObservedEvent] = []
    var keptBytes = 0
    var count = 0
    var hasGrace = false
  }

  /// How long late events are waited for behind the final one.
  static let grace = Duration.milliseconds(250)
  /// The most events kept for later steps; the judge itself keeps none.
  static let mostKept = 10_000
  /// The most bytes of data they have together.
  static let mostKeptBytes = 32 << 20
  /// The most bytes kept of an answer that is no stream.
  static let mostOther = 1 << 20

  private let state: Mutex<State>
  private let vault: SecretVault
  private let keepsEvents: Bool

  init(judge: StreamJudge, vault: SecretVault, keepsEvents: Bool) {
    state = Mutex(State(judge: judge))
    self.vault = vault
    self.keepsEvents = keepsEvents
  }

  func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
    state.withLock { state in
      state.head = vault.conceal(head)
      state.isStream = head.status / 100 == 2 && head.mediaType?.essence == "text/event-stream"
      return .proceed
    }
  }

  func receive(chunk: [UInt8], at time: Duration) -> TransferFlow {
    state.withLock { state in
      guard state.isStream else {
        state.otherBody += chunk.prefix(Self.mostOther - min(Self.mostOther, state.otherBody.count))
        return state.otherBody.count < Self.mostOther ? .proceed : .stop
      }
      var decoded: [ServerSentEvent] = []
      state.decoder.decode(chunk) { decoded.append($0) }
      for event in decoded { take(event, at: time, in: &state) }
      state.judge.heard(at: time)
      if state.decoder.failure != nil { return .stop }
      if state.judge.isOver {
        if state.hasGrace { return .proceed }
        state.hasGrace = true
        return .stopAfter(Self.grace)
      }
      return .proceed
    }
  }

  private func take(_ event: ServerSentEvent, at time: Duration, in state: inout State) {
    state.count += 1
    let observed = ObservedEvent(index: state.count, time: time, event: vault.conceal(event))
    if keepsEvents, state.kept.count < Self.mostKept, state.keptBytes < Self.mostKeptBytes {
      state.kept.append(observed)
      state.keptBytes += observed.event.data.utf8.count
    }
    state.judge.step(observed)
  }

  /// What is left once the transfer ended.
  struct Outcome {
    var judge: StreamJudge
    var head: HTTPResponseHead?
    var isStream: Bool
    var otherBody: [UInt8]
    var events: [ObservedEvent]
    var notices: [StreamNotice]
  }

  func finish() -> Outcome {
    state.withLock { state in
      let notices = state.isStream ? notices(state.decoder.finish()) : []
      return Outcome(
        judge: state.judge,
        head: state.head,
        isStream: state.isStream,
        otherBody: vault.conceal(state.otherBody),
        events: state.kept,
        notices: notices
      )
    }
  }

  private func notices(_ ending: ServerSentEventEnding) -> [StreamNotice] {
    var notices: [StreamNotice] = []
    if let partial = ending.partialEvent { notices.append(.partialEvent(vault.conceal(partial))) }
    if let offset = ending.invalidUTF8Offset { notices.append(.invalidUTF8(offset: offset)) }
    if case .eventTooLarge(let limit) = ending.failure { notices.append(.eventTooLarge(limit: limit)) }
    return notices
  }
}
