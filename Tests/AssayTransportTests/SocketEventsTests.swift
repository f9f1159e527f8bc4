import CCurl
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Whether a peer has ended its side is looked up beside libcurl, which must not lose what the system has to tell it.
@Suite("Socket events") struct SocketEventsTests {
  private enum Goodbye: CaseIterable { case none, end, bytesAndEnd, reset }

  @Test(arguments: Goodbye.allCases)
  private func endsAreToldFromResets(_ goodbye: Goodbye) throws {
    let server = try ScriptedServer { connection in
      switch goodbye {
      case .none: connection.hold()
      case .end: break
      case .bytesAndEnd: connection.send("x")
      case .reset: connection.reset()
      }
    }
    defer { server.stop() }
    let socket = try LoopbackSocket.connected(toPort: server.port)
    defer { LoopbackSocket.close(socket) }
    if goodbye != .none {
      var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      try #require(poll(&descriptor, 1, 10_000) == 1)
    }
    #expect((assay_socket_has_ended(socket) != 0) == (goodbye == .end))
    if goodbye == .reset {
      var byte: UInt8 = 0
      #expect(recv(socket, &byte, 1, 0) == -1)
      #expect(errno == ECONNRESET)
    }
  }
}
