package import AssayHTTP
package import AssayText

/// One request and its answer as a browser or a proxy recorded them.
package struct HAREntry: Sendable {
  /// The entry's place in the file, from 1.
  package var number: Int
  /// When the request began, where the file says it in a way that can be read.
  package var started: DateTime?
  package var exchange: Exchange
  /// The events of a stream with their times, where the recorder kept them apart from the body.
  package var events: [ObservedEvent]
  /// The body is missing from the recording although there was one, or a part of it, so that nothing can be said of it.
  package var isBodyMissing: Bool
  /// The answer came from the recorder's own cache; the backend was not asked.
  package var isFromCache: Bool
  /// What a browser fetched it for, as Chromium names it: `xhr`, `fetch`, `document`, `script`; `nil` where nothing says.
  package var resourceType: String?

  package init(
    number: Int,
    started: DateTime?,
    exchange: Exchange,
    events: [ObservedEvent] = [],
    isBodyMissing: Bool = false,
    isFromCache: Bool = false,
    resourceType: String? = nil
  ) {
    self.number = number
    self.started = started
    self.exchange = exchange
    self.events = events
    self.isBodyMissing = isBodyMissing
    self.isFromCache = isFromCache
    self.resourceType = resourceType
  }

  /// The entry as a stream of server-sent events.
  ///
  /// A body in one piece says nothing about when its events came; they are all put at the answer's first byte, the
  /// earliest they can have been, so that no promise about time is held against them.
  package var stream: StreamObservation {
    let end = exchange.end
    var stream = StreamObservation(
      request: exchange.request,
      parameters: exchange.parameters,
      head: exchange.response?.head,
      end: end
    )
    guard let response = exchange.response else { return stream }
    guard response.head.isEventStream else {
      stream.otherBody = response.body
      return stream
    }
    if !events.isEmpty {
      stream.events = events
      return stream
    }
    let time = end.timings.firstByte ?? .zero
    var decoder = ServerSentEventDecoder()
    decoder.decode(response.body) { event in
      stream.events.append(ObservedEvent(index: stream.events.count + 1, time: time, event: event))
    }
    stream.notices = decoder.finish().notices
    return stream
  }
}

extension HTTPResponseHead {
  /// Whether a client may listen for events (WHATWG HTML section 9.2.2): a success of that media type.
  package var isEventStream: Bool { status / 100 == 2 && mediaType?.essence == "text/event-stream" }
}

extension ServerSentEventEnding {
  /// The ending as a stream's observation keeps it.
  package var notices: [StreamNotice] {
    var notices: [StreamNotice] = []
    if let partialEvent { notices.append(.partialEvent(partialEvent)) }
    if let invalidUTF8Offset { notices.append(.invalidUTF8(offset: invalidUTF8Offset)) }
    if case .eventTooLarge(let limit) = failure { notices.append(.eventTooLarge(limit: limit)) }
    return notices
  }
}
