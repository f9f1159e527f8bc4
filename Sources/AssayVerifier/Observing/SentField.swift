package import AssayHTTP

/// A header field that the caller of a run sends with every request, or with those to one server.
package struct SentField: Sendable {
  /// The field, tokens instead of secrets.
  package var header: HTTPHeader
  /// The name of the only server it is sent to; `nil` for all.
  package var server: String?

  package init(_ header: HTTPHeader, server: String? = nil) {
    self.header = header
    self.server = server
  }
}
