package import AssayHTTP
package import AssayJSON

/// An event and when the chunk that completed it arrived.
package struct ObservedEvent: Sendable {
  /// The event's number in its stream, from 1.
  package var index: Int
  /// The time since the request began.
  package var time: Duration
  package var event: ServerSentEvent
  /// The longest time before it without any sign of life; `nil` where the times of events say it.
  package var pause: Duration?
  /// The contract's name for it, if that is not the name it was received under.
  package var kind: String?
  /// The data as JSON, where it is JSON.
  package var json: JSONValue?
  /// Why the data is not JSON, where it is not.
  package var jsonError: JSONError?

  package init(index: Int, time: Duration, event: ServerSentEvent) {
    self.index = index
    self.time = time
    self.event = event
    // A text of bytes may look like a number.
    guard !event.isBinary else {
      json = .string(event.data)
      return
    }
    do throws(JSONError) { json = try JSONDocument(parsing: event.bytes).root } catch { jsonError = error }
  }
}

extension ObservedEvent {
  /// The name of the event: by the contract, or else by the stream.
  package var name: String { kind ?? event.name }
  /// True if it has a name, the stream's or the contract's.
  package var isNamed: Bool { kind != nil || event.isNamed }

  /// The data as rules read it: JSON, or else the text it is.
  package var value: JSONValue { json ?? .string(event.data) }
}

/// The signs of life after a stream's last event: comments, pings, incomplete events.
package struct SignsOfLife: Hashable, Sendable {
  /// When the last of them came, from the time the request began.
  package var last: Duration
  /// The longest time without any, from the last event up to then.
  package var longestPause: Duration

  package init(last: Duration, longestPause: Duration) {
    self.last = last
    self.longestPause = longestPause
  }
}

/// A fact noticed about a stream's bytes besides its events.
package enum StreamNotice: Hashable, Sendable {
  /// The stream ended inside an event, which the rules discard (WHATWG HTML section 9.2.6): its lines so far.
  case partialEvent(String)
  /// Bytes that are not UTF-8 were decoded as U+FFFD; the offset of the first of them.
  case invalidUTF8(offset: Int)
  /// One event went past this many bytes; nothing after it was read.
  case eventTooLarge(limit: Int)
  /// The server closed a WebSocket, and said so.
  case closed(WebSocketClosing)
  /// A frame of a WebSocket, or a text of a sequence, broke a rule, as the clause says; nothing after it was read.
  case badFrame(String)
}

/// A message the client sent over a WebSocket, and when; as the contract has it, `${NAME}` instead of secrets.
package struct SentMessage: Hashable, Sendable {
  /// The time since the request began.
  package var time: Duration
  package var data: String

  package init(time: Duration, data: String) {
    self.time = time
    self.data = data
  }
}

/// A further connection a stream was asked to go on over.
package struct StreamResumption: Hashable, Sendable {
  /// The number of events received before.
  package var after: Int
  /// When its answer began; where there was nothing to go on by, when the connection before ended.
  package var time: Duration
  /// The value of its `Last-Event-ID`; empty if it had none, because no event was received or the stream cleared the
  /// id.
  package var lastEventID: String
  /// The status of its answer; `nil` if it was never requested, because events were received and none had an id.
  package var status: Int?
  package var contentType: String?
  /// The other header fields of its answer that something is promised of; `nil` where they are not known.
  package var headers: [HTTPHeader]?

  package init(after: Int, time: Duration, lastEventID: String, status: Int? = nil, contentType: String? = nil) {
    self.after = after
    self.time = time
    self.lastEventID = lastEventID
    self.status = status
    self.contentType = contentType
  }
}

/// A whole stream, as it is recorded; live, the judge sees the same parts one by one.
package struct StreamObservation: Sendable {
  package var request: HTTPRequest
  package var parameters: RequestParameters
  package var head: HTTPResponseHead?
  /// The format by which the stream separates its events.
  package var format: StreamFormat
  package var events: [ObservedEvent]
  package var notices: [StreamNotice]
  package var end: TransferEnd
  /// The body where the answer was no event stream.
  package var otherBody: [UInt8]
  /// The time it was given.
  package var allowance: TimeAllowance
  /// The number of events after those in `events` that were judged, but not kept.
  package var droppedEvents: Int
  /// The bytes after the last event that are not an event.
  package var signsOfLife: SignsOfLife?
  /// The messages the client sent, in order.
  package var sent: [SentMessage] = []
  /// The connections after the first one, in order.
  package var resumptions: [StreamResumption] = []
  /// The texts hidden in it, in the order of ``mapTexts(_:data:)``.
  package var hidden: [HiddenText] = []

  package init(
    request: HTTPRequest,
    parameters: RequestParameters = RequestParameters(),
    head: HTTPResponseHead?,
    format: StreamFormat = .sse,
    events: [ObservedEvent] = [],
    notices: [StreamNotice] = [],
    end: TransferEnd,
    otherBody: [UInt8] = [],
    allowance: TimeAllowance = TimeAllowance(total: .zero),
    droppedEvents: Int = 0
  ) {
    self.request = request
    self.parameters = parameters
    self.head = head
    self.format = format
    self.events = events
    self.notices = notices
    self.end = end
    self.otherBody = otherBody
    self.allowance = allowance
    self.droppedEvents = droppedEvents
  }

  /// The request with the answer it got, in which events are no body.
  package var exchange: Exchange {
    let response = head.map { HTTPResponse(head: $0, body: otherBody) }
    return Exchange(request: request, parameters: parameters, response: response, end: end)
  }
}
