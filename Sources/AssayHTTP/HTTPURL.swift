/// An absolute `http` or `https` URL (RFC 9110 section 4.2), with its scheme and host in lower case.
package struct HTTPURL: Hashable, Sendable {
  /// `http` or `https`.
  package let scheme: String
  /// The user information before an `@`, not decoded; usually a secret.
  package let userInfo: String?
  /// The host's name or address; an IPv6 address keeps its brackets.
  package let host: String
  /// The port; the scheme's default if the URL has none.
  package let port: Int
  /// The path, percent-encoded; `/` if the URL has none.
  package var path: String
  package var query: String?

  /// Parses a URL; returns `nil` if it is not absolute, or has no host or an invalid port. A fragment is left out,
  /// since it is never sent.
  package init?(_ text: String) {
    guard let reference = URIReference(validating: text) else { return nil }
    self.init(reference)
  }

  /// Makes a URL from an already resolved reference.
  package init?(_ reference: URIReference) {
    guard let scheme = reference.scheme, let standard = Self.standardPorts[scheme] else { return nil }
    guard let authority = reference.authority else { return nil }
    self.scheme = scheme
    var rest = Substring(authority)
    if let at = rest.lastIndex(of: "@") {
      userInfo = String(rest[..<at])
      rest = rest[rest.index(after: at)...]
    } else {
      userInfo = nil
    }
    let bracket = rest.hasPrefix("[") ? rest.firstIndex(of: "]") : rest.startIndex
    guard let bracket else { return nil }
    if let colon = rest[bracket...].firstIndex(of: ":") {
      guard let port = Self.port(rest[rest.index(after: colon)...], standard: standard) else { return nil }
      self.port = port
      rest = rest[..<colon]
    } else {
      port = standard
    }
    guard Self.isHost(rest) else { return nil }
    host = rest.lowercased()
    path = reference.path.isEmpty ? "/" : reference.path
    query = reference.query
  }

  /// The origin as `scheme://host`, with the port if it is not the scheme's default (RFC 6454 section 6.2); equal for
  /// equal origins.
  package var origin: String {
    port == Self.standardPorts[scheme] ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }

  /// The whole URL, made from its normalised parts.
  package var text: String {
    let user = userInfo.map { "\($0)@" } ?? ""
    let place = port == Self.standardPorts[scheme] ? host : "\(host):\(port)"
    return "\(scheme)://\(user)\(place)\(target)"
  }

  /// The request target in origin form (RFC 9112 section 3.2.1): the path and the query.
  package var target: String { query.map { "\(path)?\($0)" } ?? path }

  /// True if the host is this machine, by name or by address; requests to it never pass a proxy.
  package var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Returns the URL with `suffix` appended to its path, as OpenAPI joins a server and an operation; `query` replaces
  /// its query.
  package func appending(path suffix: String, query: String? = nil) -> HTTPURL {
    var result = self
    let prefix = path.hasSuffix("/") ? String(path.dropLast()) : path
    result.path = suffix.isEmpty ? path : prefix + (suffix.hasPrefix("/") ? suffix : "/" + suffix)
    result.query = query
    return result
  }

  /// Resolves `reference`, as found in an answer of this URL (RFC 3986 section 5), if the result is also `http` or
  /// `https`.
  package func resolving(_ reference: String) -> HTTPURL? {
    guard let reference = URIReference(validating: reference), let base = URIReference(validating: text) else {
      return nil
    }
    return HTTPURL(reference.resolved(against: base))
  }

  private static let standardPorts = ["http": 80, "https": 443]

  /// Parses a port, which may be empty (RFC 3986 section 3.2.3).
  private static func port(_ digits: Substring, standard: Int) -> Int? {
    if digits.isEmpty { return standard }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else { return nil }
    return Int(port)
  }

  private static func isHost(_ text: Substring) -> Bool {
    if text.hasPrefix("[") {
      return text.hasSuffix("]") && text.count > 3
        && text.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." || $0 == "%" }
    }
    return !text.isEmpty && !text.contains { ":[]@".contains($0) }
  }
}
