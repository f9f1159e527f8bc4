/// What a method says of the requests made with it (RFC 9110 section 9.2), whatever its case.
package enum HTTPMethod {
  /// Whether nothing is asked to be changed.
  package static func isSafe(_ method: String) -> Bool { safe.contains(method.uppercased()) }

  /// Whether a second request means no more than the first.
  package static func isIdempotent(_ method: String) -> Bool {
    isSafe(method) || ["PUT", "DELETE"].contains(method.uppercased())
  }

  /// Whether something is put, changed or taken away under a name that the client knows.
  package static func changesByName(_ method: String) -> Bool {
    ["PUT", "PATCH", "DELETE"].contains(method.uppercased())
  }

  private static let safe: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE"]
}
