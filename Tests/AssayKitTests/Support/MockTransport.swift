import AssayContract
import AssayHTTP
import AssayMock
import Synchronization

/// A mock without sockets: answers come at once, and say that they took the time they would have taken.
final class MockTransport: Transport {
  let servers: [String: String]
  private let responder: Mutex<Responder>

  init(contract: Contract, faults: [Fault], files: @escaping @Sendable (String) -> [UInt8]?) {
    let urls = contract.servers.enumerated().map { ($1.name, "http://127.0.0.1:\(40_000 + $0)") }
    servers = Dictionary(uniqueKeysWithValues: urls)
    let count = Mutex(0)
    let surroundings = MockSurroundings(
      baseURLs: servers,
      now: { "2024-01-15T10:30:00.\(Self.padded(count))Z" },
      uuid: { "00000000-0000-4000-8000-000000000\(Self.padded(count))" },
      files: files
    )
    responder = Mutex(Responder(contract: contract, surroundings: surroundings, faults: faults))
  }

  /// The next of a thousand numbers.
  private static func padded(_ count: borrowing Mutex<Int>) -> String {
    let number = count.withLock { count in
      count = (count + 1) % 900
      return count
    }
    return String(number + 100)
  }

  func send(_ request: HTTPRequest, limits: TransferLimits, to receiver: any TransferReceiver) async -> TransferEnd {
    guard let (server, base) = servers.first(where: { request.url.hasPrefix($0.value) }) else {
      return TransferEnd(.refused)
    }
    let received = ServerRequest(
      method: request.method,
      target: String(request.url.dropFirst(base.count)),
      headers: request.headers,
      body: request.body
    )
    let reply = responder.withLock { $0.respond(to: received, server: server).reply }
    let delay = min(reply.delay, limits.total)
    _ = receiver.receive(head: HTTPResponseHead(status: reply.status, headers: reply.headers), at: delay)
    switch reply.content {
    case .bytes(let bytes): return send(bytes, reply.flaw, after: delay, limits, receiver)
    case .events(let events): return send(events, reply.flaw, limits, receiver)
    }
  }

  private func send(
    _ bytes: [UInt8],
    _ flaw: WireFlaw?,
    after delay: Duration,
    _ limits: TransferLimits,
    _ receiver: any TransferReceiver
  ) -> TransferEnd {
    let sent = flaw == nil ? bytes : Array(bytes.prefix(bytes.count / 2))
    if !sent.isEmpty { _ = receiver.receive(chunk: sent, at: delay) }
    switch flaw {
    case nil: return TransferEnd(.complete, timings: TransferTimings(total: delay))
    case .reset: return TransferEnd(.reset)
    case .stallsBefore: return TransferEnd(.totalTimeout, timings: TransferTimings(total: limits.total))
    default: return TransferEnd(.truncated)
    }
  }

  private func send(
    _ events: [TimedEvent],
    _ flaw: WireFlaw?,
    _ limits: TransferLimits,
    _ receiver: any TransferReceiver
  ) -> TransferEnd {
    var time = Duration.zero
    let encode = { (event: TimedEvent) in
      ServerSentEventEncoder().encode(event: event.name, data: event.data, id: event.id)
    }
    let whole = flaw?.wholeEvents(of: events.count) ?? events.count
    for event in events.prefix(whole) {
      if event.isLate { time += event.after }
      if receiver.receive(chunk: encode(event), at: time) == .stop { return TransferEnd(.stopped) }
    }
    switch flaw {
    case nil, .endsBefore: return TransferEnd(.complete, timings: TransferTimings(total: time))
    case .cutInsideEvent, .cutInsideChunk:
      if whole < events.count { _ = receiver.receive(chunk: Array(encode(events[whole]).dropLast(3)), at: time) }
      return TransferEnd(flaw == .cutInsideChunk ? .truncated : .complete, timings: TransferTimings(total: time))
    case .truncated: return TransferEnd(.truncated, timings: TransferTimings(total: time))
    case .reset: return TransferEnd(.reset, timings: TransferTimings(total: time))
    case .stallsBefore, .repeatsForever:
      return TransferEnd(.totalTimeout, timings: TransferTimings(total: limits.total))
    }
  }
}
