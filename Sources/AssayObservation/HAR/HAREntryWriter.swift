import AssayHTTP
import AssayJSON
import AssayText

/// The writer of one request and its answer as an entry of a HAR log.
struct HAREntryWriter {
  let request: HTTPRequest
  let head: HTTPResponseHead?
  let body: [UInt8]
  let end: TransferEnd
  /// The stream, if it consists of the messages of a WebSocket.
  private let messages: StreamObservation?

  init(exchange: Exchange) {
    request = exchange.request
    head = exchange.response?.head
    body = exchange.response?.body ?? []
    end = exchange.end
    messages = nil
  }

  /// Makes the writer of a stream. Its body is written from its events, so that comments and chunk boundaries are not
  /// kept.
  init(stream: StreamObservation) {
    request = stream.request
    head = stream.head
    end = stream.end
    messages = stream.format == .webSocket ? stream : nil
    guard messages == nil else {
      body = stream.otherBody
      return
    }
    let encoder = StreamEncoder(stream.format)
    var text = stream.otherBody
    var lastID = ""
    for event in stream.events.lazy.map(\.event) {
      text += encoder.encode(
        event: event.isNamed ? event.name : nil,
        data: event.data,
        id: event.lastEventID == lastID ? nil : event.lastEventID
      )
      lastID = event.lastEventID
    }
    body = text
  }

  func write(started: DateTime, assay: (inout JSONWriter) -> Void, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("startedDateTime", started.description)
      writer.member("time", raw: DecimalDuration.text(end.timings.total, in: .milliseconds))
      writer.object("request", write(request:))
      writer.object("response", write(response:))
      writer.object("cache") { _ in }
      writer.object("timings", write(timings:))
      if let messages {
        writer.member("_resourceType", "websocket")
        writer.array("_webSocketMessages", Self.messages(of: messages)) { $0.write(from: started, to: &$1) }
      }
      writer.object("_assay", assay)
    }
  }

  private func write(request writer: inout JSONWriter) {
    writer.member("method", request.method)
    writer.member("url", request.url)
    writer.member("httpVersion", head?.version ?? "HTTP/1.1")
    writer.array("cookies", HARCookie.cookies(in: request.headers)) { $0.write(to: &$1) }
    write(request.headers, to: &writer)
    writer.array("queryString", HARQuery.parameters(of: request.url)) { parameter, writer in
      writer.object {
        $0.member("name", parameter.name)
        $0.member("value", parameter.value)
      }
    }
    if !request.body.isEmpty { writer.object("postData", write(postData:)) }
    writer.member("headersSize", -1)
    writer.member("bodySize", request.isGzipped ? -1 : request.body.count)
  }

  private func write(postData writer: inout JSONWriter) {
    let type = request.headers["Content-Type"] ?? ""
    writer.member("mimeType", type)
    // What is here is the body before it was coded.
    if request.isGzipped { writer.member("_contentCoding", "gzip") }
    if let form = MultipartForm(request.body, contentType: type) {
      writer.array("params", form.parts) { part, writer in
        writer.object {
          $0.member("name", part.name)
          if let filename = part.filename {
            $0.member("fileName", filename)
          } else {
            $0.member("value", String(decoding: part.content, as: UTF8.self))
          }
          if let type = part.contentType { $0.member("contentType", type) }
        }
      }
    }
    if let text = String(validating: request.body, as: UTF8.self) {
      writer.member("text", text)
    } else {
      // HAR 1.2 knows encodings for answers only.
      writer.member("text", Base64.encode(request.body))
      writer.member("_encoding", "base64")
    }
  }

  private func write(response writer: inout JSONWriter) {
    let headers = head?.headers ?? []
    writer.member("status", head?.status ?? 0)
    writer.member("statusText", head?.reason ?? "")
    writer.member("httpVersion", head?.version ?? "HTTP/1.1")
    writer.array("cookies", HARCookie.setCookies(in: headers)) { $0.write(to: &$1) }
    write(headers, to: &writer)
    writer.object("content") { writer in
      writer.member("size", body.count)
      writer.member("mimeType", headers["Content-Type"] ?? "x-unknown")
      guard !body.isEmpty else { return }
      if let text = String(validating: body, as: UTF8.self) {
        writer.member("text", text)
      } else {
        writer.member("text", Base64.encode(body))
        writer.member("encoding", "base64")
      }
    }
    writer.member("redirectURL", headers["Location"] ?? "")
    writer.member("headersSize", -1)
    // What is here had its content coding undone, so that its size on the wire is not known.
    writer.member("bodySize", headers["Content-Encoding"] == nil ? body.count : -1)
    if end.reason != .complete, end.reason != .stopped {
      writer.member("_error", end.detail.isEmpty ? end.reason.rawValue : end.detail)
    }
  }

  private func write(_ headers: [HTTPHeader], to writer: inout JSONWriter) {
    writer.array("headers", headers) { header, writer in
      writer.object {
        $0.member("name", header.name)
        $0.member("value", header.value)
      }
    }
  }

  /// Writes the timings. They add up to the entry's time, as the format requires; -1 means unknown.
  private func write(timings writer: inout JSONWriter) {
    let times = end.timings
    let connect = times.connect.map { min($0, times.total) }
    let firstByte = max(connect ?? .zero, min(times.firstByte ?? times.total, times.total))
    writer.member("blocked", -1)
    writer.member("dns", -1)
    writer.member("ssl", -1)
    writer.member("connect", raw: connect.map { DecimalDuration.text($0, in: .milliseconds) } ?? "-1")
    writer.member("send", 0)
    writer.member("wait", raw: DecimalDuration.text(firstByte - (connect ?? .zero), in: .milliseconds))
    writer.member("receive", raw: DecimalDuration.text(times.total - firstByte, in: .milliseconds))
  }
}
