import AssayHTTP
import AssayJSON

/// How a mock writes its answers: its pace, and the oddities it was told to have.
struct Manner: Sendable {
  private let encoder: WireEncoder
  private let rewrites: [@Sendable (JSONValue) -> JSONValue]

  init(oddities: [Oddity], pace: MockSettings.Pace) {
    var style = WireStyle()
    for oddity in oddities { oddity.style(&style) }
    encoder = WireEncoder(style: style, gap: pace == .fast ? .milliseconds(1) : nil)
    rewrites = oddities.compactMap(\.rewrite)
  }

  func encode(_ reply: Reply, to request: ServerRequest) -> WireReply {
    guard !rewrites.isEmpty else { return encoder.encode(reply, to: request) }
    var reply = reply
    switch reply.content {
    case .bytes(let bytes):
      if reply.headers["Content-Type"].flatMap(MediaType.init)?.isJSON == true {
        reply.content = .bytes(rewritten(bytes) ?? bytes)
      }
    case .events(let events):
      reply.content = .events(
        events.map { event in
          var event = event
          if let bytes = rewritten(Array(event.data.utf8)) { event.data = String(decoding: bytes, as: UTF8.self) }
          return event
        }
      )
    }
    return encoder.encode(reply, to: request)
  }

  private func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
    guard var value = (try? JSONDocument(parsing: bytes))?.root else { return nil }
    for rewrite in rewrites { value = rewrite(value) }
    return Array(value.document.bytes[value.byteRange])
  }
}
