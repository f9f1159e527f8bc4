import AssayHTTP
import AssayJSON

/// A cookie as HAR lists it, for people: the fields themselves are among the headers.
struct HARCookie {
  var name: String
  var value: String
  var path: String?
  var domain: String?
  var isHTTPOnly = false
  var isSecure = false

  /// The pairs of the `Cookie` fields (RFC 6265 section 4.2.1).
  static func cookies(in headers: [HTTPHeader]) -> [HARCookie] {
    headers.values("Cookie").flatMap { field in field.split(separator: ";").compactMap { HARCookie(pair: $0) } }
  }

  /// The cookies of the `Set-Cookie` fields (RFC 6265 section 4.1.1).
  static func setCookies(in headers: [HTTPHeader]) -> [HARCookie] {
    headers.values("Set-Cookie").compactMap { field in
      let parts = field.split(separator: ";")
      guard var cookie = parts.first.flatMap({ HARCookie(pair: $0) }) else { return nil }
      for part in parts.dropFirst() {
        let attribute = HARCookie(pair: part)
        switch (attribute?.name ?? Self.trimmed(part)).lowercased() {
        case "path": cookie.path = attribute?.value
        case "domain": cookie.domain = attribute?.value
        case "httponly": cookie.isHTTPOnly = true
        case "secure": cookie.isSecure = true
        default: break
        }
      }
      return cookie
    }
  }

  private init?(pair: Substring) {
    guard let equals = pair.firstIndex(of: "=") else { return nil }
    name = Self.trimmed(pair[..<equals])
    value = Self.trimmed(pair[pair.index(after: equals)...])
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("name", name)
      $0.member("value", value)
      if let path { $0.member("path", path) }
      if let domain { $0.member("domain", domain) }
      if isHTTPOnly { $0.member("httpOnly", true) }
      if isSecure { $0.member("secure", true) }
    }
  }
}
