package import AssayHTTP
package import AssayVerifier

/// A header field given on the command line: what is sent, and what of it is secret.
package struct HeaderFlag: Sendable {
  /// The field, secrets replaced by their tokens.
  package var header: HTTPHeader
  /// What the tokens stand for.
  package var secrets: [Secret]
  /// The names that mean other secrets.
  private let taken: Set<String>

  /// Fields that say how to talk, not who is talking; their values are common words an answer may well hold.
  private static let open: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "content-language",
    "content-type", "origin", "pragma", "referer", "user-agent",
  ]

  /// Reads `NAME: VALUE`; `nil` where the text is not a field (RFC 9110 section 5.1).
  ///
  /// A value with `${VARIABLE}` in it keeps its other words; of any other value all is secret, but for the scheme of an
  /// `Authorization` and the names of cookies. No secret of the field gets one of the names in `taken`.
  package init?(_ text: String, besides taken: Set<String> = []) {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].utf8.allSatisfy(Self.isTokenByte),
      colon != text.startIndex
    else { return nil }
    let name = String(text[..<colon])
    let value = text[text.index(after: colon)...].trimmed
    guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
    secrets = []
    self.taken = taken
    if Self.open.contains(name.lowercased()) || !EnvironmentReferences.names(in: value).isEmpty {
      header = HTTPHeader(name, value)
    } else if name.lowercased() == "cookie" {
      header = HTTPHeader(name, "")
      header.value = value.split(separator: ";").map { cookie(String($0), name) }.joined(separator: "; ")
    } else {
      header = HTTPHeader(name, "")
      header.value = credentials(value, name)
    }
  }

  private mutating func cookie(_ pair: String, _ name: String) -> String {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return hide(pair.trimmed, name) }
    let key = String(parts[0]).trimmed
    return "\(key)=\(hide(String(parts[1]).trimmed, "\(name).\(key)"))"
  }

  private mutating func credentials(_ value: String, _ name: String) -> String {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, name.lowercased().hasSuffix("authorization") else { return hide(value, name) }
    if parts[0].lowercased() == "basic", let pair = BasicCredentials(base64: String(parts[1])) {
      secrets.append(Secret(name: "\(name).password", value: pair.password))
    }
    return "\(parts[0]) \(hide(String(parts[1]), name))"
  }

  private mutating func hide(_ value: String, _ name: String) -> String {
    guard !value.isEmpty else { return value }
    let secret = Secret(name: taken.contains(name) ? "\(name).header" : name, value: value)
    secrets.append(secret)
    return secret.token
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

extension StringProtocol {
  /// The text without blanks at either end.
  var trimmed: String {
    var view = self[...]
    while view.first == " " || view.first == "\t" { view = view.dropFirst() }
    while view.last == " " || view.last == "\t" { view = view.dropLast() }
    return String(view)
  }
}
