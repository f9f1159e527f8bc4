import AssayHTTP
package import AssayObservation

extension SecretVault {
  /// An observation made before all its secrets were known, without them.
  package func hide(_ observation: Observation) -> Observation {
    var hidden = observation
    switch observation.content {
    case .exchange(let exchange): hidden.content = .exchange(hide(exchange))
    case .stream(let stream): hidden.content = .stream(hide(stream))
    case .poll(var poll):
      for index in poll.answers.indices { poll.answers[index].exchange = hide(poll.answers[index].exchange) }
      hidden.content = .poll(poll)
    case .absent(.unreachable(let end)): hidden.content = .absent(.unreachable(hide(end)))
    case .absent(.skipped(let reason)): hidden.content = .absent(.skipped(hide(reason)))
    case .absent(.unjudgeable(let reason)): hidden.content = .absent(.unjudgeable(hide(reason)))
    case .absent(.interrupted): break
    }
    return hidden
  }

  private func hide(_ exchange: Exchange) -> Exchange {
    Exchange(
      request: hide(exchange.request),
      parameters: hide(exchange.parameters),
      response: exchange.response.map { HTTPResponse(head: hide($0.head), body: hide(data: $0.body)) },
      end: hide(exchange.end)
    )
  }

  private func hide(_ stream: StreamObservation) -> StreamObservation {
    var hidden = stream
    hidden.request = hide(stream.request)
    hidden.parameters = hide(stream.parameters)
    hidden.head = stream.head.map(hide)
    hidden.events = stream.events.map { observed in
      var event = observed.event
      event.name = hide(event.name)
      event.data = String(decoding: hide(data: Array(event.data.utf8)), as: UTF8.self)
      event.lastEventID = hide(event.lastEventID)
      return event == observed.event
        ? observed : ObservedEvent(index: observed.index, time: observed.time, event: event)
    }
    hidden.notices = stream.notices.map { notice in
      if case .partialEvent(let lines) = notice { .partialEvent(hide(lines)) } else { notice }
    }
    hidden.otherBody = hide(data: stream.otherBody)
    hidden.end = hide(stream.end)
    return hidden
  }

  private func hide(_ parameters: RequestParameters) -> RequestParameters {
    RequestParameters(
      path: parameters.path.mapValues { hide($0) },
      query: parameters.query.mapValues { hide($0) },
      multipart: parameters.multipart.mapValues { hide($0) }
    )
  }

  private func hide(_ head: HTTPResponseHead) -> HTTPResponseHead {
    var hidden = head
    hidden.reason = hide(head.reason)
    hidden.headers = head.headers.map { HTTPHeader(hide($0.name), hide($0.value)) }
    return hidden
  }

  private func hide(_ end: TransferEnd) -> TransferEnd {
    var hidden = end
    hidden.detail = hide(end.detail)
    return hidden
  }
}
