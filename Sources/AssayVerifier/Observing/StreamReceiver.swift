import AssayHTTP
import AssayJudging
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
    var secrets: SecretOutputs?
  }

  /// How many of the events are kept beside what the judge keeps of them.
  struct Keeping {
    var events: Int
    var bytes: Int

    /// What reports show of a stream.
    static let some = Keeping(events: 10_000, bytes: 32 << 20)
    /// What later steps may read of one whose events they read.
    static let whole = Keeping(events: 250_000, bytes: 64 << 20)
    /// What a recording holds; a stream of more than this cannot be judged again.
    static let all = Keeping(events: .max, bytes: 256 << 20)

    /// The first of `events` that are kept.
    func beginning(of events: [ObservedEvent]) -> ArraySlice<ObservedEvent> {
      var bytes = 0
      let end = events.firstIndex { event in
        bytes += event.event.data.utf8.count
        return event.index > self.events || bytes > self.bytes
      }
      return events[..<(end ?? events.endIndex)]
    }
  }

  /// How long late events are waited for behind the final one.
  static let grace = Duration.milliseconds(250)
  /// The most bytes kept of an answer that is no stream.
  static let mostOther = 1 << 20

  private let state: Mutex<State>
  private let vault: SecretVault
  private let keeping: Keeping

  /// `secrets` are the outputs that are to be kept from everything else from the moment they come.
  init(judge: StreamJudge, vault: SecretVault, secrets: SecretOutputs? = nil, keeping: Keeping) {
    state = Mutex(State(judge: judge, secrets: secrets))
    self.vault = vault
    self.keeping = keeping
  }

  func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
    state.withLock { state in
      if let secrets = state.secrets { vault.learn(secrets.secrets(of: Self.answer(head, []))) }
      state.head = vault.conceal(head)
      state.isStream = head.isEventStream
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

  private static func answer(_ head: HTTPResponseHead, _ body: [UInt8]) -> Exchange {
    Exchange(
      request: HTTPRequest(method: "GET", url: ""),
      response: HTTPResponse(head: head, body: body),
      end: TransferEnd(.complete)
    )
  }

  private func take(_ event: ServerSentEvent, at time: Duration, in state: inout State) {
    state.count += 1
    var observed = ObservedEvent(index: state.count, time: time, event: event)
    if let new = state.secrets?.secrets(of: observed) { vault.learn(new) }
    let shown = vault.conceal(event)
    // Its data is read a second time only where something in it is to be hidden.
    if shown != event { observed = ObservedEvent(index: state.count, time: time, event: shown) }
    state.keptBytes += observed.event.data.utf8.count
    // Once one was let go none behind it is kept, so that what is kept is the stream's beginning.
    if state.kept.count == state.count - 1, state.kept.count < keeping.events, state.keptBytes <= keeping.bytes {
      state.kept.append(observed)
    }
    state.judge.step(observed)
  }

  /// What is left once the transfer ended.
  struct Received {
    var judge: StreamJudge
    var head: HTTPResponseHead?
    var otherBody: [UInt8]
    var events: [ObservedEvent]
    /// How many events are not in `events`.
    var dropped: Int
    var notices: [StreamNotice]
  }

  func finish() -> Received {
    state.withLock { state in
      if let secrets = state.secrets, let head = state.head, !state.isStream {
        vault.learn(secrets.secrets(of: Self.answer(head, state.otherBody)))
      }
      var ending = state.decoder.finish()
      ending.partialEvent = ending.partialEvent.map { vault.conceal($0) }
      return Received(
        judge: state.judge,
        head: state.head,
        otherBody: vault.conceal(state.otherBody),
        events: state.kept,
        dropped: state.count - state.kept.count,
        notices: state.isStream ? ending.notices : []
      )
    }
  }
}
