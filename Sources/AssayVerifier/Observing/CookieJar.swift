import AssayHTTP
import AssayText
import Synchronization

/// The cookies of a scenario that keeps cookies, shared by all of its calls.
final class ScenarioCookies: Sendable {
  private let jar: Mutex<CookieJar>

  init() { jar = Mutex(CookieJar()) }

  private init(_ cookies: CookieJar) { jar = Mutex(cookies) }

  /// Returns a copy of the current cookies; later changes to one do not affect the other.
  func copy() -> ScenarioCookies { ScenarioCookies(jar.withLock { $0 }) }

  /// Adds the cookies that match the request's URL; a request with its own `Cookie` field is left unchanged.
  ///
  /// Returns the added text, empty if no cookie matches; `nil` if the request keeps its own field.
  func fill(_ request: inout HTTPRequest, at now: DateTime) -> String? {
    guard request.headers["Cookie"] == nil, let url = HTTPURL(request.url) else { return nil }
    let field = jar.withLock { $0.field(for: url, at: now) }
    if let field { request.headers.append(HTTPHeader("Cookie", field)) }
    return field ?? ""
  }

  /// Stores the cookies that a response sets.
  func take(_ head: HTTPResponseHead?, from address: String, at now: DateTime) {
    guard let head, let url = HTTPURL(address) else { return }
    let fields = head.headers.filter { $0.isNamed("Set-Cookie") }.map(\.value)
    if !fields.isEmpty { jar.withLock { $0.take(fields, from: url, at: now) } }
  }
}

/// The cookies of one client (RFC 6265; fields with control characters as in RFC 6265bis section 5.6).
struct CookieJar {
  private struct Cookie {
    var name: String
    var value: String
    /// The host that set the cookie, or the domain the cookie named.
    var domain: String
    var isHostOnly: Bool
    var path: String
    var isSecure: Bool
    /// Milliseconds since 1970; `nil` for as long as the scenario runs.
    var expires: Int?
  }

  /// The cookies, in the order in which they were first set.
  private var cookies: [Cookie] = []
  /// The maximum number of cookies kept; section 6.1 requires at least as many.
  private static let most = 3_000
  private static let longest = 4_096

  /// Takes the values of `Set-Cookie` fields of an answer from `url` (sections 5.2 and 5.3).
  mutating func take(_ fields: [String], from url: HTTPURL, at now: DateTime) {
    for field in fields where field.utf8.count <= Self.longest && !field.utf8.contains(where: Self.isControl) {
      guard let cookie = Self.cookie(field, url, now) else { continue }
      let index = cookies.firstIndex {
        $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
      }
      if let expires = cookie.expires, expires <= now.millisecondsSinceEpoch {
        if let index { cookies.remove(at: index) }
      } else if let index {
        cookies[index] = cookie
      } else if cookies.count < Self.most {
        cookies.append(cookie)
      }
    }
  }

  /// Returns the value of the `Cookie` field for `url`; `nil` if no cookie is sent there (section 5.4).
  func field(for url: HTTPURL, at now: DateTime) -> String? {
    let isSafe = url.scheme == "https" || Self.isLoopback(url.host)
    let sent = cookies.enumerated().filter { _, cookie in
      let isThere = cookie.isHostOnly ? url.host == cookie.domain : Self.isIn(url.host, cookie.domain)
      return isThere && Self.isUnder(url.path, cookie.path) && (isSafe || !cookie.isSecure)
        && cookie.expires.map { $0 > now.millisecondsSinceEpoch } ?? true
    }
    // Longer paths first, then the older ones.
    let ordered = sent.sorted { ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset) }
    return ordered.isEmpty ? nil : ordered.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
  }

  private static func cookie(_ field: String, _ url: HTTPURL, _ now: DateTime) -> Cookie? {
    let parts = field.split(separator: ";", omittingEmptySubsequences: false).map { trimmed($0) }
    guard let equals = parts[0].firstIndex(of: "=") else { return nil }
    let name = trimmed(parts[0][..<equals])
    guard !name.isEmpty else { return nil }
    var cookie = Cookie(
      name: name,
      value: trimmed(parts[0][parts[0].index(after: equals)...]),
      domain: url.host,
      isHostOnly: true,
      path: defaultPath(of: url),
      isSecure: false
    )
    var isAged = false
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count == 2 ? trimmed(pair[1]) : ""
      switch trimmed(pair[0]).lowercased() {
      case "max-age":
        guard let seconds = seconds(value) else { continue }
        // Max-Age counts before Expires.
        isAged = true
        cookie.expires = seconds <= 0 ? .min : now.millisecondsSinceEpoch + seconds * 1_000
      case "expires" where !isAged:
        cookie.expires = HTTPDate(value).map { Int($0.secondsSinceEpoch) * 1_000 }
      case "domain" where !value.isEmpty:
        let domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
        // A server sets cookies for its own domain alone, and none for a whole top-level domain.
        guard isIn(url.host, domain), domain.contains(".") || domain == url.host else { return nil }
        cookie.domain = domain
        cookie.isHostOnly = false
      case "path": cookie.path = value.hasPrefix("/") ? value : defaultPath(of: url)
      case "secure": cookie.isSecure = true
      default: continue
      }
    }
    return cookie
  }

  private static let mostSeconds = 1 << 40

  /// Returns the seconds in the value of `Max-Age` (section 5.2.2), 0 if negative, at most `mostSeconds`; `nil` if the
  /// text is not a number.
  private static func seconds(_ text: String) -> Int? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.hasPrefix("-") ? 0 : min(Int(digits) ?? mostSeconds, mostSeconds)
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  /// Returns the default path of a cookie (section 5.1.4).
  private static func defaultPath(of url: HTTPURL) -> String {
    guard let slash = url.path.lastIndex(of: "/"), slash > url.path.startIndex else { return "/" }
    return String(url.path[..<slash])
  }

  private static func isUnder(_ path: String, _ parent: String) -> Bool {
    path == parent || (path.hasPrefix(parent) && (parent.hasSuffix("/") || path.dropFirst(parent.count).hasPrefix("/")))
  }

  private static func isIn(_ host: String, _ domain: String) -> Bool {
    host == domain || (host.hasSuffix("." + domain) && !host.allSatisfy { $0.isNumber || $0 == "." })
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
  }
}
