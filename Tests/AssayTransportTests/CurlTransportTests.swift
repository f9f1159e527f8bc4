import AssayHTTP
import AssayTransport
import Testing

@Suite struct CurlTransportTests {
  @Test func connectionsAreReused() async throws {
    let server = try ScriptedServer { connection in
      while connection.readRequest() != nil {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
      }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    for _ in 0..<50 {
      let recorder = Recorder()
      let end = await transport.send(.get(server.url), limits: TransferLimits(), to: recorder)
      #expect(end.reason == .complete)
      #expect(recorder.head?.status == 200)
      #expect(recorder.body == "hi")
    }
    #expect(server.connections == 1)
  }
}
