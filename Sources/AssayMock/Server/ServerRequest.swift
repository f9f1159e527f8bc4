package import AssayHTTP

/// A request as a server read it off a connection, its framing undone.
package struct ServerRequest: Hashable, Sendable {
  package var method: String
  /// The request target as it was sent (RFC 9112 section 3.2).
  package var target: String
  /// The minor version: 0 for HTTP/1.0, 1 for HTTP/1.1.
  package var minorVersion: Int
  package var headers: [HTTPHeader]
  package var body: [UInt8]

  package init(
    method: String,
    target: String,
    minorVersion: Int = 1,
    headers: [HTTPHeader] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.minorVersion = minorVersion
    self.headers = headers
    self.body = body
  }

  /// Whether the client wants the connection kept for its next request (RFC 9112 section 9.3).
  package var keepsConnection: Bool {
    let options = (headers["Connection"] ?? "").lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    return minorVersion >= 1 ? !options.contains("close") : options.contains("keep-alive")
  }
}

/// Why a request was not read, with the status that tells the client.
package struct RequestRefusal: Error, Hashable, Sendable {
  package var status: Int
  /// What was wrong, as a sentence for whoever wrote the client.
  package var detail: String

  package init(_ status: Int, _ detail: String) {
    self.status = status
    self.detail = detail
  }
}
