import AssayHTTP
import AssayJSON
import AssayText

/// A message of a WebSocket in an entry's `_webSocketMessages`, in Chromium's format.
struct HARWebSocketMessage {
  /// The time from the start of the request.
  var time: Duration
  var isSent: Bool
  /// True if the message is binary, so that its data is in Base64.
  var isBinary: Bool
  var data: String

  func write(from started: DateTime, to writer: inout JSONWriter) {
    writer.object {
      $0.member("type", isSent ? "send" : "receive")
      // In seconds since 1970.
      let start = Duration.milliseconds(started.millisecondsSinceEpoch)
      $0.member("time", raw: DecimalDuration.text(start + time, in: .seconds))
      $0.member("opcode", isBinary ? 2 : 1)
      $0.member("data", data)
    }
  }
}

extension HAREntryWriter {
  /// Returns the messages of both sides, ordered by time; a message sent after an event follows it.
  static func messages(of stream: StreamObservation) -> [HARWebSocketMessage] {
    var messages: [HARWebSocketMessage] = []
    var sent = stream.sent[...]
    for observed in stream.events {
      while let next = sent.first, next.time < observed.time {
        messages.append(HARWebSocketMessage(sent.removeFirst()))
      }
      let isBinary = observed.event.isBinary
      messages.append(
        HARWebSocketMessage(time: observed.time, isSent: false, isBinary: isBinary, data: observed.event.data)
      )
    }
    return messages + sent.map { HARWebSocketMessage($0) }
  }
}

extension HARWebSocketMessage {
  fileprivate init(_ sent: SentMessage) {
    self.init(time: sent.time, isSent: true, isBinary: false, data: sent.data)
  }
}
