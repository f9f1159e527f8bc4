import AssayContract
import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets
import Testing

@testable import AssayVerifier

/// What a live stream's receiver tells the transport after each piece, and what it keeps of them.
struct StreamReceiverTests {
  private static let stream = HTTPResponseHead(status: 200, headers: [HTTPHeader("Content-Type", "text/event-stream")])
  private static let other = HTTPResponseHead(status: 200, headers: [HTTPHeader("Content-Type", "text/plain")])

  /// The receiver of a stream of `tick`s and an `end`, which was answered with `head`.
  private static func receiver(
    _ head: HTTPResponseHead = stream,
    keeping: StreamReceiver.Keeping = .some(of: 1 << 20),
    mayComeWhole: Bool = false
  ) throws -> StreamReceiver {
    let text = """
      { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
        "operations": { "get": { "request": { "method": "GET", "path": "/" }, "responses": { "200": {} },
          "stream": { "events": { "tick": {}, "end": { "final": true } }, "order": "tick* end", "resume": {} } } },
        "scenarios": { "s": { "steps": [ { "operation": "get" } ] } } }
      """
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "shop.json")
    guard case .stream(let promise) = try #require(contract.operation(named: "get")).interaction else {
      throw CancellationError()
    }
    let receiver = StreamReceiver(
      .sse,
      judge: StreamJudge(contract: contract, promise: promise, scope: Scope()),
      vault: SecretVault(),
      keeping: keeping,
      mayComeWhole: mayComeWhole,
      fields: []
    )
    #expect(receiver.receive(head: head, at: .zero) == .proceed)
    return receiver
  }

  private static func received(_ receiver: StreamReceiver, _ reason: TransferEnd.Reason = .complete)
    -> StreamReceiver.Received
  { receiver.finish(TransferEnd(reason)) }

  /// The final event leaves time for others, once.
  @Test func theEndIsAwaitedOnce() throws {
    let receiver = try Self.receiver()
    #expect(receiver.receive(chunk: Array("event: tick\ndata: 1\n\n".utf8), at: .zero) == .proceed)
    let end = receiver.receive(chunk: Array("event: end\ndata: 2\n\n".utf8), at: .zero)
    #expect(end == .stopAfter(StreamReceiver.grace))
    #expect(receiver.receive(chunk: Array("event: tick\ndata: 3\n\n".utf8), at: .zero) == .proceed)
    let received = Self.received(receiver)
    #expect(received.events.map(\.event.name) == ["tick", "end", "tick"])
    #expect(received.events.map(\.index) == [1, 2, 3])
    #expect(received.dropped == 0)
  }

  /// An event larger than any may be ends the transfer.
  @Test func anEventWithoutAnEndEndsTheTransfer() throws {
    let receiver = try Self.receiver()
    #expect(receiver.receive(chunk: Array("data: ".utf8), at: .zero) == .proceed)
    let flow = (1...20).lazy.map { _ in receiver.receive(chunk: Array(repeating: 0x61, count: 1 << 20), at: .zero) }
      .first { $0 != .proceed }
    #expect(flow == .stop)
    #expect(Self.received(receiver, .stopped).notices.contains { if case .eventTooLarge = $0 { true } else { false } })
  }

  /// The first events are kept, up to a number and a size, which count the text and the names.
  @Test(arguments: [
    (StreamReceiver.Keeping(events: 2, bytes: 1000), 2),
    (StreamReceiver.Keeping(events: 10, bytes: 15), 3),
    (StreamReceiver.Keeping(events: 10, bytes: 14), 2),
    (StreamReceiver.Keeping(events: 10, bytes: 4), 0),
  ])
  func theBeginningIsKept(_ keeping: StreamReceiver.Keeping, _ count: Int) throws {
    let receiver = try Self.receiver(keeping: keeping)
    for number in 1...4 {
      _ = receiver.receive(chunk: Array("event: tick\ndata: \(number)\n\n".utf8), at: .zero)
    }
    let received = Self.received(receiver)
    #expect(received.events.count == count)
    #expect(received.dropped == 4 - count)
    let all = try Self.receiver()
    for number in 1...4 { _ = all.receive(chunk: Array("event: tick\ndata: \(number)\n\n".utf8), at: .zero) }
    #expect(keeping.beginning(of: Self.received(all).events).count == count)
  }

  /// Of an answer that is no stream, a megabyte is kept; all of it where it may come whole.
  @Test(arguments: [false, true]) func anotherAnswerIsKept(mayComeWhole: Bool) throws {
    let receiver = try Self.receiver(Self.other, mayComeWhole: mayComeWhole)
    #expect(receiver.receive(chunk: Array("abc".utf8), at: .zero) == .proceed)
    #expect(receiver.receive(chunk: Array(repeating: 0x61, count: 600_000), at: .zero) == .proceed)
    let flow = receiver.receive(chunk: Array(repeating: 0x62, count: 600_000), at: .zero)
    #expect(flow == (mayComeWhole ? .proceed : .stop))
    let body = Self.received(receiver).otherBody
    #expect(body.count == (mayComeWhole ? 1_200_003 : 1 << 20))
    #expect(body.starts(with: Array("abca".utf8)))
    #expect(body.last == 0x62)
  }

  /// A stream of events none of which had an id cannot be asked for again, which is noted.
  @Test func whatHasNoIDIsNotResumed() throws {
    let receiver = try Self.receiver()
    _ = receiver.receive(chunk: Array("event: tick\ndata: 1\n\n".utf8), at: .zero)
    #expect(!receiver.reconnect(at: .seconds(2)))
    let resumptions = Self.received(receiver, .truncated).resumptions
    #expect(resumptions.map(\.after) == [1])
    #expect(resumptions.map(\.time) == [.seconds(2)])
    #expect(resumptions.map(\.status) == [nil])
  }

  /// What a further connection is answered with belongs to the stream; times run on from the first request.
  @Test func aFurtherConnectionBelongsToTheStream() throws {
    let receiver = try Self.receiver()
    _ = receiver.receive(chunk: Array("id: 7\nevent: tick\ndata: ".utf8) + [0xFF, 0x0A, 0x0A], at: .zero)
    _ = receiver.receive(chunk: Array("event: tick\ndata: half".utf8), at: .seconds(1))
    #expect(receiver.reconnect(at: .seconds(2)))
    #expect(receiver.receive(head: Self.stream, at: .seconds(1)) == .proceed)
    _ = receiver.receive(chunk: Array("event: end\ndata: 2\n\n".utf8), at: .seconds(1))
    let received = Self.received(receiver)
    #expect(received.events.map(\.event.name) == ["tick", "end"])
    #expect(received.events.map(\.time) == [.zero, .seconds(3)])
    #expect(received.resumptions.map(\.lastEventID) == ["7"])
    #expect(received.resumptions.map(\.time) == [.seconds(2)])
    // What was wrong with the bytes of the first one is told; the event that broke off there comes again.
    #expect(received.notices.count { if case .invalidUTF8 = $0 { true } else { false } } == 1)
    #expect(!received.notices.contains { if case .partialEvent = $0 { true } else { false } })
  }

  /// An answer without content ends what is asked for again, as one of another type does.
  @Test(arguments: [
    (HTTPResponseHead(status: 204, headers: []), TransferFlow.proceed), (other, .stop), (stream, .proceed),
  ])
  func anotherAnswerEndsTheRest(_ head: HTTPResponseHead, _ flow: TransferFlow) throws {
    let receiver = try Self.receiver()
    _ = receiver.receive(chunk: Array("id: 7\nevent: tick\ndata: 1\n\n".utf8), at: .zero)
    #expect(receiver.reconnect(at: .zero))
    #expect(receiver.receive(head: head, at: .zero) == flow)
    #expect(receiver.receive(chunk: Array("nothing".utf8), at: .zero) == .proceed)
    #expect(Self.received(receiver).otherBody == [])
  }
}
