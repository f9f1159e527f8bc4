package import AssayHTTP
package import AssayText

/// A request and its answer, as recorded by a browser or a proxy.
package struct HAREntry: Sendable {
  /// The entry's position in the file, from 1.
  package var number: Int
  /// The time at which the request began, if the file has a readable one.
  package var started: DateTime?
  package var exchange: Exchange
  /// The events of a stream with their times, if the recorder kept them separately from the body.
  package var events: [ObservedEvent]
  /// The messages that the client sent over a WebSocket.
  package var sent: [SentMessage]
  /// True if the body, or a part of it, is missing from the recording, so that it cannot be judged.
  package var isBodyMissing: Bool
  /// True if the answer came from the recorder's own cache, without a request to the backend.
  package var isFromCache: Bool
  /// The purpose of the request in a browser, as Chromium names it: `xhr`, `fetch`, `document`, `script`; `nil` if not
  /// recorded.
  package var resourceType: String?

  package init(
    number: Int,
    started: DateTime?,
    exchange: Exchange,
    events: [ObservedEvent] = [],
    sent: [SentMessage] = [],
    isBodyMissing: Bool = false,
    isFromCache: Bool = false,
    resourceType: String? = nil
  ) {
    self.number = number
    self.started = started
    self.exchange = exchange
    self.events = events
    self.sent = sent
    self.isBodyMissing = isBodyMissing
    self.isFromCache = isFromCache
    self.resourceType = resourceType
  }

  /// The URL of the HTTP request that opens a WebSocket (RFC 6455 section 3); `nil` for any other entry.
  package var urlOfWebSocket: String? {
    let url = exchange.request.url
    if url.hasPrefix("ws:") || url.hasPrefix("wss:") { return "http" + url.dropFirst(2) }
    let isUpgraded = exchange.request.headers["Upgrade"]?.lowercased() == "websocket"
    return resourceType == "websocket" || isUpgraded ? url : nil
  }

  /// Returns the entry as a stream of events.
  ///
  /// If the body is in one piece, the times of its events are unknown. All get the time of the answer's first byte, the
  /// earliest possible, so that they break no promise about time.
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
      (stream.events, stream.sent) = (events, sent)
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
  /// The notices about the end of a stream's bytes, such as an incomplete event.
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
