package import AssayHTTP
package import AssayJSON

/// An event, with the arrival time of the chunk that completed it.
package struct ObservedEvent: Sendable {
  /// The event's number in its stream, from 1.
  package var index: Int
  /// The time from the start of the request.
  package var time: Duration
  package var event: ServerSentEvent
  /// The longest time without any received byte before the event; `nil` if that is the time since the previous event.
  package var pause: Duration?
  /// The contract's name for the event, if different from the received name.
  package var kind: String?
  /// The data as JSON; `nil` if it is not JSON.
  package var json: JSONValue?
  /// The reason why the data is not JSON; `nil` if it is.
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
  /// The name of the event: the contract's, otherwise the stream's.
  package var name: String { kind ?? event.name }
  /// True if the event has a name, in the stream or in the contract.
  package var isNamed: Bool { kind != nil || event.isNamed }

  /// The data as rules read it: as JSON, otherwise as text.
  package var value: JSONValue { json ?? .string(event.data) }
}

/// The times of received bytes that complete no event, after a stream's last event: comments, pings, incomplete events.
package struct SignsOfLife: Hashable, Sendable {
  /// The time from the start of the request to the last received byte.
  package var last: Duration
  /// The longest time without a received byte, between the last event and ``last``.
  package var longestPause: Duration

  package init(last: Duration, longestPause: Duration) {
    self.last = last
    self.longestPause = longestPause
  }
}

/// A fact noticed about a stream's bytes besides its events.
package enum StreamNotice: Hashable, Sendable {
  /// The stream ended inside an event, which is discarded (WHATWG HTML section 9.2.6), with its lines so far.
  case partialEvent(String)
  /// Bytes that are not UTF-8 were decoded as U+FFFD; `offset` is that of the first one.
  case invalidUTF8(offset: Int)
  /// An event exceeded this number of bytes; nothing after it was read.
  case eventTooLarge(limit: Int)
  /// The server closed a WebSocket with a close frame.
  case closed(WebSocketClosing)
  /// A frame of a WebSocket, or a text of a sequence, broke the rule in the clause; nothing after it was read.
  case badFrame(String)
}

/// A message that the client sent over a WebSocket, with its time. It is the contract's text, with `${NAME}` instead of
/// secrets.
package struct SentMessage: Hashable, Sendable {
  /// The time from the start of the request.
  package var time: Duration
  package var data: String

  package init(time: Duration, data: String) {
    self.time = time
    self.data = data
  }
}

/// A further connection over which a stream was requested to continue.
package struct StreamResumption: Hashable, Sendable {
  /// The number of events received before this connection was requested.
  package var after: Int
  /// The time at which the connection was requested; if it never was, the end of the previous connection.
  package var time: Duration
  /// The request's `Last-Event-ID`; empty if it had none, because no event was received or the stream cleared the id.
  package var lastEventID: String
  /// The status of the connection's answer; `nil` if it was never requested, because events were received but none had
  /// an id.
  package var status: Int?
  package var contentType: String?
  /// The header fields of the connection's response about which the contract makes promises, besides `Content-Type`;
  /// `nil` if they are not known.
  package var headers: [HTTPHeader]?

  package init(after: Int, time: Duration, lastEventID: String, status: Int? = nil, contentType: String? = nil) {
    self.after = after
    self.time = time
    self.lastEventID = lastEventID
    self.status = status
    self.contentType = contentType
  }
}

/// A whole stream, as recorded. In a live run, the judge receives the same parts one by one.
package struct StreamObservation: Sendable {
  package var request: HTTPRequest
  package var parameters: RequestParameters
  package var head: HTTPResponseHead?
  /// The format of the stream, which determines how events are separated.
  package var format: StreamFormat
  package var events: [ObservedEvent]
  package var notices: [StreamNotice]
  package var end: TransferEnd
  /// The body if the answer was not an event stream.
  package var otherBody: [UInt8]
  /// The maximum time that was allowed for the stream.
  package var allowance: TimeAllowance
  /// The number of events after those in `events` that were judged, but not kept.
  package var droppedEvents: Int
  /// The times of bytes received after the last event; `nil` if there were none.
  package var signsOfLife: SignsOfLife?
  /// The messages that the client sent, in order.
  package var sent: [SentMessage] = []
  /// The connections after the first one, in order.
  package var resumptions: [StreamResumption] = []
  /// The texts hidden in the observation, in the order of ``mapTexts(_:data:)``.
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

  /// The request and its answer, without the events as its body.
  package var exchange: Exchange {
    let response = head.map { HTTPResponse(head: $0, body: otherBody) }
    return Exchange(request: request, parameters: parameters, response: response, end: end)
  }
}
