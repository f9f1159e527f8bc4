import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
package import AssayObservation
import AssayText

/// The request and the answer in a few lines, for reports that show what was on the wire.
package enum Transcript {
  /// The most bytes of a body that are shown.
  static let mostBody = 2000
  /// The most events or answers that are shown.
  static let mostParts = 100

  /// What was seen of a step; empty where nothing was.
  package static func of(_ observation: Observation) -> String {
    switch observation.content {
    case .exchange(let exchange): of(exchange)
    case .stream(let stream): of(stream)
    case .poll(let poll): of(poll)
    case .absent: ""
    }
  }

  static func of(_ exchange: Exchange) -> String {
    (lines(exchange.request) + [""] + lines(exchange.response, exchange.end)).joined(separator: "\n")
  }

  static func of(_ stream: StreamObservation) -> String {
    var lines = lines(stream.request) + [""]
    if let head = stream.head { lines += self.lines(head) + [""] }
    for event in stream.events.prefix(mostParts) {
      lines.append("\(event.time.spoken)  event \(event.index) \(event.event.name): \(event.event.data.abridged)")
    }
    if stream.events.count > mostParts { lines.append("… \(stream.events.count - mostParts) more events") }
    if !stream.otherBody.isEmpty { lines.append(text(stream.otherBody)) }
    lines.append("\(stream.end.timings.total.spoken)  \(stream.end.reason.spoken)")
    return lines.joined(separator: "\n")
  }

  static func of(_ poll: PollObservation) -> String {
    guard let first = poll.answers.first else { return "" }
    var lines = lines(first.exchange.request)
    for answer in poll.answers.prefix(mostParts) {
      let status =
        answer.exchange.response.map { String($0.head.status) } ?? "no answer, \(answer.exchange.end.reason.spoken)"
      let body = answer.exchange.response.map { text(Array($0.body.prefix(400))) } ?? ""
      lines.append("\(answer.time.spoken)  poll \(answer.index): \(status) \(body)")
    }
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

  private static func lines(_ response: HTTPResponse?, _ end: TransferEnd) -> [String] {
    guard let response else { return ["no answer: \(told(end))"] }
    var lines = lines(response.head)
    if !response.body.isEmpty { lines += ["", text(response.body)] }
    if end.reason != .complete { lines.append("ended: \(told(end))") }
    return lines
  }

  private static func told(_ end: TransferEnd) -> String {
    end.detail.isEmpty ? end.reason.spoken : "\(end.reason.spoken) (\(end.detail))"
  }

  private static func text(_ body: [UInt8]) -> String {
    let shown = body.prefix(mostBody)
    guard !shown.contains(0) else { return "(\(body.count) bytes)" }
    let text = String(decoding: shown, as: UTF8.self)
    return body.count > mostBody ? text + "… (\(body.count) bytes)" : text
  }
}
