import AssayHTTP
import CCurl

/// One request on its way: what was asked for, how far it is, and who waits for its end.
///
/// Made by the caller, then touched by the event loop's thread alone; the lock it is handed over under orders the two.
final class CurlTransfer: @unchecked Sendable {
  let request: HTTPRequest
  let limits: TransferLimits
  var continuation: UnsafeContinuation<TransferEnd, Never>?

  /// The progress the loop has made with it; the loop owns this and all that follows.
  var stage = Stage.coming
  /// The handle that carries it, once it has started.
  var handle: CurlHandle?
  /// Runs from the moment it begins, not while it waits for its turn.
  var clock: TransferClock?

  /// A cancellation may overtake the transfer it is for.
  enum Stage { case coming, cancelledBeforehand, taken, over }

  private let receiver: any TransferReceiver
  private var bodySize = 0
  /// True if the header section arrived whole.
  private(set) var hasHead = false
  private var coding = Coding()
  /// Made with the first piece of a body that is coded: what has none need not be what its head says.
  private var decoder: ContentDecoder?
  /// The number of times the request was sent: twice if a kept connection was closed before any of the answer was
  /// received.
  var timesSent = 0
  private var outgoing = Outgoing()
  /// Why the transfer was ended from this side, where it was.
  private(set) var verdict: (reason: TransferEnd.Reason, detail: String)?

  init(_ request: HTTPRequest, limits: TransferLimits, receiver: any TransferReceiver) {
    self.request = request
    self.limits = limits
    self.receiver = receiver
  }

  /// The codings of the content, by its head.
  private struct Coding {
    var names: [String] = []
    /// True if libcurl undoes them: those the request asked for go beyond what is undone here.
    var isLeft = false
  }

  /// The bytes sent after the request.
  private struct Outgoing {
    var bytes: [UInt8] = []
    /// True if nothing more will be sent.
    var isComplete = false
  }

  var codings: [String] { coding.names }
  var leavesDecoding: Bool {
    get { coding.isLeft }
    set { coding.isLeft = newValue }
  }
  /// True if both sides talk over its connection, should the server agree.
  var isTwoWay: Bool { receiver.isTwoWay }
  /// True if nothing more will be sent after the request.
  var hasSentAll: Bool { outgoing.isComplete }

  /// True if a piece of the body arrived.
  var hasBody: Bool { bodySize > 0 }
  var isConnected: Bool { clock?.connected != nil }

  /// Takes what a line of a header section meant; returns whether the transfer goes on.
  func receive(_ outcome: ResponseHeadReader.Outcome, at now: MonotonicTime) -> Bool {
    clock?.arrive(at: now)
    switch outcome {
    case .more: return true
    case .complete(let head):
      hasHead = true
      coding.names = ContentDecoder.codings(of: head.headers)
      let goesOn = follow(receiver.receive(head: head, at: elapsed(now)), at: now)
      if isTwoWay { head.status == 101 ? collectOutgoing(at: now) : endOutgoing() }
      return goesOn
    case .malformed(let detail): return end(.protocol, detail)
    case .tooLarge: return end(.protocol, "the header section is too large")
    }
  }

  /// Takes a piece of the body as it came; returns whether the transfer goes on.
  func receive(chunk: UnsafeBufferPointer<UInt8>, by time: LoopTime) -> Bool {
    let now = time.now
    clock?.arrive(at: now, isBody: true)
    guard !codings.isEmpty, !leavesDecoding else { return take(chunk, at: now) }
    // What unfolds to nothing takes time, too.
    if isLate(at: now) { return false }
    do throws(ContentDecoder.Fault) {
      if decoder == nil { decoder = try ContentDecoder(codings) }
      return try decoder?.decode(chunk) { take($0, at: time.read()) } ?? false
    } catch {
      return end(.protocol, error.detail)
    }
  }

  /// True if a body that is whole by its framing ends inside one of its codings. A stream may: its events were
  /// received.
  var endsInsideCoding: Bool { limits.bodySize != nil && !(decoder?.isWhole ?? true) }

  private func isLate(at now: MonotonicTime) -> Bool {
    guard let deadline = clock?.deadline, deadline.time <= now else { return false }
    return !end(deadline.reason, "")
  }

  /// Takes a piece of the body, its codings undone.
  private func take(_ chunk: UnsafeBufferPointer<UInt8>, at now: MonotonicTime) -> Bool {
    if isLate(at: now) { return false }
    bodySize += chunk.count
    if let limit = limits.bodySize, bodySize > limit { return end(.tooLarge, "the body has more than \(limit) bytes") }
    let goesOn = follow(receiver.receive(chunk: Array(chunk), at: elapsed(now)), at: now)
    if isTwoWay { collectOutgoing(at: now) }
    return goesOn
  }

  private func elapsed(_ now: MonotonicTime) -> Duration { clock.map { now - $0.start } ?? .zero }

  private func follow(_ flow: TransferFlow, at now: MonotonicTime) -> Bool {
    switch flow {
    case .proceed: return true
    case .stop: return end(.stopped, "")
    case .stopAfter(let grace):
      clock?.stop(after: grace, from: now)
      return true
    }
  }

  private func end(_ reason: TransferEnd.Reason, _ detail: String) -> Bool {
    verdict = (reason, detail)
    return false
  }
}

// MARK: - After the request

extension CurlTransfer {
  private func collectOutgoing(at now: MonotonicTime) {
    guard !hasSentAll else { return }
    outgoing.bytes += receiver.takeOutgoing(at: elapsed(now))
    if !outgoing.bytes.isEmpty { handle?.goOnSending() }
  }

  /// Nothing more goes out: the server did not agree, or has ended the connection.
  func endOutgoing() {
    guard !hasSentAll else { return }
    outgoing.isComplete = true
    handle?.goOnSending()
  }

  /// Moves what is to be sent into `buffer`; returns how many bytes, 0 at the end of all, `nil` where there is nothing yet.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    if hasSentAll { return 0 }
    if outgoing.bytes.isEmpty { return nil }
    let count = min(buffer.count, outgoing.bytes.count)
    buffer.copyBytes(from: outgoing.bytes[..<count])
    outgoing.bytes.removeFirst(count)
    return count
  }
}
