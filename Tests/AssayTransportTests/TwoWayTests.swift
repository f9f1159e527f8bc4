import AssayHTTP
import AssayTransport
import Synchronization
import Testing

/// A connection over which both sides talk once the server has switched protocols, and what becomes of one that does not.
@Suite struct TwoWayTests {
  /// Says `greeting` once the protocols were switched, and repeats each piece that comes in capitals.
  final class Talker: TransferReceiver {
    private let state = Mutex((heads: [HTTPResponseHead](), heard: "", outgoing: ""))
    let isTwoWay = true

    var heads: [Int] { state.withLock { $0.heads.map(\.status) } }
    var heard: String { state.withLock { $0.heard } }

    func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
      state.withLock { state in
        state.heads.append(head)
        if head.status == 101 { state.outgoing = "hello." }
      }
      return .proceed
    }

    func receive(chunk: [UInt8], at time: Duration) -> TransferFlow {
      state.withLock { state in
        let text = String(decoding: chunk, as: UTF8.self)
        state.heard += text
        if state.heads.last?.status == 101 { state.outgoing += text.uppercased() }
      }
      return .proceed
    }

    func takeOutgoing(at time: Duration) -> [UInt8] {
      state.withLock { state in
        defer { state.outgoing = "" }
        return Array(state.outgoing.utf8)
      }
    }
  }

  static let switched = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n"
  static let upgrade = [HTTPHeader("Connection", "Upgrade"), HTTPHeader("Upgrade", "chat")]

  /// Sends a request that asks for another protocol to `script`; gives how it ended, who talked, and what the server read.
  private static func talk(
    toHost host: String? = nil,
    _ script: @escaping @Sendable (ScriptedConnection, (String) -> Void) -> Void
  ) async throws -> (end: TransferEnd, talker: Talker, read: String) {
    let read = Mutex("")
    let server = try ScriptedServer { connection in script(connection) { text in read.withLock { $0 += text } } }
    defer { server.stop() }
    let talker = Talker()
    let options = host == nil ? CurlOptions() : CurlOptions(proxy: server.url)
    let transport = CurlTransport(options: options)
    let limits = TransferLimits(total: .seconds(20))
    let end = await transport.send(.get(host ?? server.url, upgrade), limits: limits, to: talker)
    return (end, talker, read.withLock { $0 })
  }

  @Test func bothSidesTalk() async throws {
    let (end, talker, read) = try await Self.talk { connection, note in
      note(connection.readRequest() ?? "")
      connection.send(Self.switched + "one")
      note(connection.readText(until: "hello.ONE"))
      connection.send("two")
      note(connection.readText(until: "TWO"))
    }
    #expect(end.reason == .complete, "\(end.detail)")
    #expect(talker.heads == [101])
    #expect(talker.heard == "onetwo")
    #expect(read.hasSuffix("\r\n\r\nhello.ONETWO"))
    #expect(read.hasPrefix("GET / HTTP/1.1\r\n"))
    #expect(!read.lowercased().contains("transfer-encoding"))
  }

  @Test func serverMayRefuse() async throws {
    let (end, talker, read) = try await Self.talk { connection, note in
      note(connection.readRequest() ?? "")
      connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone")
      connection.hold()
    }
    #expect(end.reason == .complete, "\(end.detail)")
    #expect(talker.heads == [404])
    #expect(talker.heard == "none")
    #expect(read.hasSuffix("\r\n\r\n"))
  }

  @Test func serverMayGoAtOnce() async throws {
    let (end, talker, _) = try await Self.talk { connection, _ in
      _ = connection.readRequest()
      connection.send(Self.switched)
      _ = connection.readText(until: "hello.")
    }
    #expect(end.reason == .complete, "\(end.detail)")
    #expect(talker.heard.isEmpty)
    let (reset, _, _) = try await Self.talk { connection, _ in
      _ = connection.readRequest()
      connection.send(Self.switched)
      _ = connection.readText(until: "hello.")
      connection.reset()
    }
    #expect(reset.reason == .reset, "\(reset.detail)")
  }

  /// What the proxy says of the tunnel is no answer; the request goes through it as it is.
  @Test func proxyMakesATunnel() async throws {
    let (end, talker, read) = try await Self.talk(toHost: "http://shop.invalid/x") { connection, note in
      note(connection.readRequest() ?? "")
      connection.send("HTTP/1.1 200 Connection established\r\nVia: a proxy\r\n\r\n")
      note(connection.readRequest() ?? "")
      connection.send(Self.switched)
      note(connection.readText(until: "hello."))
    }
    #expect(end.reason == .complete, "\(end.detail)")
    #expect(talker.heads == [101])
    #expect(read.hasPrefix("CONNECT shop.invalid:80 HTTP/1.1\r\n"))
    #expect(read.contains("GET /x HTTP/1.1\r\n"))
  }

  @Test func proxyMayRefuse() async throws {
    let (end, talker, _) = try await Self.talk(toHost: "http://shop.invalid/x") { connection, _ in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
      connection.hold()
    }
    #expect(end.reason == .refused, "\(end.detail)")
    #expect(end.detail.contains("407"), "\(end.detail)")
    #expect(talker.heads.isEmpty)
  }
}
