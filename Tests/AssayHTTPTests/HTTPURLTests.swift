import AssayHTTP
import Testing

@Suite struct HTTPURLTests {
  @Test(arguments: [
    ("http://Example.COM/a", "http://example.com", "/a"), ("HTTP://example.com:80", "http://example.com", "/"),
    ("https://example.com:443/?q=1", "https://example.com", "/?q=1"), ("http://h:8000/x#f", "http://h:8000", "/x"),
    ("http://[::1]:8080/", "http://[::1]:8080", "/"), ("http://user:pw@h/p", "http://h", "/p"),
    ("http://h:/p", "http://h", "/p"), ("http://h?x", "http://h", "/?x"),
    ("http://127.0.0.1:1", "http://127.0.0.1:1", "/"),
  ])
  func originAndTargetAreRead(_ text: String, _ origin: String, _ target: String) throws {
    let url = try #require(HTTPURL(text))
    #expect(url.origin == origin)
    #expect(url.target == target)
    #expect(HTTPURL(url.text) == url)
  }

  @Test(arguments: [
    "", "/path", "example.com", "ftp://h/", "http:/h", "http://", "http:///p", "http://h:99999/", "http://h:8a/",
    "http://a b/", "http://h/\n", "http://[::1/", "http://[]/", "http://[x]/", "//h/p", "http://h:1:2/", "http://@/",
  ])
  func othersAreNot(_ text: String) { #expect(HTTPURL(text) == nil) }

  /// RFC 3986 sections 5.4.1 and 5.4.2.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
  ])
  func referencesResolve(_ reference: String, _ expected: String) throws {
    let base = try #require(URIReference(validating: "http://a/b/c/d;p?q"))
    #expect(try #require(URIReference(validating: reference)).resolved(against: base).text == expected)
  }

  @Test func statusURLsResolveAgainstTheAnswersURL() throws {
    let url = try #require(HTTPURL("http://h:8000/api/upload?x=1"))
    #expect(url.resolving("/status/7")?.text == "http://h:8000/status/7")
    #expect(url.resolving("status/7")?.text == "http://h:8000/api/status/7")
    #expect(url.resolving("https://other/x")?.origin == "https://other")
    #expect(url.resolving("mailto:a@b") == nil)
  }

  @Test(arguments: [
    ("http://h", "/scan", "http://h/scan"), ("http://h/", "/scan", "http://h/scan"),
    ("http://h/api/v1", "/scan", "http://h/api/v1/scan"), ("http://h/api/v1/", "scan", "http://h/api/v1/scan"),
    ("http://h/api", "", "http://h/api"), ("http://h/api?x=1", "/scan", "http://h/api/scan"),
  ])
  func operationsAreAppendedToServers(_ server: String, _ path: String, _ expected: String) throws {
    #expect(try #require(HTTPURL(server)).appending(path: path).text == expected)
  }

  @Test(arguments: [
    ("http://localhost/", true), ("http://a.localhost/", true), ("http://127.0.0.1/", true),
    ("http://127.9.9.9/", true),
    ("http://[::1]/", true), ("http://127.evil.com/", false), ("http://example.com/", false),
    ("http://128.0.0.1/", false),
    ("http://notlocalhost/", false), ("http://127.0.0.1.nip.io/", false),
  ])
  func loopbackIsKnown(_ text: String, _ isLoopback: Bool) throws {
    #expect(try #require(HTTPURL(text)).isLoopback == isLoopback)
  }
}
