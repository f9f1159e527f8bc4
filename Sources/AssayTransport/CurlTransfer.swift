import AssayHTTP
import AssayText
import CCurl

/// A request in progress: its options, its state, and the receiver that waits for its end.
///
/// A transfer is created by the caller, then used only by the event loop's thread; the lock of the queue orders the
/// two.
final class CurlTransfer: @unchecked Sendable {
  let request: HTTPRequest
  let limits: TransferLimits
  var continuation: UnsafeContinuation<TransferEnd, Never>?

  /// The state of the transfer in the event loop. Only the loop's thread uses this and the following properties.
  var stage = Stage.coming
  /// The handle for the transfer, once it has started.
  var handle: CurlHandle?
  /// The clock of the transfer, which starts with the transfer, not while it waits in the queue.
  var clock: TransferClock?

  /// The states of a transfer. A cancellation may arrive before the transfer itself (`cancelledBeforehand`).
  enum Stage { case coming, cancelledBeforehand, taken, over }

  private let receiver: any TransferReceiver
  private var bodySize = 0
  /// True if the complete header section was received.
  private(set) var hasHead = false
  private var coding = Coding()
  /// The number of times the request was sent: twice if a kept connection was closed before any of the answer was
  /// received.
  var timesSent = 0
  private var outgoing = Outgoing()
  private var digest = Digest()
  /// The reason why the transfer was ended by the client, if it was.
  private(set) var verdict: (reason: TransferEnd.Reason, detail: String)?

  init(_ request: HTTPRequest, limits: TransferLimits, receiver: any TransferReceiver) {
    self.request = request
    self.limits = limits
    self.receiver = receiver
  }

  /// The responses to the requests by which libcurl asks for a challenge of HTTP Digest.
  private struct Digest {
    /// The response that libcurl may answer; it counts only if no further one follows.
    var held: HTTPResponseHead?
    var count = 0
    var wasChallenged = false
  }

  /// The content codings in the response's head.
  private struct Coding {
    var names: [String] = []
    /// The decoder, created with the first piece of a coded body: an empty body does not have to match its head.
    var decoder: ContentDecoder?
    /// True if libcurl decodes the content codings, because the request asks for some that are not supported here.
    var isLeft = false
  }

  /// The data that is sent on a two-way connection after the request.
  private struct Outgoing {
    var bytes: [UInt8] = []
    /// True if all data was given, so that nothing is added to `bytes` any more.
    var isComplete = false
  }

  var codings: [String] { coding.names }
  var leavesDecoding: Bool {
    get { coding.isLeft }
    set { coding.isLeft = newValue }
  }
  /// True if the transfer is to become a two-way connection, such as a WebSocket, if the server agrees.
  var isTwoWay: Bool { receiver.isTwoWay }
  /// True if nothing more will be sent after the request.
  var hasSentAll: Bool { outgoing.isComplete }

  /// True if a piece of the body arrived.
  var hasBody: Bool { bodySize > 0 }
  var isConnected: Bool { clock?.connected != nil }

  /// Processes the result of reading a header line: passes a complete header section to the receiver, or ends the
  /// transfer because of an error. Returns true if the transfer continues.
  func receive(_ outcome: ResponseHeadReader.Outcome, at now: MonotonicTime) -> Bool {
    clock?.arrive(at: now)
    switch outcome {
    case .more: return true
    case .complete(let head):
      // Only one of the requests counts as sent.
      if digest.held != nil { timesSent -= 1 }
      if isChallenge(head) {
        digest.held = head
        digest.count += 1
        return true
      }
      digest.wasChallenged = digest.wasChallenged || digest.held?.status == 401
      digest.held = nil
      return take(head, at: now)
    case .malformed(let detail): return end(.protocol, detail)
    case .tooLarge: return end(.protocol, "the header section is too large")
    }
  }

  private func take(_ head: HTTPResponseHead, at now: MonotonicTime) -> Bool {
    hasHead = true
    coding.names = ContentDecoder.codings(of: head.headers)
    let goesOn = follow(receiver.receive(head: head, at: elapsed(now)), at: now)
    if isTwoWay { head.status == 101 ? collectOutgoing(at: now) : endOutgoing() }
    return goesOn
  }

  /// Processes a received piece of the body: decodes its content codings and passes it on. Returns true if the transfer
  /// continues.
  func receive(chunk: UnsafeBufferPointer<UInt8>, by time: LoopTime) -> Bool {
    let now = time.now
    clock?.arrive(at: now, isBody: true)
    guard takeHeld(at: now) else { return false }
    guard !codings.isEmpty, !leavesDecoding else { return take(chunk, at: now) }
    // What unfolds to nothing takes time, too.
    if isLate(at: now) { return false }
    do throws(ContentDecoder.Fault) {
      if coding.decoder == nil { coding.decoder = try ContentDecoder(codings) }
      return try coding.decoder?.decode(chunk) { take($0, at: time.read()) } ?? false
    } catch {
      return end(.protocol, error.detail)
    }
  }

  /// True if a body that is complete by its framing ends inside one of its codings. For a stream this is allowed: its
  /// events were received.
  var endsInsideCoding: Bool { limits.bodySize != nil && !(coding.decoder?.isWhole ?? true) }

  private func isLate(at now: MonotonicTime) -> Bool {
    guard let deadline = clock?.deadline, deadline.time <= now else { return false }
    return !end(deadline.reason, "")
  }

  /// Passes a decoded piece of the body to the receiver, within the limits; returns true if the transfer continues.
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

// MARK: - HTTP Digest

extension CurlTransfer {
  /// True if the server asked for credentials, and the response is that to the request with them.
  var wasChallenged: Bool { digest.wasChallenged }
  /// True if a response is held back until another one follows, or its body.
  var awaitsAnswer: Bool { digest.held != nil }

  /// Returns true if libcurl sends the request again after `head`: with credentials after a challenge (RFC 7616 section
  /// 3.3), or with the body, which it leaves out at first.
  private func isChallenge(_ head: HTTPResponseHead) -> Bool {
    guard request.digest != nil, digest.count < 2 else { return false }
    if head.status < 300 { return digest.count == 0 && !["GET", "HEAD"].contains(request.method) }
    let asked = head.headers.values("WWW-Authenticate").joined(separator: ", ").lowercased()
    return head.status == 401 && asked.contains("digest") && (digest.count == 0 || asked.contains("stale=true"))
  }

  /// Passes a response that was held back to the receiver, as it is the last one; returns true if the transfer
  /// continues.
  func takeHeld(at now: MonotonicTime) -> Bool {
    guard let head = digest.held else { return true }
    digest.held = nil
    return take(head, at: now)
  }
}

// MARK: - After the request

extension CurlTransfer {
  private func collectOutgoing(at now: MonotonicTime) {
    guard !hasSentAll else { return }
    outgoing.bytes += receiver.takeOutgoing(at: elapsed(now))
    if !outgoing.bytes.isEmpty { handle?.goOnSending() }
  }

  /// Ends the sending of data on a two-way connection, because the server did not agree to it or has ended the
  /// connection.
  func endOutgoing() {
    guard !hasSentAll else { return }
    outgoing.isComplete = true
    handle?.goOnSending()
  }

  /// Moves data to be sent into `buffer`. Returns the number of bytes, 0 if all data was sent, or `nil` if data is not
  /// available yet.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    if hasSentAll { return 0 }
    if outgoing.bytes.isEmpty { return nil }
    let count = min(buffer.count, outgoing.bytes.count)
    buffer.copyBytes(from: outgoing.bytes[..<count])
    outgoing.bytes.removeFirst(count)
    return count
  }
}
