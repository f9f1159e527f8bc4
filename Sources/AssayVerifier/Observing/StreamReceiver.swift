import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets
import AssayText
import Synchronization

/// A receiver that decodes a stream into events and passes each to the judge on arrival.
final class StreamReceiver: TransferReceiver {
  let isTwoWay: Bool
  struct State: ~Copyable {
    var decoder: StreamDecoder
    var judge: StreamJudge
    var head: HTTPResponseHead?
    var isStream = false
    var otherBody: [UInt8] = []
    var kept: [ObservedEvent] = []
    var keptBytes = 0
    var count = 0
    var hasGrace = false
    var connection = StreamConnection()
    /// The messages the client sends.
    var conversation = Conversation()
    /// The place messages go to that are calls of their own.
    var line: AsyncStream<Conversation.Outgoing>.Continuation?
    /// The error that stopped the stream because a secret in it could not be hidden; `nil` if there was none.
    var overflow: TooManySecrets?
  }

  /// The limits, in number and bytes, on the received events that are kept in addition to those the judge keeps.
  struct Keeping {
    var events: Int
    var bytes: Int

    /// The part of a stream that reports show, of the memory for a stream.
    static func some(of memory: Int) -> Keeping { Keeping(events: 10_000, bytes: memory / 2) }
    /// The limits for a stream whose events are read by later steps.
    static func whole(of memory: Int) -> Keeping { Keeping(events: 250_000, bytes: memory) }
    /// The limits for a recording; the recording of a longer stream cannot be judged again.
    static func all(of memory: Int) -> Keeping { Keeping(events: .max, bytes: memory) }

    /// Returns the first of `events` that are within the limits.
    func beginning(of events: [ObservedEvent]) -> ArraySlice<ObservedEvent> {
      var bytes = 0
      let end = events.firstIndex { event in
        bytes += event.event.size
        return event.index > self.events || bytes > self.bytes
      }
      return events[..<(end ?? events.endIndex)]
    }
  }

  /// The time to wait for late events after the final one.
  static let grace = Duration.milliseconds(250)
  /// The maximum bytes kept of a response that is not a stream: `mostOther` if a stream is required, `mostWhole` if a
  /// complete response is allowed instead.
  static let (mostOther, mostWhole) = (1 << 20, 64 << 20)

  let state: Mutex<State>
  let vault: SecretVault
  private let format: StreamFormat
  private let keeping: Keeping
  private let mostOther: Int
  /// The header fields that are kept of a further connection; `nil` where nothing is promised of them.
  private let fields: Set<String>?

  init(
    _ format: StreamFormat,
    judge: StreamJudge,
    vault: SecretVault,
    keeping: Keeping,
    mayComeWhole: Bool,
    fields: Set<String>?
  ) {
    self.fields = fields
    mostOther = mayComeWhole ? Self.mostWhole : Self.mostOther
    state = Mutex(State(decoder: StreamDecoder(format), judge: judge))
    self.format = format
    isTwoWay = format == .webSocket
    self.vault = vault
    self.keeping = keeping
  }

