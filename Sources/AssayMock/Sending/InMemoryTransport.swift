import AssayContract
package import AssayHTTP
import Synchronization

/// A mock of a contract without sockets, for a client in the same process.
///
/// No time passes. For a late response or a silent stream, times are calculated, and the transfer ends at the limits at
/// which a real one would.
package final class InMemoryTransport: Transport {
  /// The base URL of each server of the contract, by its name.
  package let servers: [String: String]
  private let writer: AnswerWriter
  private let state: Mutex<(responder: Responder, isSilenced: Bool)>

  package var isInstant: Bool { true }

  /// Creates a transport that sends the responses of `responder`, as `writer` writes them.
  package init(_ responder: Responder, writer: AnswerWriter = AnswerWriter(pace: .fast)) {
    servers = responder.surroundings.baseURLs
    self.writer = writer
    state = Mutex((responder, false))
  }

  /// Ends every transfer from now on as ``TransferEnd/Reason-swift.enum/cancelled``: the rest of the run is not needed.
  package func silence() { state.withLock { $0.isSilenced = true } }

  package func send(_ request: HTTPRequest, limits: TransferLimits, to receiver: any TransferReceiver) async
    -> TransferEnd
  {
    guard let (server, base) = servers.first(where: { request.url.hasPrefix($0.value) }) else {
      return TransferEnd(.refused)
    }
    // A mock looks for credentials of HTTP Digest, and not at what they are.
    let digest = request.digest.map { HTTPHeader("Authorization", "Digest username=\"\($0.user)\", response=\"\"") }
    let received = ServerRequest(
      method: request.method,
      target: String(request.url.dropFirst(base.count)),
      headers: request.headers + [digest].compactMap(\.self),
      body: request.body
    )
    let reply = state.withLock { $0.isSilenced ? nil : $0.responder.respond(to: received, server: server).reply }
    guard let reply, !Task.isCancelled else { return TransferEnd(.cancelled) }
    var playback = Playback(receiver: receiver, limits: limits, cutsBytes: writer.style.writing == .byteByByte)
    return playback.play(writer.delivery(of: reply, to: received))
  }
}

/// A delivery while it is passed to a receiver, with the time it would have taken so far.
private struct Playback {
  let receiver: any TransferReceiver
  let limits: TransferLimits
  /// True if the body is passed to the receiver one byte at a time.
  let cutsBytes: Bool
  private var now = Duration.zero
  /// The time at which the last piece was delivered; the head counts as a piece.
  private var last = Duration.zero
  private var headTime: Duration?
  private var size = 0
  /// The time at which the transfer ends because the receiver needs no more; `nil` if it wants to continue.
  private var stopTime: Duration?
  private var hasChunk = false
  /// The decoder of the receiver's WebSocket messages, and the number of unanswered ones.
  private var heard = WebSocketDecoder(from: .client)
  private var messages = 0

  init(receiver: any TransferReceiver, limits: TransferLimits, cutsBytes: Bool) {
    self.receiver = receiver
    self.limits = limits
    self.cutsBytes = cutsBytes
  }

  mutating func play(_ delivery: Delivery) -> TransferEnd {
    if delivery.delay > .zero, let reason = pause(delivery.delay) { return end(reason) }
    headTime = now
    last = now
    let head = HTTPResponseHead(status: delivery.status, headers: delivery.headers + delivery.framing)
    if let reason = note(receiver.receive(head: head, at: now)) { return end(reason) }
    hear()
    for step in delivery.steps { if let reason = take(step) { return end(reason) } }
    switch delivery.ending {
    case .complete: return end(.complete)
    case .reset: return end(.reset)
    case .truncated: return end(.truncated)
    case .truncatedInside(let bytes):
      return end(take(.piece(Array(bytes.prefix(bytes.count - bytes.count / 2)))) ?? .truncated)
    case .hang: return end(pause(limits.total + .seconds(1)) ?? .totalTimeout)
    case .endless(let steps): while true { for step in steps { if let reason = take(step) { return end(reason) } } }
    }
  }

  private mutating func take(_ step: Delivery.Step) -> TransferEnd.Reason? {
    switch step {
    case .pause(let duration): return pause(duration)
    case .awaitMessage:
      guard messages > 0 else { return pause(limits.total + .seconds(1)) ?? .totalTimeout }
      messages -= 1
      return nil
    case .piece(let bytes):
      guard !bytes.isEmpty else { return nil }
      if !cutsBytes { return hand(over: bytes) }
      for byte in bytes { if let reason = hand(over: [byte]) { return reason } }
      return nil
    }
  }

  private mutating func hand(over bytes: [UInt8]) -> TransferEnd.Reason? {
    hasChunk = true
    last = now
    size += bytes.count
    if let most = limits.bodySize, size > most { return .tooLarge }
    let reason = note(receiver.receive(chunk: bytes, at: now))
    hear()
    return reason
  }

  private mutating func hear() {
    guard receiver.isTwoWay else { return }
    let said = receiver.takeOutgoing(at: now)
    var count = 0
    heard.decode(said) { _ in count += 1 }
    messages += count
  }

  private mutating func note(_ flow: TransferFlow) -> TransferEnd.Reason? {
    switch flow {
    case .proceed: return nil
    case .stop: return .stopped
    case .stopAfter(let grace):
      // The first grace stands: an endless stream could otherwise earn another with every piece.
      stopTime = stopTime ?? now + grace
      return nil
    }
  }

  /// Advances the calculated time by `duration`. If a limit is reached first, advances it to the limit and returns the
  /// reason why the transfer ends.
  private mutating func pause(_ duration: Duration) -> TransferEnd.Reason? {
    let until = now + duration
    if let deadline, deadline.time < until {
      now = max(now, deadline.time)
      return deadline.reason
    }
    now = until
    return nil
  }

  /// The next time at which a limit ends the transfer, and the reason, calculated as for a real transfer.
  private var deadline: (time: Duration, reason: TransferEnd.Reason)? {
    // A receiver that has seen enough no longer hears of limits.
    if let stopTime { return (min(stopTime, limits.total), .stopped) }
    var ends = [(time: limits.total, reason: TransferEnd.Reason.totalTimeout)]
    if headTime != nil {
      if let silence = limits.silence { ends.append((last + silence, .silenceTimeout)) }
    } else if let limit = limits.firstByte {
      ends.append((limit, .firstByteTimeout))
    }
    if !hasChunk, let limit = limits.firstChunk { ends.append((limit, .firstByteTimeout)) }
    return ends.min { $0.time < $1.time }
  }

  private func end(_ reason: TransferEnd.Reason) -> TransferEnd {
    TransferEnd(reason, timings: TransferTimings(connect: .zero, firstByte: headTime, total: now))
  }
}
