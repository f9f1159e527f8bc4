import AssayHTTP
import CCurl

/// One request on its way: what was asked for, how far it is, and who waits for its end.
///
/// Made by the caller, then touched by the event loop's thread alone; the lock it is handed over under orders the two.
final class CurlTransfer: @unchecked Sendable {
  let request: HTTPRequest
  let limits: TransferLimits
  var continuation: UnsafeContinuation<TransferEnd, Never>?

  /// How far the loop has come with it; from here on, all is the loop's own.
  var stage = Stage.coming
  /// The handle that carries it, once it has begun.
  var handle: CurlHandle?
  /// Runs from the moment it begins, not while it waits for its turn.
  var clock: TransferClock?

  /// A cancellation may overtake the transfer it is for.
  enum Stage { case coming, cancelledBeforehand, taken, over }

  private let receiver: any TransferReceiver
  private var bodySize = 0
  /// Whether the header section arrived whole.
  private(set) var hasHead = false
  /// Why the transfer was ended from this side, where it was.
  private(set) var verdict: (reason: TransferEnd.Reason, detail: String)?

  init(_ request: HTTPRequest, limits: TransferLimits, receiver: any TransferReceiver) {
    self.request = request
    self.limits = limits
    self.receiver = receiver
  }

  /// Whether a piece of the body arrived.
  var hasBody: Bool { bodySize > 0 }
  var isConnected: Bool { clock?.connected != nil }

  /// Takes what a line of a header section meant; returns whether the transfer goes on.
  func receive(_ outcome: ResponseHeadReader.Outcome, at now: MonotonicTime) -> Bool {
    clock?.arrive(at: now)
    switch outcome {
    case .more: return true
    case .complete(let head):
      hasHead = true
      return follow(receiver.receive(head: head, at: elapsed(now)), at: now)
    case .malformed(let detail): return end(.protocol, detail)
    case .tooLarge: return end(.protocol, "the header section is too large")
    }
  }

  /// Takes a piece of the body; returns whether the transfer goes on.
  func receive(chunk: UnsafeBufferPointer<UInt8>, at now: MonotonicTime) -> Bool {
    clock?.arrive(at: now, isBody: true)
    if let deadline = clock?.deadline, deadline.time <= now { return end(deadline.reason, "") }
    bodySize += chunk.count
    if let limit = limits.bodySize, bodySize > limit { return end(.tooLarge, "the body has more than \(limit) bytes") }
    return follow(receiver.receive(chunk: Array(chunk), at: elapsed(now)), at: now)
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

/// Says in Assay's words how libcurl says a transfer ended.
enum CurlOutcome {
  static func outcome(of transfer: CurlTransfer, on handle: CurlHandle, code: CURLcode) -> (
    TransferEnd.Reason, detail: String
  ) {
    if let verdict = transfer.verdict { return (verdict.reason, verdict.detail) }
    if code == CURLE_OK {
      // libcurl is content with what stood there when the peer closed, be it half a header section.
      return transfer.hasHead ? (.complete, "") : (.truncated, "the peer closed inside the header section")
    }
    if code == CURLE_OUT_OF_MEMORY, transfer.isConnected, !transfer.hasHead {
      // What libcurl calls a header field beyond the 100 KiB it reads of one.
      return (.protocol, "a header field is too large")
    }
    let detail = handle.errorMessage(code)
    return (reason(code, detail, isConnected: transfer.isConnected), detail)
  }

  static func reason(_ code: CURLcode, _ detail: String, isConnected: Bool) -> TransferEnd.Reason {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unresolved
    case CURLE_COULDNT_CONNECT, CURLE_PROXY: .refused
    case CURLE_OPERATION_TIMEDOUT: isConnected ? .totalTimeout : .connectTimeout
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING: .truncated
    case CURLE_SEND_ERROR: .reset
    case CURLE_RECV_ERROR: reasonForReceiving(detail)
    case CURLE_HTTP2_STREAM: .reset
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
      CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_CLIENTCERT:
      .tls
    default:
      // The rest is about the request as long as nothing has been sent, and about the answer from then on.
      isConnected ? .protocol : .unsendable
    }
  }

  /// libcurl has one code for everything that can go wrong while reading; its words tell which it was.
  private static func reasonForReceiving(_ detail: String) -> TransferEnd.Reason {
    let words = detail.lowercased()
    if words.contains("unexpected eof") { return .truncated }
    if words.contains("alert") { return .tls }
    if words.contains("response headers") || words.contains("chunk") || words.contains("hexadecimal") {
      return .protocol
    }
    return .reset
  }
}
