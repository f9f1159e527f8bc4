package import AssayHTTP

/// A secret text that was hidden in an observation, with the token that is shown and the text that is judged in its
/// place.
package struct HiddenText: Hashable, Sendable {
  package var token: String
  /// The replacement for the hidden text, with the same length and form, on which promises are judged.
  package var standIn: String

  package init(_ token: String, _ standIn: String) {
    self.token = token
    self.standIn = standIn
  }
}

/// An exchange, a poll or a stream, whose texts can be changed one by one.
package protocol ObservedCall {
  var request: HTTPRequest { get set }
  var hidden: [HiddenText] { get set }

  /// Returns the call with all texts sent to or received from a server changed, always in the same order: bodies by
  /// `data`, all others by `change`.
  func mapTexts(_ change: (String) -> String, data: ([UInt8]) -> [UInt8]) -> Self
}

extension Exchange: ObservedCall {
  package func mapTexts(_ change: (String) -> String, data: ([UInt8]) -> [UInt8]) -> Exchange {
    var changed = Exchange(
      request: request.mapTexts(change, data: data),
      parameters: parameters.mapTexts(change),
      response: response.map { HTTPResponse(head: $0.head.mapTexts(change), body: data($0.body)) },
      end: end.mapTexts(change)
    )
    changed.hidden = hidden
    return changed
  }
}

extension StreamObservation: ObservedCall {
  package func mapTexts(_ change: (String) -> String, data: ([UInt8]) -> [UInt8]) -> StreamObservation {
    var changed = self
    changed.request = request.mapTexts(change, data: data)
    changed.parameters = parameters.mapTexts(change)
    changed.head = head?.mapTexts(change)
    changed.events = events.map { observed in
      var event = observed.event
      event.name = change(event.name)
      event.data = String(decoding: data(event.bytes), as: UTF8.self)
      event.lastEventID = change(event.lastEventID)
      if event == observed.event { return observed }
      var changed = ObservedEvent(index: observed.index, time: observed.time, event: event)
      (changed.pause, changed.kind) = (observed.pause, observed.kind)
      return changed
    }
    changed.notices = notices.map { notice in
      switch notice {
      case .partialEvent(let lines): .partialEvent(change(lines))
      case .closed(let closing): .closed(WebSocketClosing(code: closing.code, reason: change(closing.reason)))
      case .invalidUTF8, .eventTooLarge, .badFrame: notice
      }
    }
    changed.sent = sent.map { SentMessage(time: $0.time, data: change($0.data)) }
    changed.resumptions = resumptions.map { resumption in
      var changed = resumption
      changed.lastEventID = change(resumption.lastEventID)
      changed.contentType = resumption.contentType.map(change)
      changed.headers = resumption.headers?.map { HTTPHeader($0.name, change($0.value)) }
      return changed
    }
    changed.otherBody = data(otherBody)
    changed.end = end.mapTexts(change)
    return changed
  }
}

extension Obstacle {
  package func mapTexts(_ change: (String) -> String) -> Obstacle {
    switch self {
    case .skipped(let reason): .skipped(change(reason))
    case .unreachable(let end): .unreachable(end.mapTexts(change))
    case .unjudgeable(let reason): .unjudgeable(change(reason))
    case .interrupted: .interrupted
    }
  }
}

extension HTTPRequest {
  fileprivate func mapTexts(_ change: (String) -> String, data: ([UInt8]) -> [UInt8]) -> HTTPRequest {
    var changed = self
    changed.url = change(url)
    changed.headers = headers.map { HTTPHeader($0.name, change($0.value)) }
    changed.body = data(body)
    changed.digest = digest.map { DigestCredentials(user: change($0.user), password: change($0.password)) }
    return changed
  }
}

extension RequestParameters {
  package func mapTexts(_ change: (String) -> String) -> RequestParameters {
    // In the order of their names: a dictionary's own is another in every process.
    func texts(_ values: [String: String]) -> [String: String] {
      values.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.key] = change($1.value) }
    }
    return RequestParameters(path: texts(path), query: texts(query), multipart: texts(multipart))
  }
}

extension HTTPResponseHead {
  package func mapTexts(_ change: (String) -> String) -> HTTPResponseHead {
    var changed = self
    changed.reason = change(reason)
    changed.headers = headers.map { HTTPHeader(change($0.name), change($0.value)) }
    return changed
  }
}

extension ServerSentEvent {
  package func mapTexts(_ change: (String) -> String) -> ServerSentEvent {
    var changed = self
    changed.name = change(name)
    changed.data = change(data)
    changed.lastEventID = change(lastEventID)
    return changed
  }
}

extension TransferEnd {
  fileprivate func mapTexts(_ change: (String) -> String) -> TransferEnd {
    var changed = self
    changed.detail = change(detail)
    return changed
  }
}
