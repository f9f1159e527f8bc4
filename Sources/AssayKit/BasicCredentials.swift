import AssayHTTP

/// The user and the password of HTTP's Basic scheme (RFC 7617 section 2).
struct BasicCredentials {
  var user: String
  var password: String

  /// Reads `dXNlcjpwYXNz`; `nil` where that is no such pair.
  init?(base64 text: String) {
    guard let plain = Base64.decode(text), let pair = String(validating: plain, as: UTF8.self),
      let colon = pair.firstIndex(of: ":")
    else { return nil }
    user = String(pair[..<colon])
    password = String(pair[pair.index(after: colon)...])
  }
}
