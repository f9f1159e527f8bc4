import AssayHTTP

/// Makes the bytes of an answer: status line, fields, framing, and the pauses between the pieces (RFC 9112).
package struct WireEncoder: Sendable {
  package var style: WireStyle
  /// What every pause becomes; `nil` keeps the contract's.
  package var gap: Duration?

  package init(style: WireStyle = WireStyle(), gap: Duration? = nil) {
    self.style = style
    self.gap = gap
  }

  /// The reply to `request`, as it goes onto the connection.
  package func encode(_ reply: Reply, to request: ServerRequest) -> WireReply {
    let zips = style.gzips && request.acceptsGzip
    var wire: WireReply
    switch reply.content {
    case .bytes(let bytes): wire = body(bytes, reply, request, zips)
    case .events(let events): wire = stream(events, reply, request, zips)
    }
    if reply.delay > .zero { wire.actions.insert(.wait(reply.delay), at: 0) }
    return styled(wire)
  }

  /// The answer to what could not be read.
  package static func refusal(_ refusal: RequestRefusal) -> WireReply {
    let reply = Reply(
      Problem(status: refusal.status, title: HTTPReasons.phrase(refusal.status), detail: refusal.detail)
    )
    let closing = ServerRequest(
      method: "GET",
      target: "/",
      headers: [HTTPHeader("Connection", "close")]
    )
    return WireEncoder().encode(reply, to: closing)
  }

  private func body(_ bytes: [UInt8], _ reply: Reply, _ request: ServerRequest, _ zips: Bool) -> WireReply {
    var headers = reply.headers
    var bytes = bytes
    if zips {
      bytes = Gzip.stored(bytes)
      headers.append(HTTPHeader("Content-Encoding", "gzip"))
    }
    let hasBody = request.method != "HEAD" && reply.status != 204 && reply.status != 304
    if reply.status != 204 { headers.append(HTTPHeader("Content-Length", String(bytes.count))) }
    let keeps = request.keepsConnection && reply.flaw == nil
    let sent = hasBody ? bytes : []
    switch reply.flaw {
    case nil:
      return WireReply([.send(head(reply.status, headers, keeps, request) + sent)], closes: !keeps)
    case .reset:
      return WireReply([.send(head(reply.status, headers, keeps, request) + sent.prefix(sent.count / 2)), .reset])
    case .stallsBefore:
      return WireReply([.send(head(reply.status, headers, keeps, request) + sent.prefix(sent.count / 2)), .hang])
    default:
      return WireReply(
        [.send(head(reply.status, headers, keeps, request) + sent.prefix(sent.count / 2))],
        closes: true
      )
    }
  }

  private func stream(_ events: [TimedEvent], _ reply: Reply, _ request: ServerRequest, _ zips: Bool) -> WireReply {
    var headers = reply.headers
    // Without chunks, in HTTP/1.0, the close of the connection ends the body (section 6.3).
    let chunks = request.minorVersion >= 1
    if chunks { headers.append(HTTPHeader("Transfer-Encoding", "chunked")) }
    if zips { headers.append(HTTPHeader("Content-Encoding", "gzip")) }
    let keeps = request.keepsConnection && chunks && reply.flaw == nil
    let start = WireReply.Action.send(head(reply.status, headers, keeps, request))
    guard request.method != "HEAD" else { return WireReply([start], closes: !keeps) }
    var body = StreamBody(encoder: self, chunks: chunks, gzip: zips ? Gzip() : nil)
    body.write(events, flaw: reply.flaw)
    return WireReply([start] + body.actions, endless: body.endless, closes: !keeps)
  }

  func pause(_ duration: Duration) -> Duration { min(duration, gap ?? duration) }

  private func head(_ status: Int, _ headers: [HTTPHeader], _ keeps: Bool, _ request: ServerRequest) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(HTTPReasons.phrase(status))\r\n"
    for header in headers { text += "\(header.name): \(header.value)\r\n" }
    if !keeps {
      text += "Connection: close\r\n"
    } else if request.minorVersion == 0 {
      text += "Connection: keep-alive\r\n"
    }
    text += "\r\n"
    return Array(text.utf8)
  }

  private func styled(_ wire: WireReply) -> WireReply {
    switch style.writing {
    case .natural, .splitCharacters: return wire
    case .oneWrite:
      var wire = wire
      wire.actions.removeAll { if case .wait = $0 { true } else { false } }
      return wire
    case .byteByByte:
      var wire = wire
      wire.actions = wire.actions.flatMap { action -> [WireReply.Action] in
        guard case .send(let bytes) = action else { return [action] }
        // A pause of no length still ends the write, so that each byte is a write of its own.
        // Past some thousand bytes nothing more can be learnt from it.
        let alone = bytes.prefix(4_096).flatMap { [WireReply.Action.send([$0]), .wait(.zero)] }
        return bytes.count > 4_096 ? alone + [.send(Array(bytes[4_096...]))] : alone
      }
      return wire
    }
  }
}

extension ServerRequest {
  /// Whether the client takes gzip (RFC 9110 section 12.5.3).
  var acceptsGzip: Bool {
    (headers["Accept-Encoding"] ?? "").lowercased().split(separator: ",").contains { $0.contains("gzip") }
  }
}
