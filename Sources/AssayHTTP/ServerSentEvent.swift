/// One dispatched event of a stream (WHATWG HTML section 9.2.6).
package struct ServerSentEvent: Hashable, Sendable {
  /// The event's type; `message` where the stream names none.
  package var name: String
  /// Whether the stream named the type itself.
  package var isNamed: Bool
  /// The data lines joined by LF.
  package var data: String
  /// The last event ID in force when the event was dispatched.
  package var lastEventID: String

  package init(name: String?, data: String, lastEventID: String = "") {
    self.name = name ?? "message"
    self.isNamed = name != nil
    self.data = data
    self.lastEventID = lastEventID
  }
}

/// What there is to say about an event stream once it has ended, beside its events.
package struct ServerSentEventEnding: Hashable, Sendable {
  /// The lines of the event the stream ended inside of, at most some thousand bytes of each kind; it was discarded
  /// (WHATWG HTML section 9.2.6).
  package var partialEvent: String?
  /// The offset of the first byte that is not UTF-8.
  package var invalidUTF8Offset: Int?
  /// Why decoding stopped before the stream's end.
  package var failure: ServerSentEventFailure?

  package init(partialEvent: String? = nil, invalidUTF8Offset: Int? = nil, failure: ServerSentEventFailure? = nil) {
    self.partialEvent = partialEvent
    self.invalidUTF8Offset = invalidUTF8Offset
    self.failure = failure
  }
}

/// Why a decoder gave up on a stream.
package enum ServerSentEventFailure: Error, Hashable, Sendable {
  /// One event, or one line, has more bytes than allowed.
  case eventTooLarge(limit: Int)
}
