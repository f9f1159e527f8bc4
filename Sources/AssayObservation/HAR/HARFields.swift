import AssayHTTP
import AssayJSON

/// The named parts of a request, read from its URL and its body.
enum HARQuery {
  struct Parameter: Hashable {
    var name: String
    var value: String
  }

  /// Returns the pairs of the URL's query (WHATWG URL section 5.1); malformed encodings are left unchanged.
  static func parameters(of url: String) -> [Parameter] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    let query = url[url.index(after: mark)...].prefix { $0 != "#" }
    return FormPairs.read(String(query)).map { Parameter(name: $0.name, value: $0.value) }
  }
}

/// A cookie in HAR's lists, which are for readers: the fields themselves are among the headers.
struct HARCookie {
  var name: String
  var value: String
  var path: String?
  var domain: String?
  var isHTTPOnly = false
  var isSecure = false

  /// Returns the pairs of the `Cookie` fields (RFC 6265 section 4.2.1).
  static func cookies(in headers: [HTTPHeader]) -> [HARCookie] {
    headers.values("Cookie").flatMap { field in field.split(separator: ";").compactMap { HARCookie(pair: $0) } }
  }

  /// Returns the cookies of the `Set-Cookie` fields (RFC 6265 section 4.1.1).
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

  private static func trimmed(_ text: Substring) -> String { String(text.trimmingBlanks) }

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
