import AssayHTTP
import AssayTransport
import Foundation
import Synchronization
import Testing

/// What goes over the wire, byte for byte.
@Suite struct RequestTests {
  /// Sends requests one after the other over one connection; gives back what the server read.
  static func wire(_ requests: [HTTPRequest], options: CurlOptions = CurlOptions()) async throws -> [String] {
    let read = Mutex<[String]>([])
    let server = try ScriptedServer { connection in
      while let request = connection.readRequest() {
        read.withLock { $0.append(request) }
        connection.send("HTTP/1.1 204 No Content\r\n\r\n")
      }
    }
    defer { server.stop() }
    let transport = CurlTransport(options: options)
    for request in requests {
      var request = request
      request.url = "http://127.0.0.1:\(server.port)\(request.url)"
      let end = await transport.send(request, limits: TransferLimits(), to: Recorder())
      #expect(end.reason == .complete, "\(end.detail)")
    }
    // A connection is closed behind HEAD: some servers send a body nevertheless.
    #expect(server.connections == 1 + requests.dropLast().count { $0.method == "HEAD" })
    return read.withLock { $0 }.map { $0.replacingOccurrences(of: ":\(server.port)", with: "") }
  }

  static let accept = "Accept: */*\r\nAccept-Encoding: "

  @Test func getSendsNoMoreThanItMust() async throws {
    let sent = try #require(try await Self.wire([.get("/a/../b/./c?x=%20&y")]).first)
    #expect(sent.hasPrefix("GET /a/../b/./c?x=%20&y HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: assay\r\n"))
    #expect(sent.contains("\r\nAccept-Encoding: ") && sent.contains("gzip"))
    for name in ["Expect", "Content-Type", "Content-Length", "Cookie", "Authorization"] {
      #expect(!sent.contains("\r\n\(name):"))
    }
  }

