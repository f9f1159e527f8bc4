/// The meaning of a method for the requests made with it (RFC 9110 section 9.2), whatever its case.
package enum HTTPMethod {
  /// Returns true if the method asks for no change.
  package static func isSafe(_ method: String) -> Bool { safe.contains(method.uppercased()) }

  /// Returns true if a second request has the same effect as the first.
  package static func isIdempotent(_ method: String) -> Bool {
    isSafe(method) || ["PUT", "DELETE"].contains(method.uppercased())
  }

  /// Returns true if the method puts, changes or removes a resource under a name that the client knows.
  package static func changesByName(_ method: String) -> Bool {
    ["PUT", "PATCH", "DELETE"].contains(method.uppercased())
  }

  private static let safe: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE"]
}
