package import AssayHTTP

/// A header field that the user of Assay adds to every request, or to those to one server.
package struct SentField: Sendable {
  /// The field, with tokens in place of secrets.
  package var header: HTTPHeader
  /// The name of the only server that the field is sent to; `nil` for all servers.
  package var server: String?

  package init(_ header: HTTPHeader, server: String? = nil) {
    self.header = header
    self.server = server
  }
}
