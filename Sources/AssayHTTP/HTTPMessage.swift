/// A request, ready to be sent: nothing in it is left to be filled in.
package struct HTTPRequest: Hashable, Sendable {
  /// The method, in capitals by convention (RFC 9110 section 9).
  package var method: String
  /// The absolute URL, percent-encoded.
  package var url: String
  /// The fields in the order they are sent.
  package var headers: [HTTPHeader]
  /// The content; empty where there is none.
  package var body: [UInt8]

  package init(method: String, url: String, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// The status line and the header section of a response, as received.
package struct HTTPResponseHead: Hashable, Sendable {
  /// The status code, three digits on the wire (RFC 9110 section 15).
  package var status: Int
  /// The reason phrase; empty with HTTP/2 or where the server sent none.
  package var reason: String
  /// The protocol as the status line names it: `HTTP/1.1`, `HTTP/2`.
  package var version: String
  /// The fields in order, duplicates kept.
  package var headers: [HTTPHeader]

  package init(status: Int, reason: String = "", version: String = "HTTP/1.1", headers: [HTTPHeader] = []) {
    self.status = status
    self.reason = reason
    self.version = version
    self.headers = headers
  }

  /// The media type the `Content-Type` field names, where it names a valid one.
  package var mediaType: MediaType? { headers["Content-Type"].flatMap(MediaType.init) }
}

/// A whole response, its body with the content coding undone.
package struct HTTPResponse: Hashable, Sendable {
  package var head: HTTPResponseHead
  package var body: [UInt8]

  package init(head: HTTPResponseHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }
}
