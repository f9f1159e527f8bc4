import AssayHTTP
import AssayJSON
import AssayText

/// The reader of an entry's standard HAR fields.
struct HAREntryReader {
  private let node: HARNode

  init(_ node: HARNode) { self.node = node }

  /// Reads an entry written by Assay, whose custom fields are in `label`.
  func exchange(_ label: HARLabelReader) throws(HARError) -> Exchange {
    let response = try node.object("response")
    return Exchange(
      request: try request(),
      parameters: try label.parameters(),
      response: label.isAnswered ? HTTPResponse(head: try head(response), body: try body(response) ?? []) : nil,
      end: try label.end()
    )
  }

  /// Reads an entry of a browser or a proxy.
  func entry(number: Int) throws(HARError) -> HAREntry {
    let started = try node.optionalText("startedDateTime").flatMap { DateTime($0, isOffsetColonOptional: true) }
    var request = try request()
    request.headers.removeAll { $0.name.hasPrefix(":") }
    var answer: HTTPResponse?
    var isBodyMissing = false
    // A request that was blocked or failed has the status 0 and no version.
    if let response = try node.optionalObject("response"), response.member("status")?.value.int ?? 0 > 0 {
      var head = try head(response)
      head.headers.removeAll { $0.name.hasPrefix(":") }
      let body = try body(response)
      let size = response.member("content")?.member("size")?.value.int ?? 0
      isBodyMissing = body.map { Self.isCut($0, of: size, head) } ?? (size > 0 || head.isStream(as: .sse))
      answer = HTTPResponse(head: head, body: body ?? [])
    }
    var end = end(isAnswered: answer != nil)
    // Time spent in the recorder's own queue stands in front of what is timed.
    end.timings.began =
      started?.adding(node.member("timings")?.milliseconds("blocked") ?? .zero).millisecondsSinceEpoch
    let messages = try messages(started, end)
    if !messages.received.isEmpty, answer?.head.headers.isEmpty ?? true {
      // The recorder kept no handshake, which its client accepted.
      let fields = [HTTPHeader("Upgrade", "websocket"), HTTPHeader("Connection", "Upgrade")]
      answer = HTTPResponse(head: HTTPResponseHead(status: 101, headers: fields), body: [])
    }
    var events = messages.received
    if events.isEmpty { events = try self.events(started, end) }
    // Until it is known which operation was called, and with it how its parameters are written.
    let query = HARQuery.parameters(of: request.url).map { (name: $0.name, value: $0.value) }
    let parameters = RequestParameters(query: query.textsByName, multipart: try multipart(request))
    return HAREntry(
      number: number,
      started: started,
      exchange: Exchange(request: request, parameters: parameters, response: answer, end: end),
      events: events,
      sent: messages.sent,
      isBodyMissing: isBodyMissing && events.isEmpty,
      isFromCache: node.member("_fromCache") != nil,
      resourceType: node.member("_resourceType")?.value.string
    )
  }

  /// Returns true if only the beginning of a body was recorded, as Firefox does for long bodies. Sizes alone are not
  /// proof: some are those on the wire, and files are edited by hand.
  private static func isCut(_ body: [UInt8], of size: Int, _ head: HTTPResponseHead) -> Bool {
    guard !body.isEmpty, body.count < size else { return false }
    if head.isStream(as: .sse) { return body.last != 0x0A && body.last != 0x0D }
    return head.mediaType?.isJSON ?? false && (try? JSONDocument(parsing: body)) == nil
  }

  // MARK: Request

  private func request() throws(HARError) -> HTTPRequest {
    let request = try node.object("request")
    var made = HTTPRequest(
      method: try request.text("method"),
      url: try request.text("url"),
      headers: try headers(request),
      body: try requestBody(request)
    )
    made.isGzipped = try request.optionalObject("postData")?.optionalText("_contentCoding") == "gzip"
    return made
  }

  private func headers(_ node: HARNode) throws(HARError) -> [HTTPHeader] {
    var headers: [HTTPHeader] = []
    for header in try node.objects("headers") {
      headers.append(HTTPHeader(try header.text("name"), try header.optionalText("value") ?? ""))
    }
    return headers
  }

