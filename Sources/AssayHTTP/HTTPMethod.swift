/// The properties of request methods (RFC 9110 section 9.2), regardless of case.
package enum HTTPMethod {
  /// Returns true if the method is safe: the client requests no change on the server.
  package static func isSafe(_ method: String) -> Bool { safe.contains(method.uppercased()) }

  /// Returns true if a second request has the same effect as the first.
  package static func isIdempotent(_ method: String) -> Bool {
    isSafe(method) || ["PUT", "DELETE"].contains(method.uppercased())
  }

  /// Returns true if the method creates, changes or removes the resource at the request's own URL: PUT, PATCH, DELETE.
  package static func changesByName(_ method: String) -> Bool {
    ["PUT", "PATCH", "DELETE"].contains(method.uppercased())
  }

  private static let safe: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE"]
}
