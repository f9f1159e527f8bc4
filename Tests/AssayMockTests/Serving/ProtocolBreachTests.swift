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
    let mock = try MockServer(
      contract: try ContractLoader.load(bytes: Array(try Data(contentsOf: file)), file: file.path),
      settings: MockSettings(pace: .fast, files: ContractFixture.files)
    ) { finding in told.withLock { $0.append(finding) } }
    let url = try #require(HTTPURL(try mock.start()[0].url))
    let client = try RawClient(port: url.port)
    try talk(client)
    client.disconnect()
    mock.stop()
    return (told.withLock { $0 }, mock.result())
  }

  @Test(arguments: [
    ("GET /api/x?key=SECRET HTTP/1.1\r\n\r\n", Rule.requestHeader, "The Host field is missing."),
    (
      "POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc", .requestHeader,
      "The request has both Content-Length and Transfer-Encoding; only one can be right."
    ),
    (
      "GET /api/x HTTP/1.1\r\nHost: a\r\nAuthorization : SECRET\r\n\r\n", .requestHeader,
      "A header field is malformed: Authorization :"
    ),
    (
      "GET /api/x HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer\r\n SECRET\r\n\r\n", .requestHeader,
      "A header field goes on in another line, which nothing may."
    ),
    (
      "POST /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .requestBody,
      "A chunk's size is not a hexadecimal number."
    ),
  ])
  func aBrokenRequestIsTold(_ bytes: String, _ rule: Rule, _ message: String) throws {
    let (told, result) = try findings("landmark") { client in
      client.send(bytes)
      #expect(client.readToEnd().text.hasPrefix("HTTP/1.1 400 "))
    }
    #expect(told.map(\.rule) == [rule])
    #expect(told.first?.message == message)
    #expect(told.first?.location.hasSuffix(" /api/x") == true)
    #expect(result.outcome == .failed)
    #expect(!"\(told)".contains("SECRET"))
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
    #expect(told.first?.message == "The client opens a WebSocket, and \(clause).")
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