  private func requestBody(_ request: HARNode) throws(HARError) -> [UInt8] {
    guard let data = try request.optionalObject("postData") else { return [] }
    if let text = try data.optionalText("text"), !text.isEmpty {
      return try bytes(text, encoding: try data.optionalText("_encoding"), data)
    }
    let parts = try parts(data)
    guard !parts.isEmpty else { return [] }
    let type = MediaType(try data.optionalText("mimeType") ?? "")
    if type?.essence == "multipart/form-data", let boundary = type?.parameters["boundary"] {
      return MultipartForm(parts: parts).encode(boundary: boundary)
    }
    let pairs = parts.map { part in
      "\(PercentEncoding.encode(part.name))=\(PercentEncoding.encode(String(decoding: part.content, as: UTF8.self)))"
    }
    return Array(pairs.joined(separator: "&").utf8)
  }

  private func parts(_ data: HARNode) throws(HARError) -> [MultipartForm.Part] {
    var parts: [MultipartForm.Part] = []
    for parameter in try data.objects("params") {
      parts.append(
        MultipartForm.Part(
          name: try parameter.text("name"),
          filename: try parameter.optionalText("fileName"),
          contentType: try parameter.optionalText("contentType"),
          content: Array((try parameter.optionalText("value") ?? "").utf8)
        )
      )
    }
    return parts
  }

  private func multipart(_ request: HTTPRequest) throws(HARError) -> [String: String] {
    let type = request.headers["Content-Type"] ?? ""
    var parts = MultipartForm(request.body, contentType: type)?.parts ?? []
    if parts.isEmpty, let data = try node.object("request").optionalObject("postData") { parts = try self.parts(data) }
    return parts.map { (name: $0.name, value: $0.text) }.textsByName
  }

  // MARK: Response

  private func head(_ response: HARNode) throws(HARError) -> HTTPResponseHead {
    HTTPResponseHead(
      status: try response.integer("status"),
      reason: try response.optionalText("statusText") ?? "",
      version: try response.optionalText("httpVersion") ?? "",
      headers: try headers(response)
    )
  }

  /// Returns the bytes of the recorded response body; `nil` if the HAR file does not contain it.
  private func body(_ response: HARNode) throws(HARError) -> [UInt8]? {
    guard let content = try response.optionalObject("content"), let text = try content.optionalText("text") else {
      return nil
    }
    return try bytes(text, encoding: try content.optionalText("encoding"), content)
  }

  private func bytes(_ text: String, encoding: String?, _ node: HARNode) throws(HARError) -> [UInt8] {
    guard let encoding, !encoding.isEmpty else { return Array(text.utf8) }
    guard encoding.lowercased() == "base64" else {
      throw node.error("is encoded as `\(encoding)`; HAR readers know base64")
    }
    guard let bytes = Base64.decode(text) else { throw node.error("says it is base64 (RFC 4648), and its text is not") }
    return bytes
  }

  /// Returns the events that Chromium records next to an `EventSource` request, with times in seconds since 1970.
  private func events(_ started: DateTime?, _ end: TransferEnd) throws(HARError) -> [ObservedEvent] {
    var events: [ObservedEvent] = []
    for message in try node.objects("_eventSourceMessages") {
      let time = time(of: message, started, atLeast: events.last?.time ?? end.timings.firstByte ?? .zero)
      let name = try message.optionalText("eventName")
      let event = ServerSentEvent(
        name: name == "message" ? nil : name,
        data: try message.optionalText("data") ?? "",
        lastEventID: try message.optionalText("eventId") ?? ""
      )
      events.append(ObservedEvent(index: events.count + 1, time: time, event: event))
    }
    return events
  }

