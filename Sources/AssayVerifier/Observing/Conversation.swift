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
  /// The values that the messages are rendered with, in addition to the event that each follows.
  private var scope: Scope?
  /// The messages sent so far, with tokens in place of secrets.
  private(set) var sent: [SentMessage] = []
  private var outgoing: [Outgoing] = []
  /// The reason why a message could not be rendered, as a clause; no message is sent after that. `nil` if there was no
  /// such problem.
  private(set) var problem: String?
  /// True if a close frame was sent or received, after which the client sends no messages.
  var isClosed = false

  init() {}

  init(_ messages: [ClientMessage], in scope: Scope) {
    self.messages = messages[...]
    self.scope = scope
  }

  /// Starts the conversation once the connection is established.
  mutating func begin(at time: Duration) { say(at: time, after: nil) }

  /// Takes a received event, and renders the message that waits for it, if any.
  mutating func note(_ event: ObservedEvent) {
    guard let wanted = messages.first?.after, wanted.isExactly(event.name) else { return }
    say(at: event.time, after: event)
  }

  /// Returns the messages that are due, and marks them as sent.
  mutating func take() -> [Outgoing] {
    defer { outgoing = [] }
    return outgoing
  }

  /// Renders the next message if it waits for `event` or for none, and then all following messages that wait for no
  /// event.
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

  /// Returns the frames that are due: pongs, messages, and a close frame once no further event is needed.
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

  /// Returns the end of a WebSocket stream: complete if the server sent a close frame; truncated if the connection was
  /// closed without one before the stream was over.
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
