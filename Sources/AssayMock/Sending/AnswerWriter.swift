import AssayHTTP
import AssayJSON

/// The settings for writing a mock's responses: the pace, and the legal variations in use.
package struct AnswerWriter: Sendable {
  let style: WireStyle
  private let gap: Duration?
  private let rewrites: [@Sendable (JSONValue) -> JSONValue]

  package init(variations: [LegalVariation] = [], pace: MockSettings.Pace = .real) {
    var style = WireStyle()
    for variation in variations { variation.style(&style) }
    self.style = style
    gap = pace == .fast ? .milliseconds(1) : nil
    rewrites = variations.compactMap(\.rewrite)
  }

  /// Returns the bytes and pauses to send for `reply` in answer to `request`.
  func delivery(of reply: Reply, to request: ServerRequest, undoesCodings: Bool = false) -> Delivery {
    Delivery(rewritten(reply), to: request, style: style, gap: gap, undoesCodings: undoesCodings)
  }

  /// Returns the reply as bytes and pauses on a connection.
  package func wire(_ reply: Reply, to request: ServerRequest) -> WireReply {
    let wire = WireReply(delivery(of: reply, to: request, undoesCodings: true), to: request)
    return style.writing == .byteByByte ? wire.byteByByte : wire
  }

  /// Returns the response to a request that could not be read.
  package static func refusal(_ refusal: RequestRefusal) -> WireReply {
    let closing = ServerRequest(method: "GET", target: "/", headers: [HTTPHeader("Connection", "close")])
    return AnswerWriter().wire(Reply(refusal), to: closing)
  }

  private func rewritten(_ reply: Reply) -> Reply {
    guard !rewrites.isEmpty else { return reply }
    var reply = reply
    switch reply.content {
    case .bytes(let bytes):
      if reply.headers["Content-Type"].flatMap(MediaType.init)?.isJSON == true {
        reply.content = .bytes(rewritten(bytes) ?? bytes)
      }
    case .events(let events, let format):
      let changed = events.map { event in
        var event = event
        if !event.isText, let bytes = rewritten(Array(event.data.utf8)) {
          event.data = String(decoding: bytes, as: UTF8.self)
        }
        return event
      }
      reply.content = .events(changed, format)
    }
    return reply
  }

  private func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
    guard var value = (try? JSONDocument(parsing: bytes))?.root else { return nil }
    for rewrite in rewrites { value = rewrite(value) }
    return Array(value.document.bytes[value.byteRange])
  }
}

extension Reply {
  /// Creates the response to a request that is refused before the contract is consulted.
  init(_ refusal: RequestRefusal) {
    self.init(Problem(status: refusal.status, title: HTTPReasons.phrase(refusal.status), detail: refusal.detail))
    headers += refusal.headers
  }
}