  /// Returns the messages of a WebSocket that the server and the client sent. The member and the names of the two
  /// directions vary by recorder.
  private func messages(_ started: DateTime?, _ end: TransferEnd) throws(HARError) -> (
    received: [ObservedEvent], sent: [SentMessage]
  ) {
    var (received, sent): ([ObservedEvent], [SentMessage]) = ([], [])
    let name = node.value.members.map(\.key).first { $0.lowercased().hasSuffix("websocketmessages") }
    var latest = end.timings.firstByte ?? .zero
    for message in try node.objects(name ?? "_webSocketMessages") {
      let opcode = message.member("opcode")?.value.int ?? 1
      let direction = try message.optionalText(message.member("type") == nil ? "direction" : "type")?.lowercased() ?? ""
      // The others are control frames.
      guard opcode == 1 || opcode == 2, let data = try message.optionalText("data") else { continue }
      latest = time(of: message, started, atLeast: latest)
      if ["send", "sent", "request"].contains(direction) {
        sent.append(SentMessage(time: latest, data: data))
      } else if ["receive", "received", "response"].contains(direction) {
        let event = opcode == 2 ? .binary(data) : ServerSentEvent(name: nil, data: data)
        received.append(ObservedEvent(index: received.count + 1, time: latest, event: event))
      }
    }
    return (received, sent)
  }

  /// Returns the time of a message, which is recorded in seconds or milliseconds since 1970 or as a date; `earliest` if
  /// it is missing.
  private func time(of message: HARNode, _ started: DateTime?, atLeast earliest: Duration) -> Duration {
    guard let started, let value = message.member("time")?.value else { return earliest }
    let number = value.double ?? value.string.flatMap { DateTime($0) }.map { Double($0.millisecondsSinceEpoch) }
    guard let number else { return earliest }
    // As seconds, this would be after the year 5000.
    let seconds = number > 1e11 ? number / 1000 : number
    let offset = seconds - Double(started.millisecondsSinceEpoch) / 1000
    return (0..<1e9).contains(offset) ? max(Duration.seconds(offset), earliest) : earliest
  }

  // MARK: End

  /// Returns the outcome and times of the transfer, as far as the recorder reports them. Time spent in the recorder's
  /// own queue is not the backend's.
  private func end(isAnswered: Bool) -> TransferEnd {
    let timings = node.member("timings")
    let phases = ["dns", "connect", "send", "wait"].map { timings?.milliseconds($0) }
    let isTimed = isAnswered && phases.contains { $0 != nil }
    let firstByte = isTimed ? phases.reduce(.zero) { $0 + ($1 ?? .zero) } : nil
    let blocked = timings?.milliseconds("blocked") ?? .zero
    let whole = node.milliseconds("time").map { max(.zero, $0 - blocked) }
    let total = whole ?? (firstByte ?? .zero) + (timings?.milliseconds("receive") ?? .zero)
    let connect = timings?.milliseconds("connect").map { $0 + (timings?.milliseconds("dns") ?? .zero) }
    let response = node.member("response")
    let told = [response?.member("_error"), node.member("_error"), response?.member("_errorMessage")]
    let detail = told.lazy.compactMap { $0?.value.string }.first ?? ""
    return TransferEnd(
      reason(detail, isAnswered: isAnswered),
      timings: TransferTimings(connect: connect, firstByte: firstByte.map { min($0, total) }, total: total),
      detail: detail
    )
  }

  /// Returns the reason for the end of a transfer from the recorded error: Chromium's name of a network error, or
  /// Java's message as quoted by Charles. A request without an answer and without an error was cancelled by the page.
  private func reason(_ error: String, isAnswered: Bool) -> TransferEnd.Reason {
    guard !error.isEmpty else { return isAnswered ? .complete : .cancelled }
    let known: [(String, TransferEnd.Reason)] = [
      ("ABORTED", .cancelled), ("BLOCKED", .cancelled), ("NAME_NOT_RESOLVED", .unresolved),
      ("CONNECTION_REFUSED", .refused), ("ADDRESS_UNREACHABLE", .refused), ("CONNECTION_RESET", .reset),
      ("TIMED_OUT", .totalTimeout), ("CERT_", .tls), ("SSL_", .tls), ("INCOMPLETE", .truncated),
      ("CONTENT_LENGTH_MISMATCH", .truncated), ("Connection refused", .refused), ("Connection reset", .reset),
      ("closed the connection", .reset), ("timed out", .totalTimeout), ("SSL", .tls),
    ]
    return known.first { error.contains($0.0) }?.1 ?? (isAnswered ? .truncated : .cancelled)
  }
}
