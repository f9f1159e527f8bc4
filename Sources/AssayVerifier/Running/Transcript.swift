import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
package import AssayObservation
package import AssaySecrets
import AssayText

/// A short text of the request and response, for reports that show what was sent and received.
package enum Transcript {
  /// The maximum number of body bytes shown.
  static let mostBody = 2000
  /// The maximum number of body bytes searched for secrets before a part of the body is shown.
  static let mostRead = 1 << 14
  /// The maximum number of events or poll responses shown.
  static let mostParts = 100

  /// Returns the transcript of a step; empty if nothing was received.
  package static func of(_ observation: Hidden<Observation>) -> String {
    switch observation.value.content {
    case .exchange(let exchange): of(exchange)
    case .stream(let stream): of(stream)
    case .poll(let poll): of(poll)
    case .absent: ""
    }
  }

  /// Returns the lines for an exchange; `whole` is the size of its body in bytes before it was cut.
  static func of(_ exchange: Hidden<Exchange>, whole: Int = 0) -> String { of(exchange.value, whole: whole) }
  static func of(_ stream: Hidden<StreamObservation>) -> String { of(stream.value) }
  static func of(_ poll: Hidden<PollObservation>) -> String { of(poll.value) }

  private static func of(_ exchange: Exchange, whole: Int = 0) -> String {
    (lines(exchange.request) + [""] + lines(exchange.response, exchange.end, whole)).joined(separator: "\n")
  }

  private static func of(_ stream: StreamObservation) -> String {
    var lines = lines(stream.request) + [""]
    if let head = stream.head { lines += self.lines(head) + [""] }
    var resumptions = stream.resumptions[...]
    func tellResumptions(before index: Int) {
      while let next = resumptions.first, next.after < index, let status = next.status {
        let id = next.lastEventID.isEmpty ? "" : ", Last-Event-ID: \(next.lastEventID.abridged)"
        lines.append("\(next.time.spoken)  asked again\(id): \(status)")
        resumptions.removeFirst()
      }
    }
    var sent = stream.sent[...]
    func tellSent(before time: Duration) {
      while let next = sent.first, next.time < time {
        lines.append("\(next.time.spoken)  sent: \(next.data.abridged)")
        sent.removeFirst()
      }
    }
    for event in stream.events.prefix(mostParts) {
      tellSent(before: event.time)
      tellResumptions(before: event.index)
      lines.append(
        "\(event.time.spoken)  event \(event.index) \(event.event.name.abridged): \(event.event.data.abridged)"
      )
    }
    let more = stream.events.count + stream.droppedEvents - min(stream.events.count, mostParts)
    if more > 0 { lines.append("… \(more) more events") }
    tellSent(before: .seconds(1 << 40))
    tellResumptions(before: .max)
    if !stream.otherBody.isEmpty { lines.append(text(stream.otherBody)) }
    lines.append("\(stream.end.timings.total.spoken)  \(stream.end.reason.spoken)")
    return lines.joined(separator: "\n")
  }

  private static func of(_ poll: PollObservation) -> String {
    guard let first = poll.answers.first else { return "" }
    var lines = lines(first.exchange.request)
    for answer in poll.answers.prefix(mostParts) {
      let status =
        answer.exchange.response.map { String($0.head.status) } ?? "no answer, \(answer.exchange.end.reason.spoken)"
      let body = answer.exchange.response.map { text(Array($0.body.prefix(400))) } ?? ""
      lines.append("\(answer.time.spoken)  poll \(answer.index): \(status) \(body)")
    }
    let more = poll.answers.count + poll.droppedAnswers - min(poll.answers.count, mostParts)
    if more > 0 { lines.append("… \(more) more answers") }
    return lines.joined(separator: "\n")
  }

  private static func lines(_ request: HTTPRequest) -> [String] {
    var lines = ["\(request.method) \(request.url)"]
    lines += request.headers.map { "\($0.name): \($0.value)" }
    if !request.body.isEmpty { lines += ["", text(request.body)] }
    return lines
  }

  private static func lines(_ head: HTTPResponseHead) -> [String] {
    ["\(head.version) \(head.status) \(head.reason)"] + head.headers.map { "\($0.name): \($0.value)" }
  }

  private static func lines(_ response: HTTPResponse?, _ end: TransferEnd, _ whole: Int) -> [String] {
    guard let response else { return ["no answer: \(told(end))"] }
    var lines = (end.wasChallenged ? ["401, which asked for HTTP Digest; sent again with credentials", ""] : [])
    lines += self.lines(response.head)
    if !response.body.isEmpty { lines += ["", text(response.body, whole: whole)] }
    if end.reason != .complete { lines.append("ended: \(told(end))") }
    return lines
  }

  private static func told(_ end: TransferEnd) -> String {
    end.detail.isEmpty ? end.reason.spoken : "\(end.reason.spoken) (\(end.detail))"
  }

  private static func text(_ body: [UInt8], whole: Int = 0) -> String {
    let shown = body.prefix(mostBody)
    let count = max(body.count, whole)
    guard !shown.contains(0) else { return "(\(count) bytes)" }
    let text = String(decoding: shown, as: UTF8.self)
    return count > mostBody ? text + "… (\(count) bytes)" : text
  }
}

extension StreamObservation {
  /// The stream with only the events that a transcript shows.
  var cut: StreamObservation {
    var cut = self
    cut.events = events.prefix(Transcript.mostParts).map { observed in
      var event = observed.event
      event.lastEventID = ""
      return ObservedEvent(index: observed.index, time: observed.time, event: event)
    }
    cut.droppedEvents += events.count - cut.events.count
    return cut
  }
}

extension Exchange {
  /// Returns the exchange with at most `limit` bytes of its body, for display.
  func cut(to limit: Int) -> Exchange {
    guard size > limit else { return self }
    var cut = self
    cut.response?.body = Array(response?.body.prefix(limit) ?? [])
    (cut.json, cut.jsonError) = (nil, nil)
    return cut
  }
}
