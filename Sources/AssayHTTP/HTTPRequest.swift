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
