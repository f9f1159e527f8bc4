import AssayHTTP
import AssayTransport
import Testing

@Suite struct TLSTests {
  static let limits = TransferLimits(connect: .seconds(5), total: .seconds(8))

  static func send(_ options: CurlOptions, _ port: Int, host: String = "127.0.0.1") async -> (TransferEnd, Recorder) {
    let recorder = Recorder()
    let end = await CurlTransport(options: options).send(.get("https://\(host):\(port)/"), limits: limits, to: recorder)
    return (end, recorder)
  }

  @Test func serverHasToShowWhoItIs() async throws {
    let authority = try await LocalAuthority.make(["server": "IP:127.0.0.1,DNS:localhost"])
    let server = try TLSServer(authority, certificate: "server")

    let (trusted, recorder) = await Self.send(CurlOptions(caFile: authority.caFile), server.port)
    #expect(trusted.reason == .complete, "\(trusted.detail)")
    #expect(recorder.head?.status == 200)
    #expect(!recorder.body.isEmpty)
    #expect(
      await Self.send(CurlOptions(caFile: authority.caFile), server.port, host: "localhost").0.reason == .complete
    )

    let (unknown, nothing) = await Self.send(CurlOptions(), server.port)
    #expect(unknown.reason == .tls, "\(unknown.detail)")
    #expect(nothing.head == nil)
    #expect(unknown.timings.connect == nil)
    let other = try await LocalAuthority.make()
    #expect(await Self.send(CurlOptions(caFile: other.caFile), server.port).0.reason == .tls)
    #expect(await Self.send(CurlOptions(isInsecure: true), server.port).0.reason == .complete)
  }

  @Test func certificateHasToBeForTheHost() async throws {
    let authority = try await LocalAuthority.make(["server": "DNS:other.test"])
    let server = try TLSServer(authority, certificate: "server")
    #expect(await Self.send(CurlOptions(caFile: authority.caFile), server.port).0.reason == .tls)
    #expect(await Self.send(CurlOptions(isInsecure: true), server.port).0.reason == .complete)
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func clientShowsWhoItIs(_ version: String) async throws {
    let authority = try await LocalAuthority.make(["server": "IP:127.0.0.1", "client": "DNS:client.test"])
    let server = try TLSServer(
      authority,
      certificate: "server",
      "-Verify 1 -verify_return_error -CAfile ca.pem \(version)"
    )
    var options = CurlOptions(caFile: authority.caFile)
    let (refused, _) = await Self.send(options, server.port)
    #expect(refused.reason == .tls, "\(refused.detail)")

    options.certificateFile = authority.file("client.pem")
    options.keyFile = authority.file("client.key")
    let (accepted, _) = await Self.send(options, server.port)
    #expect(accepted.reason == .complete, "\(accepted.detail)")

    options.keyFile = authority.file("none.key")
    #expect(await Self.send(options, server.port).0.reason == .unsendable)
  }

  @Test func plainServerIsNoTLSServer() async throws {
    let server = try ScriptedServer { connection in
      connection.send(CurlTransportTests.ok)
      connection.hold()
    }
    defer { server.stop() }
    let (end, _) = await Self.send(CurlOptions(), Int(server.port))
    #expect(end.reason == .tls, "\(end.detail)")
  }

  @Test func handshakeMayNeverEnd() async throws {
    let server = try ScriptedServer { $0.hold() }
    defer { server.stop() }
    let limits = TransferLimits(connect: .milliseconds(150), total: .seconds(60))
    let request = HTTPRequest.get("https://127.0.0.1:\(server.port)/")
    let transport = CurlTransport(options: CurlOptions(isInsecure: true))
    let end = await transport.send(request, limits: limits, to: Recorder())
    #expect(end.reason == .connectTimeout, "\(end.detail)")
  }
}
