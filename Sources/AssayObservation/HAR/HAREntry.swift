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
  /// The purpose a browser fetched it for, as Chromium names it: `xhr`, `fetch`, `document`, `script`; `nil` if not
  /// recorded.
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

  /// The URL of a WebSocket as that of the request of HTTP it is opened by (RFC 6455 section 3); `nil` for any other entry.
  package var urlOfWebSocket: String? {
    let url = exchange.request.url
    if url.hasPrefix("ws:") || url.hasPrefix("wss:") { return "http" + url.dropFirst(2) }
    return resourceType == "websocket" ? url : nil
  }

  /// The entry as a stream of events.
  ///
  /// A body in one piece says nothing about when its events came; they are all put at the answer's first byte, the
  /// earliest they can have been, so that no promise about time is held against them.
  package func stream(as format: StreamFormat) -> StreamObservation {
    let end = exchange.end
    var stream = StreamObservation(
      request: exchange.request,
      parameters: exchange.parameters,
      head: exchange.response?.head,
      format: format,
      end: end,
      allowance: TimeAllowance(total: .zero, endsWait: false)
    )
    guard let response = exchange.response else { return stream }
    guard response.head.isStream(as: format) else {
      stream.otherBody = response.body
      return stream
    }
    if !events.isEmpty || format == .webSocket {
      stream.events = events
      return stream
    }
    let time = end.timings.firstByte ?? .zero
    var decoder = StreamDecoder(format)
    var events: [ServerSentEvent] = []
    decoder.decode(response.body) { events.append($0) }
    stream.notices = decoder.finish(isWhole: end.reason == .complete) { events.append($0) }.notices
    stream.events = events.enumerated().map { ObservedEvent(index: $0 + 1, time: time, event: $1) }
    return stream
  }
}

extension ServerSentEventEnding {
  /// The ending as a stream's observation keeps it.
  package var notices: [StreamNotice] {
    var notices: [StreamNotice] = []
    if let partialEvent { notices.append(.partialEvent(partialEvent)) }
    if let invalidUTF8Offset { notices.append(.invalidUTF8(offset: invalidUTF8Offset)) }
    switch failure {
    case .eventTooLarge(let limit): notices.append(.eventTooLarge(limit: limit))
    case .badFrame(let clause): notices.append(.badFrame(clause))
    case nil: break
    }
    if let closing { notices.append(.closed(closing)) }
    return notices
  }
}
