/// An encoder of events as the bytes of an event stream (WHATWG HTML section 9.2.5), in any of the valid forms.
package struct ServerSentEventEncoder: Hashable, Sendable {
  /// The end of a line; all three forms are equivalent.
  package enum LineEnding: String, CaseIterable, Hashable, Sendable {
    case lf = "\n"
    case cr = "\r"
    case crlf = "\r\n"
  }

  package var lineEnding: LineEnding
  /// True if a space, which has no meaning, follows the colon.
  package var spacesAfterColon: Bool
  /// True if JSON data is written over several lines, broken after each comma outside a string; its value is not
  /// changed.
  package var breaksJSON: Bool

  package init(lineEnding: LineEnding = .lf, spacesAfterColon: Bool = true, breaksJSON: Bool = false) {
    self.lineEnding = lineEnding
    self.spacesAfterColon = spacesAfterColon
    self.breaksJSON = breaksJSON
  }

  /// Returns the bytes of one event; a field that is `nil` is omitted. Each line of `data` becomes a separate field
  /// line.
  package func encode(event: String? = nil, data: String?, id: String? = nil, retry: Int? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    if let id { write("id", Array(id.utf8), to: &bytes) }
    if let event { write("event", Array(event.utf8), to: &bytes) }
    if let retry { write("retry", Array(String(retry).utf8), to: &bytes) }
    for line in data.map(lines) ?? [] { write("data", line, to: &bytes) }
    bytes += lineEnding.rawValue.utf8
    return bytes
  }

  /// Returns a comment line, which clients ignore and servers send to keep a connection open.
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

  /// Returns the lines of `data`, split at each LF, CR and CRLF, and after commas if ``breaksJSON`` is true.
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
  /// The event's type; `message` if the stream does not name one.
  package var name: String
  /// True if the stream names the type explicitly.
  package var isNamed: Bool
  /// The data lines joined by LF, as UTF-8.
  package var bytes: [UInt8]
  /// The last event ID at the time the event was dispatched.
  package var lastEventID: String
  /// True if the event is a binary message, whose data is in Base64.
  package var isBinary = false

  /// Makes an event from its data, which must be UTF-8.
  package init(name: String?, bytes: [UInt8], lastEventID: String = "") {
    self.name = name ?? "message"
    self.isNamed = name != nil
    self.bytes = bytes
    self.lastEventID = lastEventID
  }

  package init(name: String?, data: String, lastEventID: String = "") {
    self.init(name: name, bytes: Array(data.utf8), lastEventID: lastEventID)
  }

  /// Returns the event of a WebSocket's binary message, given in Base64 (RFC 4648 section 4).
  package static func binary(_ base64: String) -> ServerSentEvent {
    var event = ServerSentEvent(name: StreamFormat.binaryName, data: base64)
    event.isBinary = true
    return event
  }

  /// The data lines joined by LF, as text; computed on each access.
  package var data: String {
    get { String(decoding: bytes, as: UTF8.self) }
    set { bytes = Array(newValue.utf8) }
  }
}

/// The facts about an event stream that are known at its end.
package struct ServerSentEventEnding: Hashable, Sendable {
  /// The lines of an incomplete event at the end of the stream, which was discarded (WHATWG HTML section 9.2.6),
  /// shortened to some thousand bytes of each kind; `nil` if there was none.
  package var partialEvent: String?
  /// The offset of the first byte that is not UTF-8.
  package var invalidUTF8Offset: Int?
  /// The reason why decoding stopped before the stream's end.
  package var failure: ServerSentEventFailure?
  /// The server's close frame of a WebSocket, if it sent one.
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

/// The reason why a decoder stopped before the end of a stream.
package enum ServerSentEventFailure: Error, Hashable, Sendable {
  /// One event, or one line, has more bytes than allowed.
  case eventTooLarge(limit: Int)
  /// A WebSocket frame or message breaks a rule of RFC 6455, or a text of a sequence a rule of RFC 7464; the clause
  /// states the rule.
  case badFrame(String)
}
