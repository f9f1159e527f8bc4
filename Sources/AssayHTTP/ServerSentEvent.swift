/// Writes events as the bytes of an event stream (WHATWG HTML section 9.2.5), in any of the forms that are legal.
package struct ServerSentEventEncoder: Hashable, Sendable {
  /// The end of a line; all three mean the same.
  package enum LineEnding: String, CaseIterable, Hashable, Sendable {
    case lf = "\n"
    case cr = "\r"
    case crlf = "\r\n"
  }

  package var lineEnding: LineEnding
  /// True if a space, which means nothing, follows the colon.
  package var spacesAfterColon: Bool
  /// True if JSON data is written over several lines, broken after each comma outside a string; its value stays the
  /// same.
  package var breaksJSON: Bool

  package init(lineEnding: LineEnding = .lf, spacesAfterColon: Bool = true, breaksJSON: Bool = false) {
    self.lineEnding = lineEnding
    self.spacesAfterColon = spacesAfterColon
    self.breaksJSON = breaksJSON
  }

  /// The bytes of one event; `nil` leaves its field out. Line breaks within `data` become lines of their own.
  package func encode(event: String? = nil, data: String?, id: String? = nil, retry: Int? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    if let id { write("id", Array(id.utf8), to: &bytes) }
    if let event { write("event", Array(event.utf8), to: &bytes) }
    if let retry { write("retry", Array(String(retry).utf8), to: &bytes) }
    for line in data.map(lines) ?? [] { write("data", line, to: &bytes) }
    bytes += lineEnding.rawValue.utf8
    return bytes
  }

  /// A comment line, which clients ignore and servers send to keep a connection open.
  package func encode(comment: String) -> [UInt8] {
    var bytes: [UInt8] = []
    write("", Array(comment.utf8), to: &bytes)
    return bytes
  }

  private func write(_ field: String, _ value: [UInt8], to bytes: inout [UInt8]) {
    bytes += field.utf8
    bytes.append(0x3A)
    if spacesAfterColon || value.first == 0x20 { bytes.append(0x20) }
    // Only data can hold a line break; anywhere else it would end the field and begin another.
    bytes += value.filter { $0 != 0x0A && $0 != 0x0D }
    bytes += lineEnding.rawValue.utf8
  }

  /// The lines `data` makes, cut at each LF, CR and CRLF, and after commas where that was asked for.
  private func lines(_ data: String) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    var isQuoted = false
    var isEscaped = false
    var previous: UInt8 = 0
    for byte in data.utf8 {
      defer { previous = byte }
      if byte == 0x0A, previous == 0x0D { continue }
      if byte == 0x0A || byte == 0x0D {
        lines.append([])
        continue
      }
      lines[lines.count - 1].append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = isQuoted
      } else if byte == 0x22 {
        isQuoted.toggle()
      } else if breaksJSON, byte == 0x2C, !isQuoted {
        lines.append([])
      }
    }
    return lines
  }
}

/// One dispatched event of a stream (WHATWG HTML section 9.2.6).
package struct ServerSentEvent: Hashable, Sendable {
  /// The event's type; `message` where the stream names none.
  package var name: String
  /// True if the stream named the type itself.
  package var isNamed: Bool
  /// The data lines joined by LF, as UTF-8.
  package var bytes: [UInt8]
  /// The last event ID in force when the event was dispatched.
  package var lastEventID: String
  /// True if it is a message of bytes, whose data is their Base64.
  package var isBinary = false

  /// An event of those data, which must be UTF-8.
  package init(name: String?, bytes: [UInt8], lastEventID: String = "") {
    self.name = name ?? "message"
    self.isNamed = name != nil
    self.bytes = bytes
    self.lastEventID = lastEventID
  }

  package init(name: String?, data: String, lastEventID: String = "") {
    self.init(name: name, bytes: Array(data.utf8), lastEventID: lastEventID)
  }

  /// A WebSocket's message of bytes, given in Base64 (RFC 4648 section 4).
  package static func binary(_ base64: String) -> ServerSentEvent {
    var event = ServerSentEvent(name: StreamFormat.binaryName, data: base64)
    event.isBinary = true
    return event
  }

  /// The data lines joined by LF; made anew each time.
  package var data: String {
    get { String(decoding: bytes, as: UTF8.self) }
    set { bytes = Array(newValue.utf8) }
  }
}

/// The state of an event stream at its end, besides its events.
package struct ServerSentEventEnding: Hashable, Sendable {
  /// The lines of the event the stream ended inside of, at most some thousand bytes of each kind; it was discarded
  /// (WHATWG HTML section 9.2.6).
  package var partialEvent: String?
  /// The offset of the first byte that is not UTF-8.
  package var invalidUTF8Offset: Int?
  /// Why decoding stopped before the stream's end.
  package var failure: ServerSentEventFailure?
  /// Why the server closed a WebSocket, where it said that it does.
  package var closing: WebSocketClosing?

  package init(
    partialEvent: String? = nil,
    invalidUTF8Offset: Int? = nil,
    failure: ServerSentEventFailure? = nil,
    closing: WebSocketClosing? = nil
  ) {
    self.partialEvent = partialEvent
    self.invalidUTF8Offset = invalidUTF8Offset
    self.failure = failure
    self.closing = closing
  }
}

/// Why a decoder gave up on a stream.
package enum ServerSentEventFailure: Error, Hashable, Sendable {
  /// One event, or one line, has more bytes than allowed.
  case eventTooLarge(limit: Int)
  /// A frame, or a message, of a WebSocket breaks the rules of RFC 6455, or a text of a sequence those of RFC 7464: which, as a
  /// clause.
  case badFrame(String)
}
