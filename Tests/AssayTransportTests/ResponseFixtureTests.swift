import AssayHTTP
import AssayTransport
import TestKit
import Testing

/// Serves the raw responses of `fixtures/http` and holds what arrives against what each case expects.
@Suite struct ResponseFixtureTests {
  struct Expectation: Decodable {
    struct Head: Decodable {
      var status: Int
      var reason: String
      var version: String
      var headers: [[String]]
    }
    /// What the server does once all is sent: hold the connection, close it, or reset it.
    enum Then: String, Decodable { case hold, close, reset }

    var method: String?
    var then: Then
    var end: String
    var head: Head?
    var body: String?
  }

  @Test(arguments: try Fixtures.folders("http"), [false, true])
  func responseIsToldAsItIs(_ name: String, _ dribbles: Bool) async throws {
    let response = try Fixtures.bytes("http/\(name)/response.bin")
    let expected = try Fixtures.json("http/\(name)/expected.json", as: Expectation.self)
    let server = try ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      if dribbles {
        for byte in response { connection.send([byte]) }
      } else {
        connection.send(response)
      }
      switch expected.then {
      case .hold: connection.hold()
      case .close: break
      case .reset:
        // A reset overtakes what was sent before it: let the client have that first.
        connection.waitUntilRead()
        connection.reset()
      }
    }
    defer { server.stop() }
    let recorder = Recorder()
    let request = HTTPRequest(method: expected.method ?? "GET", url: server.url)
    let limits = TransferLimits(firstByte: .seconds(4), silence: .seconds(4), total: .seconds(5))
    let end = await CurlTransport().send(request, limits: limits, to: recorder)

    #expect(end.reason.rawValue == expected.end, "\(end.detail)")
    #expect(end.detail.isEmpty == (end.reason == .complete))
    let head = expected.head.map { head in
      HTTPResponseHead(
        status: head.status,
        reason: head.reason,
        version: head.version,
        headers: head.headers.map { HTTPHeader($0[0], $0[1]) }
      )
    }
    #expect(recorder.head == head)
    #expect(recorder.heads.count <= 1)
    #expect(recorder.body == expected.body ?? "")
    #expect(recorder.times == recorder.times.sorted())
  }

  @Test func thereAreCases() throws { #expect(try Fixtures.folders("http").count >= 40) }
}
