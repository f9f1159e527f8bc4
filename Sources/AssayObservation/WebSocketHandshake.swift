package import AssayHTTP
import AssayText

/// The request for a WebSocket over HTTP/1.1 and its acceptance (RFC 6455 sections 1.3 and 4).
package enum WebSocketHandshake {
  /// Adds to `headers` the fields that request a WebSocket, except those already present; `nonce` is 16 bytes,
  /// different for each connection.
  package static func ask(in headers: inout [HTTPHeader], nonce: [UInt8]) {
    let fields = [
      HTTPHeader("Connection", "Upgrade"), HTTPHeader("Upgrade", "websocket"),
      HTTPHeader("Sec-WebSocket-Version", "13"),
      HTTPHeader("Sec-WebSocket-Key", Base64.encode(nonce)),
    ]
    for field in fields where headers[field.name] == nil { headers.append(field) }
  }

  /// Returns the reason why a server does not switch protocols for a request (section 4.2.1); `nil` if it does.
  package static func refusal(of method: String, _ headers: [HTTPHeader]) -> String? {
    if method != "GET" { return "a WebSocket is opened by GET" }
    if !has("websocket", in: "Upgrade", of: headers) { return "the request has no `Upgrade: websocket`" }
    if !has("upgrade", in: "Connection", of: headers) { return "the request has no `Connection: Upgrade`" }
    if headers["Sec-WebSocket-Version"].map(trimmed) != "13" { return "the request has no `Sec-WebSocket-Version: 13`" }
    let key = headers["Sec-WebSocket-Key"].flatMap { Base64.decode(trimmed($0)) }
    return key?.count == 16 ? nil : "its `Sec-WebSocket-Key` is not 16 bytes in Base64"
  }

  private static func trimmed(_ value: String) -> String { String(Substring(value).trimmingBlanks) }

  /// Returns true if a list field contains `token`, compared case-insensitively.
  private static func has(_ token: String, in field: String, of headers: [HTTPHeader]) -> Bool {
    headers.values(field).flatMap { $0.split(separator: ",") }.contains { $0.trimmingBlanks.lowercased() == token }
  }

  /// Returns the value by which a server confirms that it has read `key`.
  package static func accept(_ key: String) -> String {
    Base64.encode(SHA1.digest(of: Array((trimmed(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
  }

  /// Returns the reason why a client, by section 4.1, closes the connection after `head`, a 101 answer to a request
  /// with these fields: the wrong field, its expected and its received value. Returns `nil` if the answer is valid.
  package static func fault(in head: HTTPResponseHead, to request: [HTTPHeader]) -> (
    field: String, expected: String, actual: String?
  )? {
    for (field, token) in [("Upgrade", "websocket"), ("Connection", "Upgrade")]
    where !has(token.lowercased(), in: field, of: head.headers) {
      return (field, token, head.headers[field])
    }
    if let key = request["Sec-WebSocket-Key"] {
      let (wanted, came) = (accept(key), head.headers["Sec-WebSocket-Accept"])
      if came.map(trimmed) != wanted { return ("Sec-WebSocket-Accept", wanted, came) }
    }
    let field = "Sec-WebSocket-Protocol"
    let offered = request.values(field).flatMap { $0.split(separator: ",") }.map { String($0.trimmingBlanks) }
    if let chosen = head.headers[field], !offered.contains(trimmed(chosen)) {
      return (field, offered.isEmpty ? "no such field" : offered.joined(separator: " or "), chosen)
    }
    if let extensions = head.headers["Sec-WebSocket-Extensions"], request["Sec-WebSocket-Extensions"] == nil {
      return ("Sec-WebSocket-Extensions", "no such field", extensions)
    }
    return nil
  }
}
