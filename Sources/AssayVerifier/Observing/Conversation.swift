import AssayContract
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayObservation
import AssaySecrets
import Synchronization

/// The messages of a client while a stream is open, and its progress with them.
struct Conversation {
  /// A message that is made and not yet on its way.
  struct Outgoing: Sendable {
    var text: String
    /// The operation whose body it is; `nil` over a WebSocket.
    var operation: String?
  }

  private var messages: ArraySlice<ClientMessage> = []
  /// The values the messages are filled in from, besides the event each follows.
  private var scope: Scope?
  /// The messages sent, tokens instead of secrets.
  private(set) var sent: [SentMessage] = []
  private var outgoing: [Outgoing] = []
  /// The reason why the next message cannot be made, as a clause; nothing is sent from then on.
  private(set) var problem: String?
  /// True if the client has announced that it closes the connection.
  var isClosed = false

  init() {}

  init(_ messages: [ClientMessage], in scope: Scope) {
    self.messages = messages[...]
    self.scope = scope
  }

  /// The connection is established.
  mutating func begin(at time: Duration) { say(at: time, after: nil) }

  /// Takes an event, after which a message may be due.
  mutating func note(_ event: ObservedEvent) {
    guard let wanted = messages.first?.after, wanted.isExactly(event.name) else { return }
    say(at: event.time, after: event)
  }

  /// Returns the messages to be sent by now, once.
  mutating func take() -> [Outgoing] {
    defer { outgoing = [] }
    return outgoing
  }

  /// Says the next message, where it follows `event`, and all that wait for no other.
  private mutating func say(at time: Duration, after event: ObservedEvent?) {
    var mayFollow = event != nil
    while problem == nil, !isClosed, let message = messages.first, message.after == nil || mayFollow, var scope {
      mayFollow = false
      scope.event = event
      messages.removeFirst()
      switch Template.render(message.data, in: scope) {
      case .success(let value):
        sent.append(SentMessage(time: time, data: value.string ?? value.compactText))
        outgoing.append(Outgoing(text: sent[sent.count - 1].data, operation: message.operation))
      case .failure(let input):
        problem = "its message \(sent.count + 1) could not be made: \(input.expression): \(input.reason)"
      }
    }
  }
}

extension StreamReceiver {
  /// Gives the client something to say, and hands what it says outside of the connection to `line`.
  func say(
    _ messages: [ClientMessage],
    in scope: Scope,
    to line: AsyncStream<Conversation.Outgoing>.Continuation? = nil
  ) {
    state.withLock {
      $0.conversation = Conversation(messages, in: scope)
      $0.line = line
    }
  }

  /// The frames that are to be sent by now: pongs, messages, and the client's farewell once it has seen enough.
  func takeOutgoing(at time: Duration) -> [UInt8] {
    state.withLock { state in
      var frames = state.decoder.takeOwed()
      frames += state.conversation.take().map { WebSocketFrame(.text, vault.reveal(message: Array($0.text.utf8))) }
      if state.decoder.closing != nil {
        state.conversation.isClosed = true
      } else if state.judge.isOver, !state.conversation.isClosed {
        state.conversation.isClosed = true
        frames.append(.close(1000))
      }
      return frames.flatMap { $0.bytes(mask: (0..<4).map { _ in UInt8.random(in: .min ... .max) }) }
    }
  }

  /// The end of a WebSocket, whose connection has none of its own: it is whole where the server said that it closes it.
  func closed(_ end: TransferEnd) -> TransferEnd {
    state.withLock { state in
      guard state.isStream else { return end }
      var end = end
      if state.decoder.closing != nil {
        end = TransferEnd(.complete, timings: end.timings)
      } else if end.reason == .complete, !state.judge.isOver {
        end = TransferEnd(.truncated, timings: end.timings, detail: "the connection closed without a close frame")
      }
      return end
    }
  }
}
