import AssayHTTP
import AssaySecrets
import AssayVerifier

/// A header field sent with every request; no report, recording or error shows a credential in it.
///
/// A value is a credential if the field's name says so (`Authorization`, `Cookie`, `X-Api-Key`, …) or the value looks
/// like one. Fields of the protocol (`Accept`, `User-Agent`, …) contain none. A `${NAME}` in a value is read from the
/// environment, and only that part is secret. Of an `Authorization` the scheme is shown, and of a `Cookie` the names.
public struct HeaderField: Sendable, Hashable {
  /// The field's name, a token (RFC 9110 section 5.6.2), compared without regard to case.
  public let name: String
  /// The field's value, without blanks at either end.
  public let value: String

  /// Makes a field; returns `nil` if `name` is not a token, or `value` contains a control character other than a tab.
  public init?(_ name: String, _ value: String) {
    guard HTTPToken.isToken(name), value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
    self.name = name
    self.value = value.trimmed
  }
}

/// A field with its secrets: the sent value, and the secret parts of it.
struct SecretHeader {
  /// The header field with tokens in place of its secrets.
  private(set) var header: HTTPHeader
  /// The secrets that the tokens replace.
  private(set) var secrets: [Secret] = []
  /// The secret names already in use, which this field's secrets must not get.
  private let taken: Set<String>

  /// Extracts the secrets of `field`; none of them gets a name in `taken`.
  init(_ field: HeaderField, besides taken: Set<String>) {
    let (name, value) = (field.name, field.value)
    self.taken = taken
    header = HTTPHeader(name, value)
    if Credentials.openFields.contains(name.lowercased()) || !EnvironmentReferences.names(in: value).isEmpty { return }
    if name.lowercased() == "cookie" {
      header.value = value.split(separator: ";").map { cookie(String($0), name) }.joined(separator: "; ")
    } else {
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
    let kind: Secret.Kind = Credentials.isSecret(header.name) ? .credential : .variable
    let secret = Secret(name: taken.contains(name) ? "\(name).header" : name, value: value, kind: kind)
    secrets.append(secret)
    return secret.token
  }
}

/// The user and the password of HTTP's Basic scheme (RFC 7617 section 2).
struct BasicCredentials {
  var user: String
  var password: String

  /// Decodes a Base64 text such as `dXNlcjpwYXNz`; returns `nil` if it is not a user and a password.
  init?(base64 text: String) {
    guard let plain = Base64.decode(text), let pair = String(validating: plain, as: UTF8.self),
      let colon = pair.firstIndex(of: ":")
    else { return nil }
    user = String(pair[..<colon])
    password = String(pair[pair.index(after: colon)...])
  }
}

extension String {
  /// The text without blanks at either end.
  fileprivate var trimmed: String { String(self[...].trimmingBlanks) }
}
