import AssayHTTP

/// The bytes and pauses sent on a connection in answer to a request, exactly as given: valid HTTP or not.
package struct WireReply: Sendable {
  /// An action of a connection.
  package enum Action: Sendable, Hashable {
    case send([UInt8])
    /// Sends nothing for this long.
    case wait(Duration)
    /// Sends nothing until the client has sent another message over its WebSocket.
    case awaitMessage
    /// Sends nothing more, and keeps the connection open until the peer closes it or the server ends.
    case hang
    /// Breaks the connection with a reset (RFC 9293 section 3.5.2).
    case reset

    /// The memory, in bytes, that the action uses.
    var size: Int {
      let own = 64
      if case .send(let bytes) = self { return own + bytes.count }
      return own
    }
  }

  package var actions: [Action]
  /// The actions that are repeated after ``actions`` until the peer closes; empty if nothing is repeated.
  package var endless: [Action]
  /// True if the connection is closed after everything is sent.
  package var closes: Bool
  /// True if the connection is a WebSocket from here on.
  package var isTwoWay: Bool
  /// A function that is called on the server's thread if the client of a WebSocket breaks the rules of its frames, with
  /// the breach as a clause.
  package var onBreach: (@Sendable (String) -> Void)?

  package init(_ actions: [Action], endless: [Action] = [], closes: Bool = false, isTwoWay: Bool = false) {
    self.actions = actions
    self.endless = endless
    self.closes = closes
    self.isTwoWay = isTwoWay
  }
}

extension WireReply {
  /// Encodes `delivery` as HTTP/1.1 (RFC 9112), or as HTTP/1.0 for a client that supports only that.
  init(_ delivery: Delivery, to request: ServerRequest) {
    // Without chunks, in HTTP/1.0, the close of the connection ends a stream (section 6.3).
    let isTwoWay = delivery.status == 101
    let isChunked = delivery.length == nil && request.minorVersion >= 1 && !isTwoWay
    let frame = { (bytes: [UInt8]) in isChunked ? Self.chunk(bytes) : bytes }
    let action = { (step: Delivery.Step) -> Action in
      switch step {
      case .piece(let bytes): .send(frame(bytes))
      case .pause(let duration): .wait(duration)
      case .awaitMessage: .awaitMessage
      }
    }
    var keeps = request.keepsConnection && (isChunked || delivery.length != nil)
    switch delivery.ending {
    case .truncated, .truncatedInside, .reset, .endless: keeps = false
    case .complete, .hang: break
    }
    self.init([], closes: !keeps, isTwoWay: isTwoWay)
    if delivery.delay > .zero { actions.append(.wait(delivery.delay)) }
    actions.append(.send(Self.head(of: delivery, isChunked: isChunked, keeps: keeps, request)))
    actions += delivery.steps.map(action)
    switch delivery.ending {
    case .complete: if isChunked, request.method != "HEAD" { actions.append(.send(Array("0\r\n\r\n".utf8))) }
    case .hang: actions.append(.hang)
    case .reset: actions.append(.reset)
    case .truncated: break
    case .truncatedInside(let bytes): actions.append(.send(Array(frame(bytes).dropLast(bytes.count / 2 + 2))))
    case .endless(let steps): endless = steps.map(action)
    }
  }

  /// The reply with each byte in a write of its own.
  var byteByByte: WireReply {
    var reply = self
    reply.actions = actions.flatMap { action -> [Action] in
      guard case .send(let bytes) = action else { return [action] }
      // A pause of no length still ends the write. Past some thousand bytes nothing more can be learnt from it.
      let alone = bytes.prefix(4_096).flatMap { [Action.send([$0]), .wait(.zero)] }
      return bytes.count > 4_096 ? alone + [.send(Array(bytes[4_096...]))] : alone
    }
    return reply
  }

  /// Returns a chunk (section 7.1); nothing for no bytes, since an empty chunk would end the body.
  private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty ? [] : Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
  }

  private static func head(of delivery: Delivery, isChunked: Bool, keeps: Bool, _ request: ServerRequest) -> [UInt8] {
    var text = "HTTP/1.1 \(delivery.status) \(HTTPReasons.phrase(delivery.status))\r\n"
    for header in delivery.headers { text += "\(header.name): \(header.value)\r\n" }
    if isChunked { text += "Transfer-Encoding: chunked\r\n" }
    if let length = delivery.length, delivery.status != 204 { text += "Content-Length: \(length)\r\n" }
    if delivery.status == 101 {
      // The connection is the new protocol's, which its fields say.
    } else if !keeps {
      text += "Connection: close\r\n"
    } else if request.minorVersion == 0 {
      text += "Connection: keep-alive\r\n"
    }
    return Array((text + "\r\n").utf8)
  }
}

/// The reason phrases of RFC 9110 section 15, for human readers.
enum HTTPReasons {
  static func phrase(_ status: Int) -> String { phrases[status] ?? otherwise(status) }

  private static func otherwise(_ status: Int) -> String {
    switch status / 100 {
    case 2: "Success"
    case 4: "Client Error"
    default: "Status"
    }
  }

  private static let phrases = [
    101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently",
    302: "Found",
    304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type", 417: "Expectation Failed", 418: "I'm a Teapot", 422: "Unprocessable Content",
    426: "Upgrade Required",
    429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
    501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}
