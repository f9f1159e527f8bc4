/// The framing that separates the events of a stream.
package enum StreamFormat: String, Hashable, Sendable, CaseIterable {
  /// Server-sent events (WHATWG HTML section 9.2).
  case sse
  /// A JSON text a line, which LF ends.
  case ndjson
  /// JSON texts, each between a record separator and LF (RFC 7464).
  case jsonSequence = "json-seq"
  /// A line of text each, which LF ends.
  case text
  /// Messages of a WebSocket (RFC 6455), over which the client talks, too.
  case webSocket = "websocket"

  /// The media type that a client of such a stream accepts and its mock sends; `nil` if the answer has no type.
  package var mediaType: String? {
    switch self {
    case .sse: "text/event-stream"
    case .ndjson: "application/x-ndjson"
    case .jsonSequence: "application/json-seq"
    case .text: "text/plain"
    case .webSocket: nil
    }
  }

  /// True if events have names and ids of their own.
  package var hasNames: Bool { self == .sse }

  /// The name of a WebSocket's messages of bytes, which distinguishes them from messages of text.
  package static let binaryName = "binary"

  /// Returns true if `name` is a possible name of an event.
  package func allows(name: String) -> Bool {
    hasNames || self == .webSocket && (name == "message" || name == Self.binaryName)
  }

  /// Returns true if events called `name` are messages of bytes.
  package func isBinary(name: String) -> Bool { self == .webSocket && name == Self.binaryName }

  /// The status of an answer that is such a stream, where it can be no other.
  package var status: Int? { self == .webSocket ? 101 : nil }
}

extension HTTPResponseHead {
  /// Returns true if the answer is a stream to a client that waits for one: a success, and, for an event source, one of
  /// that media type (WHATWG HTML section 9.2.2). Clients of the other formats do not check the type. A WebSocket is a
  /// change of protocols.
  package func isStream(as format: StreamFormat) -> Bool {
    if let only = format.status { return status == only }
    return status / 100 == 2 && (format != .sse || mediaType?.essence == StreamFormat.sse.mediaType)
  }
}

/// Turns the bytes of a stream of any format into events, chunk by chunk.
package enum StreamDecoder: Sendable {
  case events(ServerSentEventDecoder)
  case records(RecordDecoder)
  /// The frames that a server sends over a WebSocket.
  case messages(WebSocketDecoder)

  /// A decoder that gives up on an event of more than `limit` bytes.
  package init(_ format: StreamFormat, limit: Int = 16 << 20) {
    switch format {
    case .sse: self = .events(ServerSentEventDecoder(limit: limit))
    case .webSocket: self = .messages(WebSocketDecoder(from: .server, limit: limit))
    case .ndjson, .jsonSequence, .text: self = .records(RecordDecoder(format, limit: limit))
    }
  }

  /// Takes the next bytes of the stream and hands each event they complete to `emit`, in order.
  package mutating func decode(_ chunk: [UInt8], _ emit: (ServerSentEvent) -> Void) {
    switch self {
    case .events(var decoder):
      // Put back once it is done, so that there is one owner meanwhile and nothing is copied.
      self = .records(RecordDecoder(.text, limit: 0))
      decoder.decode(chunk, emit)
      self = .events(decoder)
    case .records(var decoder):
      self = .records(RecordDecoder(.text, limit: 0))
      decoder.decode(chunk, emit)
      self = .records(decoder)
    case .messages(var decoder):
      self = .records(RecordDecoder(.text, limit: 0))
      decoder.decode(chunk, emit)
      self = .messages(decoder)
    }
  }

  /// Returns the frames that a WebSocket's client owes its server by now, each once.
  package mutating func takeOwed() -> [WebSocketFrame] {
    guard case .messages(var decoder) = self else { return [] }
    defer { self = .messages(decoder) }
    return decoder.takeOwed()
  }

  /// Why the server closed a WebSocket, once it said so.
  package var closing: WebSocketClosing? { if case .messages(let decoder) = self { decoder.closing } else { nil } }

  /// The ID a client would send as `Last-Event-ID` if it reconnected now, empty where a block took it away; `nil` where
  /// none was set. Only server-sent events have one.
  package var lastEventID: String? {
    if case .events(let decoder) = self, decoder.hasSetID { decoder.lastEventID } else { nil }
  }

  /// The reconnection time the stream asked for last, in milliseconds; only server-sent events ask for one.
  package var reconnectionTime: Int? { if case .events(let decoder) = self { decoder.reconnectionTime } else { nil } }

  /// Why decoding came to an end before the stream did.
  package var failure: ServerSentEventFailure? {
    switch self {
    case .events(let decoder): decoder.failure
    case .records(let decoder): decoder.failure
    case .messages(let decoder): decoder.failure
    }
  }

  /// Tells how the stream ended. A last record without its end alone is one where the answer is whole.
  package mutating func finish(isWhole: Bool, _ emit: (ServerSentEvent) -> Void) -> ServerSentEventEnding {
    switch self {
    case .events(var decoder):
      defer { self = .events(decoder) }
      return decoder.finish()
    case .records(var decoder):
      defer { self = .records(decoder) }
      return decoder.finish(isWhole: isWhole, emit)
    case .messages(let decoder):
      return ServerSentEventEnding(
        partialEvent: decoder.isInsideMessage ? "" : nil,
        failure: decoder.failure,
        closing: decoder.closing
      )
    }
  }
}

/// Writes events as the bytes of a stream of any format.
package struct StreamEncoder: Sendable {
  package var format: StreamFormat
  package var events: ServerSentEventEncoder

  package init(_ format: StreamFormat, events: ServerSentEventEncoder = ServerSentEventEncoder()) {
    self.format = format
    self.events = events
  }

  /// The bytes of one event; formats without names and ids leave them out.
  package func encode(event: String?, data: String, id: String?) -> [UInt8] {
    let end = events.lineEnding == .crlf ? "\r\n" : "\n"
    switch format {
    case .sse: return events.encode(event: event, data: data, id: id)
    case .ndjson, .text: return Array((data.replacing("\n", with: " ") + end).utf8)
    case .jsonSequence: return [0x1E] + Array((data + "\n").utf8)
    case .webSocket:
      if let event, format.isBinary(name: event), let bytes = Base64.decode(data) {
        return WebSocketFrame(.binary, bytes).bytes()
      }
      return WebSocketFrame(.text, Array(data.utf8)).bytes()
    }
  }
}
