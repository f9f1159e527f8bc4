import AssayHTTP
import AssayText
import Testing

@testable import AssayVerifier

/// Which cookies a client keeps, and where it sends them (RFC 6265).
struct CookieJarTests {
  private static let now = DateTime(millisecondsSinceEpoch: 1_700_000_000_000)

  /// What is sent to `target` after `origin` answered with `fields`.
  private static func sent(_ fields: [String], from origin: String, to target: String, after wait: Int = 0) throws
    -> String?
  {
    var jar = CookieJar()
    jar.take(fields, from: try #require(HTTPURL(origin)), at: now)
    let then = DateTime(millisecondsSinceEpoch: now.millisecondsSinceEpoch + wait * 1_000)
    return jar.field(for: try #require(HTTPURL(target)), at: then)
  }

  @Test(arguments: [
    (["a=1"], "a=1"), (["a=1", "b=2"], "a=1; b=2"), (["a=1", "a=2"], "a=2"), (["a=b=c"], "a=b=c"), (["a="], "a="),
    ([" a = 1 ; Path=/"], "a=1"), (["=1"], nil), (["a"], nil), (["a=1\tb"], "a=1\tb"),
    // Control characters would end the field or the line where the cookie is sent back.
    (["a=1\r\nX-Evil: 1"], nil), (["a=1\u{0}"], nil), (["a=1; Path=/\u{7F}"], nil),
    (["a=" + String(repeating: "x", count: 5_000)], nil),
  ])
  func keeps(fields: [String], field: String?) throws {
    #expect(try Self.sent(fields, from: "http://shop.test/", to: "http://shop.test/") == field)
  }

  @Test(arguments: [
    ("Max-Age=10", 9, true), ("Max-Age=10", 11, false), ("Max-Age=0", 0, false), ("Max-Age=-5", 0, false),
    ("Max-Age=99999999999999999999999", 1_000_000, true), ("Max-Age=-99999999999999999999999", 0, false),
    ("Max-Age=soon", 1_000_000, true), ("Max-Age=", 1_000_000, true),
    ("Expires=Tue, 14 Nov 2023 22:13:30 GMT", 9, true), ("Expires=Tue, 14 Nov 2023 22:13:30 GMT", 11, false),
    ("Expires=Tue, 14 Nov 2000 22:13:30 GMT; Max-Age=10", 9, true), ("Expires=never", 1_000_000, true),
  ])
  func lasts(attributes: String, seconds: Int, isSent: Bool) throws {
    let origin = "http://shop.test/"
    #expect(try Self.sent(["a=1; \(attributes)"], from: origin, to: origin, after: seconds) == (isSent ? "a=1" : nil))
  }

  @Test(arguments: [
    ("a=1", "http://shop.test/", true), ("a=1", "http://api.shop.test/", false),
    ("a=1; Domain=shop.test", "http://api.shop.test/", true), ("a=1; Domain=.shop.test", "http://api.shop.test/", true),
    ("a=1; Domain=shop.test", "http://myshop.test/", false), ("a=1; Domain=other.test", "http://other.test/", false),
    ("a=1; Domain=test", "http://shop.test/", false),
    ("a=1; Path=/v1", "http://shop.test/v1/items", true), ("a=1; Path=/v1", "http://shop.test/v10", false),
    ("a=1; Path=v1", "http://shop.test/other", true),
    ("a=1; Secure", "http://shop.test/", false), ("a=1; Secure", "https://shop.test/", true),
  ])
  func goes(cookie: String, target: String, isSent: Bool) throws {
    #expect(try Self.sent([cookie], from: "http://shop.test/login", to: target) == (isSent ? "a=1" : nil))
  }

  @Test func longerPathsComeFirst() throws {
    let fields = ["a=1; Path=/", "b=2; Path=/v1/items", "c=3; Path=/v1"]
    #expect(try Self.sent(fields, from: "http://shop.test/", to: "http://shop.test/v1/items/4") == "b=2; c=3; a=1")
  }

  @Test func anExpiredOneTakesAnotherAway() throws {
    let fields = ["a=1", "b=2", "a=; Max-Age=0"]
    #expect(try Self.sent(fields, from: "http://shop.test/", to: "http://shop.test/") == "b=2")
  }
}
