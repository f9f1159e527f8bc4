package import AssayHTTP

/// A request as a server received it, taken apart by the route that matched it.
package struct ReceivedRequest: Sendable {
  package var method: String
  /// The path parameters, percent-decoded.
  package var path: [String: String]
  /// The query's pairs in order, decoded.
  package var query: [(name: String, value: String)]
  package var headers: [HTTPHeader]
  package var body: [UInt8]

  package init(
    method: String,
    path: [String: String] = [:],
    query: [(name: String, value: String)] = [],
    headers: [HTTPHeader] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }
}
