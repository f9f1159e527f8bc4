import AssayHTTP

/// One request on its way: what was asked for, how far it is, and who waits for its end.
///
/// Made by the caller, then touched by the event loop's thread alone; the lock it is handed over under orders the two.
final class CurlTransfer: @unchecked Sendable {
  let request: HTTPRequest
  let limits: TransferLimits
  let receiver: any TransferReceiver
  var continuation: UnsafeContinuation<TransferEnd, Never>?

  /// Cancelled before it began, or ended: nothing may begin any more.
  var isOver = false
  /// The handle that carries it, once it has begun.
  var handle: CurlHandle?

  private(set) var start = MonotonicTime.now
  private var connected: MonotonicTime?
  private var firstByte: MonotonicTime?
  private var lastPiece: MonotonicTime?
  private var stop: MonotonicTime?
  private var bodySize = 0
  private var head: ResponseHeadReader
  /// Why the transfer was ended from this side, where it was.
  private(set) var verdict: (reason: TransferEnd.Reason, detail: String)?

  init(_ request: HTTPRequest, limits: TransferLimits, receiver: any TransferReceiver, headerSize: Int) {
    self.request = request
    self.limits = limits
    self.receiver = receiver
    head = ResponseHeadReader(limit: headerSize)
  }

  /// The time begins to run.
  func begin() { start = .now }

  /// The connection stands and the request goes out.
  func connect() { connected = .now }

  var isConnected: Bool { connected != nil }
  var hasAnswer: Bool { firstByte != nil }
}

// MARK: - What arrives

extension CurlTransfer {
  /// Takes a line of a header section; returns whether the transfer goes on.
  func receive(line: UnsafeBufferPointer<UInt8>) -> Bool {
    let now = arrival()
    switch head.read(line) {
    case .more: return true
    case .complete(let head): return follow(receiver.receive(head: head, at: now - start), at: now)
    case .malformed(let detail): return end(.protocol, detail)
    case .tooLarge: return end(.protocol, "the header section is too large")
    }
  }

  /// Takes a piece of the body; returns whether the transfer goes on.
  func receive(chunk: UnsafeBufferPointer<UInt8>) -> Bool {
    let now = arrival()
    bodySize += chunk.count
    if let limit = limits.bodySize, bodySize > limit { return end(.tooLarge, "the body has more than \(limit) bytes") }
    return follow(receiver.receive(chunk: Array(chunk), at: now - start), at: now)
  }

  private func arrival() -> MonotonicTime {
    let now = MonotonicTime.now
    if firstByte == nil { firstByte = now }
    lastPiece = now
    return now
  }

  private func follow(_ flow: TransferFlow, at now: MonotonicTime) -> Bool {
    switch flow {
    case .proceed: return true
    case .stop: return end(.stopped, "")
    case .stopAfter(let grace):
      // The first grace stands: an endless stream could otherwise earn another with every piece.
      stop = min(now + grace, stop ?? now + grace)
      return true
    }
  }

  private func end(_ reason: TransferEnd.Reason, _ detail: String) -> Bool {
    verdict = (reason, detail)
    return false
  }
}

// MARK: - Time

extension CurlTransfer {
  /// The next moment at which the transfer has to end, and as what.
  var deadline: (time: MonotonicTime, reason: TransferEnd.Reason) {
    var next = (time: start + limits.total, reason: TransferEnd.Reason.totalTimeout)
    // A receiver that has seen enough is not told of limits any more.
    if let stop { return (min(stop, next.time), .stopped) }
    func consider(_ time: MonotonicTime, _ reason: TransferEnd.Reason) {
      if time < next.time { next = (time, reason) }
    }
    if !isConnected { consider(start + limits.connect, .connectTimeout) }
    if let lastPiece {
      if let silence = limits.silence { consider(lastPiece + silence, .silenceTimeout) }
    } else if let limit = limits.firstByte {
      consider(start + limit, .firstByteTimeout)
    }
    return next
  }

  func timings(at now: MonotonicTime) -> TransferTimings {
    TransferTimings(connect: connected.map { $0 - start }, firstByte: firstByte.map { $0 - start }, total: now - start)
  }
}
