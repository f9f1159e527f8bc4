/// How a stream tells one event from the next.
package enum StreamFormat: String, Hashable, Sendable, CaseIterable {
  /// Server-sent events (WHATWG HTML section 9.2).
  case sse
  /// A JSON text a line, which LF ends.
  case ndjson
  /// JSON texts, each between a record separator and LF (RFC 7464).
  case jsonSequence = "json-seq"
  /// A line of text each, which LF ends.
  case text

  /// What a client that wants such a stream accepts, and what its mock says it sends.
  package var mediaType: String {
    switch self {
    case .sse: "text/event-stream"
    case .ndjson: "application/x-ndjson"
    case .jsonSequence: "application/json-seq"
    case .text: "text/plain"
    }
  }

  /// Whether events have names and ids of their own.
  package var hasNames: Bool { self == .sse }
}

extension HTTPResponseHead {
  /// Whether the answer is a stream to a client that waits for one: a success, and, for an event source, one of that media
  /// type (WHATWG HTML section 9.2.2). Clients of the other formats do not ask.
  package func isStream(as format: StreamFormat) -> Bool {
    status / 100 == 2 && (format != .sse || mediaType?.essence == StreamFormat.sse.mediaType)
  }
}

/// Turns the bytes of a stream of any format into events, chunk by chunk.
package enum StreamDecoder: Sendable {
  case events(ServerSentEventDecoder)
  case records(RecordDecoder)

  /// A decoder that gives up on an event of more than `limit` bytes.
  package init(_ format: StreamFormat, limit: Int = 16 << 20) {
    self =
      format == .sse ? .events(ServerSentEventDecoder(limit: limit)) : .records(RecordDecoder(format, limit: limit))
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
    }
  }

  /// The reconnection time the stream asked for last, in milliseconds; only server-sent events ask for one.
  package var reconnectionTime: Int? { if case .events(let decoder) = self { decoder.reconnectionTime } else { nil } }

  /// Why decoding came to an end before the stream did.
  package var failure: ServerSentEventFailure? {
    switch self {
    case .events(let decoder): decoder.failure
    case .records(let decoder): decoder.failure
    }
  }

  /// Tells how the stream ended. What the last record lacks is its end alone where the answer came whole: then it is one.
  package mutating func finish(isWhole: Bool, _ emit: (ServerSentEvent) -> Void) -> ServerSentEventEnding {
    switch self {
    case .events(var decoder):
      defer { self = .events(decoder) }
      return decoder.finish()
    case .records(var decoder):
      defer { self = .records(decoder) }
      return decoder.finish(isWhole: isWhole, emit)
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
    }
  }
}