  @Test func headersAreSentInOrder() async throws {
    let headers = [
      HTTPHeader("User-Agent", "me"), HTTPHeader("X-B", "2"), HTTPHeader("X-A", "ž"), HTTPHeader("X-B", "3"),
      HTTPHeader("X-Empty", ""), HTTPHeader("Accept", "text/event-stream"), HTTPHeader("Accept-Encoding", "identity"),
    ]
    let sent = try #require(try await Self.wire([.get("/", headers)]).first)
    #expect(
      sent == """
        GET / HTTP/1.1\r
        Host: 127.0.0.1\r
        User-Agent: me\r
        X-B: 2\r
        X-A: ž\r
        X-B: 3\r
        X-Empty:\r
        Accept: text/event-stream\r
        Accept-Encoding: identity\r
        \r

        """
    )
  }

  /// One handle carries them all: nothing of one request may be left in the next.
  @Test func handlesForgetTheRequestBefore() async throws {
    let json = HTTPHeader("Content-Type", "application/json")
    let body = Array("{}".utf8)
    let requests: [HTTPRequest] = [
      .get("/1"), HTTPRequest(method: "POST", url: "/2", headers: [json], body: body), .get("/3"),
      HTTPRequest(method: "HEAD", url: "/4"), HTTPRequest(method: "POST", url: "/5"),
      HTTPRequest(method: "HEAD", url: "/6"), HTTPRequest(method: "DELETE", url: "/7"),
      HTTPRequest(method: "PUT", url: "/8", body: body), HTTPRequest(method: "OPTIONS", url: "/9"),
      HTTPRequest(method: "PATCH", url: "/10", headers: [json], body: body),
      HTTPRequest(method: "GET", url: "/11", headers: [json], body: body), HTTPRequest(method: "HEAD", url: "/12"),
      .get("/13"), HTTPRequest(method: "DELETE", url: "/14", body: body), HTTPRequest(method: "BREW", url: "/15"),
      HTTPRequest(method: "PUT", url: "/16"), .get("/17", [HTTPHeader("X", "y")]), .get("/18"),
    ]
    let sent = try await Self.wire(requests)
    #expect(sent.count == requests.count)
    for (request, text) in zip(requests, sent) {
      #expect(text.hasPrefix("\(request.method) \(request.url) HTTP/1.1\r\n"))
      #expect(text.contains("\r\nContent-Type: application/json\r\n") == request.headers.contains(json))
      #expect(text.contains("\r\nX: y\r\n") == request.headers.contains(HTTPHeader("X", "y")))
      #expect(text.hasSuffix(request.body.isEmpty ? "\r\n\r\n" : "\r\n\r\n{}"))
      let hasLength = !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method)
      #expect(text.contains("\r\nContent-Length: \(request.body.count)\r\n") == hasLength, "\(text)")
      #expect(!text.contains("urlencoded") && !text.contains("Expect"))
    }
  }

  @Test func largeBodyArrivesWhole() async throws {
    let body = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: 97 + $0 % 23) }
    let form = HTTPRequest(method: "POST", url: "/", headers: [HTTPHeader("Content-Type", "a/b")], body: body)
    let sent = try await Self.wire([form, .get("/"), form])
    #expect(sent.count == 3)
    #expect(Array(sent[0].utf8.suffix(body.count)) == body)
    #expect(sent[2] == sent[0])
  }

  @Test func answerBeforeTheBodyIsSentCounts() async throws {
    let server = try ScriptedServer { connection in
      connection.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
      connection.hold()
    }
    defer { server.stop() }
    let recorder = Recorder()
    let request = HTTPRequest(method: "POST", url: server.url, body: [UInt8](repeating: 0, count: 8 << 20))
    let end = await CurlTransport().send(request, limits: TransferLimits(total: .seconds(5)), to: recorder)
    #expect(recorder.head?.status == 413)
    #expect(end.reason == .complete, "\(end.detail)")
  }

  @Test func unixSocketStandsInForTheHost() async throws {
    let path = NSTemporaryDirectory() + "assay-\(UUID().uuidString.prefix(8)).sock"
    defer { unlink(path) }
    let server = try ScriptedServer(unixSocket: path) { connection in
      while connection.readRequest() != nil { connection.send(CurlTransportTests.ok) }
    }
    defer { server.stop() }
    let recorder = Recorder()
    let transport = CurlTransport(options: CurlOptions(unixSocket: path))
    let end = await transport.send(.get("http://anything.invalid/"), limits: TransferLimits(), to: recorder)
    #expect(end.reason == .complete, "\(end.detail)")
    #expect(recorder.body == "hi")
  }

  @Test(arguments: [
    ("127.0.0.1:1", "127.0.0.1:1 does not answer"), ("proxy.invalid:1", "proxy.invalid has no address"),
  ])
  func proxyThatIsNotThereIsNamed(_ place: String, _ trouble: String) async throws {
    let transport = CurlTransport(options: CurlOptions(proxy: "http://somebody:s3cret@\(place)"))
    let end = await transport.send(.get("http://shop.invalid/x"), limits: TransferLimits(), to: Recorder())
    #expect(end.reason == (place.contains("invalid") ? .unresolved : .refused))
    #expect(end.detail == "the proxy \(trouble)")
  }

  @Test func proxyIsAskedForTheWholeURL() async throws {
    let read = Mutex<String?>(nil)
    let server = try ScriptedServer { connection in
      read.withLock { $0 = connection.readRequest() }
      connection.send(CurlTransportTests.ok)
    }
    defer { server.stop() }
    let transport = CurlTransport(options: CurlOptions(proxy: server.url))
    let end = await transport.send(.get("http://anything.invalid/x"), limits: TransferLimits(), to: Recorder())
    #expect(end.reason == .complete, "\(end.detail)")
    #expect(read.withLock { $0 }?.hasPrefix("GET http://anything.invalid/x HTTP/1.1\r\n") == true)
  }
}
