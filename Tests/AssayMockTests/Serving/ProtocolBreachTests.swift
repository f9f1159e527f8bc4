import AssayContract
import AssayFindings
import AssayHTTP
import AssayMock
import Foundation
import Synchronization
import TestKit
import Testing

/// Clients that break HTTP or the WebSocket protocol are told of, and those that send no request are not.
@Suite struct ProtocolBreachTests {
  /// What a mock of `contract` has told once a client has been served by `talk`.
  private func findings(
    _ contract: String,
    _ talk: (RawClient) throws -> Void
  ) throws -> (told: [Finding], result: RunResult) {
    let file = Repository.url("contracts/\(contract).json")
    let told = Mutex<[Finding]>([])
    var settings = MockSettings(pace: .fast, files: ContractFixture.files)
    settings.hide = { findings, request, path in
      let secrets =
        request.headers.values("Authorization").flatMap { $0.split(separator: " ") } + path.map { $0.value[...] }
      return findings.map { finding in
        finding.mapTexts { text in secrets.reduce(text) { $0.replacing($1, with: "HIDDEN") } }
      }
    }
    let mock = try MockServer(
      contract: try ContractLoader.load(bytes: Array(try Data(contentsOf: file)), file: file.path),
      settings: settings
    ) { finding in told.withLock { $0.append(finding) } }
    let url = try #require(HTTPURL(try mock.start()[0].url))
    let client = try RawClient(port: url.port)
    try talk(client)
    client.disconnect()
    mock.stop()
    return (told.withLock { $0 }, mock.result())
  }

  /// Each with the place it is told of: nothing of it is secret.
  @Test(arguments: [
    ("GET /api/x?key=SECRET HTTP/1.1\r\n\r\n", "GET /api/x", "The Host field is missing."),
    (
      "GET /api/SECRET HTTP/1.1\r\nAuthorization: Bearer SECRET\r\n\r\n", "GET /api/HIDDEN",
      "The Host field is missing."
    ),
    ("GET /status/SECRET HTTP/1.1\r\n\r\n", "GET /status/HIDDEN", "The Host field is missing."),
    ("GET http://me:SECRET@a/api/x HTTP/1.1\r\n\r\n", "GET /api/x", "The Host field is missing."),
    (
      "POST /api/x HTTP/1.1\r\nHost: b\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc", "POST /api/x",
      "The request has both Content-Length and Transfer-Encoding; only one can be right."
    ),
    (
      "GET /api/SECRET HTTP/1.1\r\nHost: a\r\nAuthorization : SECRET\r\n\r\n", "GET …",
      "The header field Authorization has white space before its colon."
    ),
    (
      "GET /api/SECRET HTTP/1.1\r\nHost: a\r\nAuthorization Bearer SECRET:x\r\n\r\n", "GET …",
      "A line of the header section is not a field: the text before its colon is not a name."
    ),
    (
      "GET /api/x HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer\r\n SECRET\r\n\r\n", "GET …",
      "A header field continues on a second line, which RFC 9112 forbids."
    ),
    (
      "GET SECRET HTTP/1.1\r\n\r\n", "GET …", "The request target is neither a path nor a URL that begins with http://."
    ),
    ("GET /a SECRET HTTP/1.1\r\n\r\n", "GET …", "The request line is not METHOD TARGET HTTP/1.1."),
    (
      "POST /api/x HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "POST /api/x",
      "A chunk's size is not a hexadecimal number."
    ),
  ])
  func aBrokenRequestIsTold(_ bytes: String, _ place: String, _ message: String) throws {
    let (told, result) = try findings("mondrian") { client in
      client.send(bytes)
      let answer = client.readToEnd().text
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(!answer.contains("SECRET"))
    }
    #expect(told.map(\.rule) == [message.contains("chunk's") ? .requestBody : .requestHeader])
    #expect(told.first?.message == message)
    #expect(told.first?.location == place)
    #expect(result.outcome == .failed)
    #expect(!"\(told) \(result)".contains("SECRET"))
  }

  /// A port scan, a client that goes away, and clients that take the server for another.
  @Test(arguments: [
    "", "GET /api/predi", "POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 30\r\n\r\nabc", "hello\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ])
  func whatIsNoRequestIsNoFinding(_ bytes: String) throws {
    let (told, result) = try findings("landmark") { client in
      client.send(bytes)
      client.finishSending()
      _ = client.readToEnd()
    }
    #expect(told.map(\.message) == [])
    #expect(result.outcome == .passed)
  }

  private static func handshake(version: String = "13") -> String {
    """
    GET /live?to=de HTTP/1.1\r
    Host: a\r
    Connection: Upgrade\r
    Upgrade: websocket\r
    Sec-WebSocket-Version: \(version)\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    \r

    """
  }

  @Test(
    arguments: [
      // Not masked; a text that is not UTF-8; an opcode nobody has defined.
      ([0x81, 0x01, 0x78], 1002, "a frame of the client is not masked"),
      ([0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFE], 1007, "a text message is not UTF-8"),
      ([0x83, 0x81, 0, 0, 0, 0, 0x78], 1002, "a frame has the opcode 3, which means nothing"),
    ] as [([UInt8], Int, String)]
  )
  func aBrokenFrameIsTold(_ frame: [UInt8], _ code: Int, _ clause: String) throws {
    let (told, result) = try findings("examples/translation") { client in
      client.send(Self.handshake())
      #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 101 "))
      client.send(frame)
      var bytes: [UInt8] = []
      while let piece = client.read(), !piece.isEmpty { bytes += piece }
      #expect(bytes.suffix(4) == [0x88, 0x02, UInt8(code >> 8), UInt8(code & 0xFF)])
    }
    #expect(told.map(\.rule) == [.streamFrame])
    #expect(told.first?.message == "the client opens a WebSocket, and \(clause)")
    #expect(result.outcome == .failed)
  }

  @Test func aHandshakeOfAnotherVersionIsTold() throws {
    let (told, result) = try findings("examples/translation") { client in
      client.send(Self.handshake(version: "8"))
      #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 426 "))
    }
    #expect(told.map(\.rule) == [.requestHeader])
    #expect(result.outcome == .failed)
  }

  @Test func goingAwayIsNoBreach() throws {
    let (told, _) = try findings("examples/translation") { client in
      client.send(Self.handshake())
      #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 101 "))
      // Half a frame.
      client.send([0x81, 0x85, 0, 0])
    }
    #expect(told.map(\.message) == [])
  }
}
