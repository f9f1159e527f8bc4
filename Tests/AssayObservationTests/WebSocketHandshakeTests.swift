import AssayHTTP
import AssayObservation
import Testing

/// What opens a WebSocket, and what a client gives up on (RFC 6455 section 4).
@Suite struct WebSocketHandshakeTests {
  static let request = [
    HTTPHeader("Upgrade", "websocket"), HTTPHeader("Connection", "Upgrade"), HTTPHeader("Sec-WebSocket-Version", "13"),
    HTTPHeader("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    HTTPHeader("Sec-WebSocket-Protocol", "chat, superchat"),
  ]
  static let answer = [
    HTTPHeader("upgrade", "WebSocket"), HTTPHeader("Connection", "keep-alive, UPGRADE"),
    HTTPHeader("Sec-WebSocket-Accept", " s3pPLMBiTxaQ9kYGzzhZRbK+xOo= "), HTTPHeader("Sec-WebSocket-Protocol", "chat"),
  ]

  static func fault(_ change: (inout [HTTPHeader]) -> Void) -> String? {
    var headers = answer
    change(&headers)
    let head = HTTPResponseHead(status: 101, headers: headers)
    return WebSocketHandshake.fault(in: head, to: request).map {
      "\($0.field): \($0.expected), not \($0.actual ?? "nothing")"
    }
  }

  /// The example of section 1.3.
  @Test func provesThatTheKeyWasRead() {
    #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test func takesWhatIsSpeltInAnotherWay() {
    #expect(Self.fault { _ in } == nil)
    #expect(Self.fault { $0.removeLast() } == nil)
  }

  @Test func givesUpOnWhatProvesNothing() {
    #expect(Self.fault { $0[0].value = "h2c" } == "Upgrade: websocket, not h2c")
    #expect(Self.fault { $0.remove(at: 1) } == "Connection: Upgrade, not nothing")
    #expect(
      Self.fault { $0[2].value = "AAAA" } == "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=, not AAAA"
    )
    #expect(Self.fault { $0[3].value = "soap" } == "Sec-WebSocket-Protocol: chat or superchat, not soap")
    #expect(
      Self.fault { $0.append(HTTPHeader("Sec-WebSocket-Extensions", "permessage-deflate")) }
        == "Sec-WebSocket-Extensions: no such field, not permessage-deflate"
    )
  }

  @Test func refusesWhatAsksForNone() {
    #expect(WebSocketHandshake.refusal(of: "GET", Self.request) == nil)
    #expect(WebSocketHandshake.refusal(of: "POST", Self.request) != nil)
    for index in 0..<4 {
      var headers = Self.request
      headers.remove(at: index)
      #expect(WebSocketHandshake.refusal(of: "GET", headers) != nil, "without \(Self.request[index].name)")
    }
  }

  @Test func asksForWhatIsNotAskedForYet() {
    var headers = [HTTPHeader("sec-websocket-version", "8")]
    WebSocketHandshake.ask(in: &headers, nonce: Array(repeating: 0, count: 16))
    #expect(headers.map(\.name) == ["sec-websocket-version", "Connection", "Upgrade", "Sec-WebSocket-Key"])
  }
}
