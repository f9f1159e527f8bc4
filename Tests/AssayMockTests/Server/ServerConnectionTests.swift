import Foundation
import TestKit
import Testing

@testable import AssayMock

/// The memory that a connection of the mock says it holds.
struct ServerConnectionTests {
  /// The pieces of an endless reply stay in memory, however often they were sent.
  @Test func anEndlessReplyCountsWhileItIsRepeated() throws {
    let (own, other) = try SocketPair.make()
    for end in [own, other] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    defer { close(other) }
    let piece = [UInt8](repeating: 0x61, count: 300_000)
    let start = ContinuousClock.now
    let connection = ServerConnection(
      descriptor: own,
      listener: 0,
      handler: ServerHandler { _, _ in WireReply([], endless: [.send(piece), .wait(.seconds(1))]) },
      limits: ServerLimits(),
      now: start
    )
    defer { _ = connection.close() }
    let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    #expect(write(other, request, request.count) == request.count)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    _ = buffer.withUnsafeMutableBytes { connection.receive(into: $0, now: start) }
    for turn in 0..<3 {
      var read = 0
      for _ in 0..<1_000 where read < piece.count {
        _ = connection.advance(now: start + .seconds(2 * turn))
        while case let count = Foundation.read(other, &buffer, buffer.count), count > 0 { read += count }
      }
      #expect(read == piece.count)
      _ = connection.advance(now: start + .seconds(2 * turn))
      #expect(connection.held >= piece.count, "\(connection.held) in turn \(turn)")
    }
  }
}
