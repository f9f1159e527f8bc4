import AssayHTTP
import AssayTransport
import Foundation
import TestKit
import Testing

/// Whatever a server does, a transfer ends by its limits, and says which one it was.
@Suite struct LimitTests {
  static let short = Duration.milliseconds(150)
  static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  /// A way to keep a client waiting, and the limit that ends it.
  struct Hostility: Sendable, CustomTestStringConvertible {
    let name: String
    let limits: TransferLimits
    let end: TransferEnd.Reason
    let script: @Sendable (ScriptedConnection) -> Void
    var testDescription: String { name }

    init(
      _ name: String,
      _ limits: TransferLimits,
      _ end: TransferEnd.Reason,
      _ script: @escaping @Sendable (ScriptedConnection) -> Void
    ) {
      self.name = name
      self.limits = limits
      self.end = end
      self.script = script
    }
  }

  static let hostilities = [
    Hostility("no answer", TransferLimits(firstByte: short), .firstByteTimeout) { connection in
      _ = connection.readRequest()
      connection.hold()
    },
    Hostility("no answer, total only", TransferLimits(total: short), .totalTimeout) { connection in
      _ = connection.readRequest()
      connection.hold()
    },
    Hostility("status line byte by byte", TransferLimits(firstByte: short), .firstByteTimeout) { connection in
      _ = connection.readRequest()
      connection.dribble("HTTP/1.1 200 OK" + String(repeating: "k", count: 10_000))
    },
    Hostility("header lines byte by byte", TransferLimits(silence: short), .silenceTimeout) { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n")
      connection.dribble("X: " + String(repeating: "y", count: 10_000))
    },
    Hostility("header lines one by one", TransferLimits(silence: .seconds(9), total: short), .totalTimeout) {
      connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n")
      connection.dribble(String(repeating: "A:b\n", count: 10_000), every: 5)
    },
    Hostility("interim answers one by one", TransferLimits(firstByte: short, total: short), .totalTimeout) {
      connection in
      _ = connection.readRequest()
      connection.dribble(String(repeating: "HTTP/1.1 102 P\n\n", count: 10_000), every: 1)
    },
    Hostility("interim answers without end", TransferLimits(), .protocol) { connection in
      _ = connection.readRequest()
      connection.repeatForever(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 100))
    },
    Hostility("header lines without end", TransferLimits(), .protocol) { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n")
      connection.repeatForever(String(repeating: "X-Y: z\r\n", count: 1_000))
    },
    Hostility("one header line without end", TransferLimits(), .protocol) { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nX: ")
      connection.repeatForever(String(repeating: "y", count: 100_000))
    },
    Hostility("status line without end", TransferLimits(), .protocol) { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 ")
      connection.repeatForever(String(repeating: "y", count: 100_000))
    },
    Hostility("trailer without end", TransferLimits(), .protocol) { connection in
      _ = connection.readRequest()
      connection.send(chunked + "1\r\nx\r\n0\r\n")
      connection.repeatForever(String(repeating: "X-Y: z\r\n", count: 1_000))
    },
    Hostility("chunk extension without end", TransferLimits(total: .seconds(1)), .totalTimeout) { connection in
      _ = connection.readRequest()
      connection.send(chunked + "1;")
      connection.repeatForever(String(repeating: "y", count: 1_000))
    },
    Hostility("body falls silent", TransferLimits(silence: short), .silenceTimeout) { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
      connection.hold()
    },
    Hostility("body byte by byte", TransferLimits(silence: .seconds(9), total: short), .totalTimeout) { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
      connection.dribble(String(repeating: "x", count: 100_000))
    },
    Hostility("body without end", TransferLimits(bodySize: 1 << 20), .tooLarge) { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      connection.repeatForever(String(repeating: "x", count: 50_000))
    },
    Hostility("chunks without end", TransferLimits(bodySize: 1 << 20), .tooLarge) { connection in
      _ = connection.readRequest()
      connection.send(chunked)
      connection.repeatForever(String(repeating: "1\r\nx\r\n", count: 10_000))
    },
    Hostility("never reads, never answers", TransferLimits(total: short), .totalTimeout) { $0.waitForEnd() },
  ]

  /// Which limit it was says that it was held; how long a busy machine took to notice says nothing.
  @Test(.timeLimit(.minutes(3)), arguments: hostilities)
  func transferEndsByItsLimits(_ hostility: Hostility) async throws {
    let server = try ScriptedServer(hostility.script)
    defer { server.stop() }
    let recorder = Recorder()
    var request = HTTPRequest.get(server.url)
    if hostility.name.hasPrefix("never reads") {
      request = HTTPRequest(method: "POST", url: server.url, body: [UInt8](repeating: 0, count: 32 << 20))
    }
    let end = await CurlTransport().send(request, limits: hostility.limits, to: recorder)
    #expect(end.reason == hostility.end, "\(end.detail)")
    if let limit = hostility.limits.bodySize { #expect(recorder.size <= limit) }
  }

  @Test func connectionNeverComesAbout() async throws {
    // A listener that accepts nobody: once its queue is full, the system leaves a connect unanswered.
    let (socket, port) = try LoopbackSocket.listen(backlog: 0)
    defer { LoopbackSocket.close(socket) }
    let transport = CurlTransport()
    let limits = TransferLimits(connect: Self.short, total: .seconds(2))
    let ends = await withTaskGroup(of: TransferEnd.Reason.self) { group in
      for _ in 0..<8 {
        group.addTask { await transport.send(.get("http://127.0.0.1:\(port)/"), limits: limits, to: Recorder()).reason }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ends.contains(.connectTimeout))
    #expect(ends.allSatisfy { $0 == .connectTimeout || $0 == .totalTimeout })
  }

  @Test func bodyUpToTheLimitIsComplete() async throws {
    let server = try ScriptedServer { connection in
      while connection.readRequest() != nil { connection.send(CurlTransportTests.ok) }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    for (limit, reason) in [(2, TransferEnd.Reason.complete), (1, .tooLarge), (0, .tooLarge)] {
      let end = await transport.send(.get(server.url), limits: TransferLimits(bodySize: limit), to: Recorder())
      #expect(end.reason == reason)
    }
  }

  @Test func bombIsStoppedAtTheLimit() async throws {
    let bomb = try Fixtures.bytes("http-bombs/gzip-64-MiB-of-zeros.gz")
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
      connection.send(bomb)
      connection.hold()
    }
    defer { server.stop() }
    let recorder = Recorder()
    let end = await CurlTransport().send(.get(server.url), limits: TransferLimits(bodySize: 1 << 20), to: recorder)
    #expect(end.reason == .tooLarge)
    #expect(recorder.size <= 1 << 20)
  }

  @Test func receiverStopsAtOnce() async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send(Self.chunked)
      connection.repeatForever("1\r\nx\r\n")
    }
    defer { server.stop() }
    let atHead = Recorder { _ in .stop }
    #expect(await CurlTransport().send(.get(server.url), limits: TransferLimits(), to: atHead).reason == .stopped)
    #expect(atHead.chunks.isEmpty)
    let atChunk = Recorder { $0.chunks.count == 3 ? .stop : .proceed }
    #expect(await CurlTransport().send(.get(server.url), limits: TransferLimits(), to: atChunk).reason == .stopped)
    #expect(atChunk.chunks.count == 3)
  }

  @Test func graceIsGivenOnce() async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send(Self.chunked)
      while connection.send("1\r\nx\r\n") { usleep(1_000) }
    }
    defer { server.stop() }
    let recorder = Recorder { _ in .stopAfter(.milliseconds(300)) }
    let end = await CurlTransport().send(.get(server.url), limits: TransferLimits(total: .seconds(5)), to: recorder)
    #expect(end.reason == .stopped)
    #expect(recorder.chunks.count > 1)
  }

  @Test func answerMayEndWithinTheGrace() async throws {
    let server = try ScriptedServer { connection in
      while connection.readRequest() != nil { connection.send(CurlTransportTests.ok) }
    }
    defer { server.stop() }
    let recorder = Recorder { _ in .stopAfter(.seconds(5)) }
    #expect(await CurlTransport().send(.get(server.url), limits: TransferLimits(), to: recorder).reason == .complete)
  }
}
