import AssayHTTP
import AssayTransport
import Foundation
import Testing

/// A transport that is let go leaves nothing behind.
@Suite(.serialized) struct LeakTests {
  final class Witness: TransferReceiver {
    func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow { .proceed }
    func receive(chunk: [UInt8], at time: Duration) -> TransferFlow { .proceed }
  }

  @Test func receiverIsLetGo() async throws {
    let server = try ScriptedServer { connection in
      while connection.readRequest() != nil { connection.send(CurlTransportTests.ok) }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    weak var witness: Witness?
    do {
      let receiver = Witness()
      witness = receiver
      #expect(await transport.send(.get(server.url), limits: TransferLimits(), to: receiver).reason == .complete)
    }
    // The loop lets go of a transfer in the round that ended it: a second one has seen to that.
    _ = await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder())
    #expect(witness == nil)
  }

  @Test func connectionsCloseWithTheTransport() async throws {
    let closed = AsyncStream<Void>.makeStream()
    let server = try ScriptedServer { connection in
      while connection.readRequest() != nil { connection.send(CurlTransportTests.ok) }
      closed.continuation.yield()
    }
    defer { server.stop() }
    for shutsDown in [false, true] {
      let transport = CurlTransport()
      let end = await transport.send(.get(server.url), limits: TransferLimits(), to: Recorder())
      #expect(end.reason == .complete)
      if shutsDown { transport.shutdown() }
    }
    // Ends only when both were closed from the client's side.
    var iterator = closed.stream.makeAsyncIterator()
    for _ in 0..<2 { await iterator.next() }
  }

  #if os(Linux)
    @Test func threadsAndDescriptorsAreGivenBack() async throws {
      func open() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
      func threads() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }
      let server = try ScriptedServer { connection in
        while connection.readRequest() != nil { connection.send(CurlTransportTests.ok) }
      }
      defer { server.stop() }
      // Other tests hold some of their own meanwhile; a leak of each transport's would be far more than those.
      let before = (open(), threads())
      for _ in 0..<300 {
        _ = await CurlTransport().send(.get(server.url), limits: TransferLimits(), to: Recorder())
      }
      for _ in 0..<1_000 where open() > before.0 + 150 || threads() > before.1 + 150 {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(open() <= before.0 + 150)
      #expect(threads() <= before.1 + 150)
    }
  #endif
}
