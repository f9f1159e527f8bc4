/// The framing that separates the events of a stream.
package enum StreamFormat: String, Hashable, Sendable, CaseIterable {
  /// Server-sent events (WHATWG HTML section 9.2).
  case sse
  /// JSON texts, one per line; LF ends a line.
  case ndjson
  /// JSON texts, each between a record separator and LF (RFC 7464).
  case jsonSequence = "json-seq"
  /// Lines of text; LF ends a line.
  case text
  /// Messages of a WebSocket (RFC 6455), over which the client also sends messages.
  case webSocket = "websocket"

  /// The media type that clients of such a stream accept and the mock sends; `nil` if the response has none.
  package var mediaType: String? {
    switch self {
    case .sse: "text/event-stream"
    case .ndjson: "application/x-ndjson"
    case .jsonSequence: "application/json-seq"
    case .text: "text/plain"
    case .webSocket: nil
    }
  }

  /// True if events have names and ids.
  package var hasNames: Bool { self == .sse }

  /// The name of a WebSocket's binary messages, which distinguishes them from text messages.
  package static let binaryName = "binary"

  /// Returns true if an event can have the name `name`.
  package func allows(name: String) -> Bool {
    hasNames || self == .webSocket && (name == "message" || name == Self.binaryName)
  }

  /// Returns true if events named `name` are binary messages.
  package func isBinary(name: String) -> Bool { self == .webSocket && name == Self.binaryName }

  /// The only possible status of an answer with such a stream; `nil` if several are possible.
  package var status: Int? { self == .webSocket ? 101 : nil }
}

extension HTTPResponseHead {
  /// Returns true if a client accepts the answer as a stream: it is a success and, for an event source, has that media
  /// type (WHATWG HTML section 9.2.2). Clients of the other formats do not check the type. A WebSocket is a change of
  /// protocols.
  package func isStream(as format: StreamFormat) -> Bool {
    if let only = format.status { return status == only }
    return status / 100 == 2 && (format != .sse || mediaType?.essence == StreamFormat.sse.mediaType)
  }
}

/// A decoder of a stream of any format into events, chunk by chunk.
package enum StreamDecoder: Sendable {
  case events(ServerSentEventDecoder)
  case records(RecordDecoder)
  /// The frames that a server sends over a WebSocket.
  case messages(WebSocketDecoder)

  /// Makes a decoder that fails on an event of more than `limit` bytes.
  package init(_ format: StreamFormat, limit: Int = 16 << 20) {
    switch format {
    case .sse: self = .events(ServerSentEventDecoder(limit: limit))
    case .webSocket: self = .messages(WebSocketDecoder(from: .server, limit: limit))
    case .ndjson, .jsonSequence, .text: self = .records(RecordDecoder(format, limit: limit))
    }
  }

  /// Takes the next bytes of the stream and passes each event they complete to `emit`, in order.
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

  /// Returns the frames that a WebSocket client now has to send to the server, such as pongs; each frame is returned
  /// once.
  package mutating func takeOwed() -> [WebSocketFrame] {
    guard case .messages(var decoder) = self else { return [] }
    defer { self = .messages(decoder) }
    return decoder.takeOwed()
  }

  /// The server's close frame of a WebSocket; `nil` until it is received.
  package var closing: WebSocketClosing? { if case .messages(let decoder) = self { decoder.closing } else { nil } }

  /// The ID that a client would send as `Last-Event-ID` if it reconnected now: empty if a block reset it, `nil` if none
  /// was set. Only server-sent events have IDs.
  package var lastEventID: String? {
    if case .events(let decoder) = self, decoder.hasSetID { decoder.lastEventID } else { nil }
  }

  /// The last reconnection time that the stream sent, in milliseconds; only server-sent events can have one.
  package var reconnectionTime: Int? { if case .events(let decoder) = self { decoder.reconnectionTime } else { nil } }

  /// The reason why decoding stopped before the end of the stream.
  package var failure: ServerSentEventFailure? {
    switch self {
    case .events(let decoder): decoder.failure
    case .records(let decoder): decoder.failure
    case .messages(let decoder): decoder.failure
    }
  }

  /// Ends the stream, and returns how it ended. A last record without its end counts only if the answer is complete.
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

/// An encoder of events as the bytes of a stream of any format.
package struct StreamEncoder: Sendable {
  package var format: StreamFormat
  package var events: ServerSentEventEncoder

  package init(_ format: StreamFormat, events: ServerSentEventEncoder = ServerSentEventEncoder()) {
    self.format = format
    self.events = events
  }

  /// Returns the bytes of one event; formats without names and ids omit them.
  package func encode(event: String?, data: String, id: String?) -> [UInt8] {
    let end = events.lineEnding == .crlf ? "\r\n" : "\n"
    switch format {
    case .sse: return events.encode(event: event, data: data, id: id)
    case .ndjson, .text: return data.utf8.map { $0 == 0x0A ? 0x20 : $0 } + Array(end.utf8)
    case .jsonSequence: return [0x1E] + Array((data + "\n").utf8)
    case .webSocket:
      if let event, format.isBinary(name: event), let bytes = Base64.decode(data) {
        return WebSocketFrame(.binary, bytes).bytes()
      }
      return WebSocketFrame(.text, Array(data.utf8)).bytes()
    }
  }
}