  func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
    state.withLock { state in
      state.isStream = head.isStream(as: format)
      guard let asked = state.connection.asked else {
        state.head = vault.guarded(head)
        if state.isStream {
          state.conversation.begin(at: time)
          Self.hand(over: &state)
        }
        return .proceed
      }
      let head = vault.guarded(head)
      var resumption = StreamResumption(
        after: state.count,
        time: state.connection.begin,
        lastEventID: asked,
        status: head.status,
        contentType: head.headers["Content-Type"]
      )
      resumption.headers = fields.map { fields in head.headers.filter { fields.contains($0.name.lowercased()) } }
      state.connection.resumptions.append(resumption)
      state.judge.resume(resumption)
      return state.isStream || head.status == 204 ? .proceed : .stop
    }
  }

  func receive(chunk: [UInt8], at time: Duration) -> TransferFlow {
    state.withLock { state in
      let time = state.connection.begin + time
      guard state.isStream else {
        // The head says what replaces the rest of a stream.
        if state.connection.asked != nil { return .proceed }
        state.otherBody += chunk.prefix(mostOther - min(mostOther, state.otherBody.count))
        return state.otherBody.count < mostOther ? .proceed : .stop
      }
      var decoded: [ServerSentEvent] = []
      state.decoder.decode(chunk) { decoded.append($0) }
      for event in decoded where !state.connection.isLeft { take(event, at: time, in: &state) }
      if !state.connection.isLeft, let id = state.decoder.lastEventID { state.connection.lastID = id }
      if let retry = state.decoder.reconnectionTime { state.connection.retry = .milliseconds(retry) }
      if state.connection.isLeft { return .stop }
      state.judge.heard(at: time)
      if state.decoder.failure != nil || state.conversation.problem != nil || state.overflow != nil { return .stop }
      if state.judge.isOver || state.decoder.closing != nil {
        if state.hasGrace { return .proceed }
        state.hasGrace = true
        return .stopAfter(Self.grace)
      }
      return .proceed
    }
  }

  /// Tells the judge that a redirect led to `request`, whose response is the stream.
  func lead(to request: HTTPRequest) { state.withLock { $0.judge.lead(to: request) } }

  /// Makes the client close the stream once, after the event with this number; `nil` to read it to its end.
  func leave(after number: Int?) { state.withLock { $0.connection.leavesAfter = number } }

  /// The head of the response; `nil` if none was received.
  var head: HTTPResponseHead? { state.withLock { $0.head } }

  private func take(_ event: ServerSentEvent, at time: Duration, in state: inout State) {
    state.count += 1
    let came = ObservedEvent(index: state.count, time: time, event: vault.guarded(event))
    // Before anyone is shown it, and those that are not kept, too: a finding may quote them.
    do throws(TooManySecrets) { try vault.learn(from: came) } catch {
      state.overflow = state.overflow ?? error
      return
    }
    let observed = state.judge.step(came)
    state.keptBytes += observed.event.size
    // Once one was dropped no later one is kept: the beginning of the stream is.
    if state.kept.count == state.count - 1, state.kept.count < keeping.events, state.keptBytes <= keeping.bytes {
      state.kept.append(observed)
    }
    state.conversation.note(observed)
    Self.hand(over: &state)
    // A stream may be left inside of a chunk; on its first connection no id means that none is in force.
    if !event.lastEventID.isEmpty || state.connection.asked == nil && state.connection.lastID != nil {
      state.connection.lastID = event.lastEventID
    }
    if state.count == state.connection.leavesAfter, !state.judge.isOver { state.connection.isLeft = true }
  }

  /// Hands over the messages that are calls of their own; a WebSocket takes its messages itself.
  private static func hand(over state: inout State) {
    guard let line = state.line else { return }
    for message in state.conversation.take() { line.yield(message) }
  }

  /// The results of a stream after its transfer ended.
  struct Received {
    var judge: StreamJudge
    var head: HTTPResponseHead?
    var otherBody: [UInt8]
    var events: [ObservedEvent]
    /// The number of events that are not in `events`.
    var dropped: Int
    var notices: [StreamNotice]
    var resumptions: [StreamResumption]
    var sent: [SentMessage]
    /// The reason why the stream cannot be judged, as a clause: a client message could not be rendered, or a secret
    /// could not be hidden.
    var problem: String?
  }

  func finish(_ end: TransferEnd) -> Received {
    state.withLock { state in
      var notices = state.connection.notices
      if state.isStream {
        var last: [ServerSentEvent] = []
        notices += state.decoder.finish(isWhole: end.reason == .complete) { last.append($0) }.notices
        for event in last { take(event, at: end.timings.total, in: &state) }
        for case .partialEvent(let lines) in notices {
          do throws(TooManySecrets) { try vault.learn(Credentials.handedOut(in: Array(lines.utf8))) } catch {
            state.overflow = state.overflow ?? error
          }
        }
      }
      return Received(
        judge: state.judge,
        head: state.head,
        otherBody: vault.guarded(state.otherBody),
        events: state.kept,
        dropped: state.count - state.kept.count,
        notices: notices,
        resumptions: state.connection.resumptions,
        sent: state.conversation.sent,
        problem: state.overflow.map { "\($0)" } ?? state.conversation.problem
      )
    }
  }
}

extension ServerSentEvent {
  /// The size of the event in a recording, which repeats the current event id in each event.
  fileprivate var size: Int { bytes.count + name.utf8.count + lastEventID.utf8.count }
}
