/// Carries requests to a server and brings back the answers, piece by piece.
///
/// The one seam between Assay and the network: libcurl in a run, a recording or a table in a test.
package protocol Transport: Sendable {
  /// Sends `request` and hands each piece of the answer to `receiver` as it arrives, in order, never two at once.
  ///
  /// Returns when the answer ended, the receiver stopped it, or a limit was reached; never throws: how it ended is the
  /// observation. Cancelling the task ends the transfer as `.cancelled`.
  func send(_ request: HTTPRequest, limits: TransferLimits, to receiver: any TransferReceiver) async -> TransferEnd
  /// True if answers arrive without delay, with the times they would have taken; pauses between requests are then
  /// calculated, not waited for.
  var isInstant: Bool { get }
  /// The thread answers arrive on, where tasks may run that are quick between their requests: that saves them two
  /// switches of threads for each. As long as one of them computes, no answer is read. `nil` without one.
  var executor: (any TaskExecutor)? { get }
}

extension Transport {
  package var isInstant: Bool { false }
  package var executor: (any TaskExecutor)? { nil }
}

/// Takes the pieces of one answer. Called from the transport's own thread, so it must be quick and must not block.
package protocol TransferReceiver: AnyObject, Sendable {
  /// The header section arrived, `time` after the request began. Interim 1xx responses are not handed on.
  func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow
  /// A piece of the body arrived, of any size from 1 byte, content coding undone.
  func receive(chunk: [UInt8], at time: Duration) -> TransferFlow
  /// True if both sides talk over the connection after the server switches protocols (RFC 9110 section 15.2.2). The
  /// request then carries no body, and ``takeOutgoing(at:)`` is called after each piece.
  var isTwoWay: Bool { get }
  /// Returns the bytes to send after the request by now, `time` after it began; each byte is returned once.
  func takeOutgoing(at time: Duration) -> [UInt8]
}

extension TransferReceiver {
  package var isTwoWay: Bool { false }
  package func takeOutgoing(at time: Duration) -> [UInt8] { [] }
}

/// A receiver's decision after a piece.
package enum TransferFlow: Equatable, Sendable {
  case proceed
  /// End the transfer now; it ends as `.stopped`.
  case stop
  /// Go on, but end the transfer as `.stopped` once this much time, from now, has passed.
  case stopAfter(Duration)
}

/// The bounds of one transfer. Whatever a server does, the transfer ends within `total` plus a second.
package struct TransferLimits: Hashable, Sendable {
  /// The longest time to a connection, TLS included.
  package var connect: Duration
  /// The longest time from the request's beginning to the first byte of the answer; `nil` leaves it to `total`.
  package var firstByte: Duration?
  /// The longest time from the request's beginning to the first byte of the body; `nil` leaves it to `total`. It ends
  /// the transfer as `.firstByteTimeout`.
  package var firstChunk: Duration?
  /// The longest time between two pieces of the answer; `nil` leaves it to `total`.
  package var silence: Duration?
  /// The longest time for all of it.
  package var total: Duration
  /// The largest body, in bytes after decoding; `nil` for streams, which are judged as they come.
  package var bodySize: Int?

  /// The default of ``bodySize``: 32 MiB.
  package static let usualBody = 32 << 20

  package init(
    connect: Duration = .seconds(5),
    firstByte: Duration? = nil,
    firstChunk: Duration? = nil,
    silence: Duration? = nil,
    total: Duration = .seconds(30),
    bodySize: Int? = usualBody
  ) {
    self.connect = connect
    self.firstByte = firstByte
    self.firstChunk = firstChunk
    self.silence = silence
    self.total = total
    self.bodySize = bodySize
  }
}

/// A redirect that a client which follows redirects did not follow.
package struct UnfollowedRedirect: Hashable, Sendable, Codable {
  /// Why it did not.
  package enum Why: String, Hashable, Sendable, Codable {
    /// As many were followed as ever are.
    case tooMany
    /// It leads to none of the servers that may be called.
    case elsewhere
  }

  package var why: Why
  /// The number of redirects followed before it.
  package var followed: Int

  package init(_ why: Why, followed: Int) {
    self.why = why
    self.followed = followed
  }
}

/// The end of a transfer: its reason and its times.
package struct TransferEnd: Hashable, Sendable {
  package var reason: Reason
  package var timings: TransferTimings
  /// The network layer's message for people; empty if there was no error.
  package var detail: String
  /// True if the request was sent twice: the kept connection of the first attempt closed before any part of an answer
  /// arrived, so it is unknown if the server processed it (RFC 9112 section 9.3.1).
  package var wasSentTwice: Bool
  /// True if the request was sent again with a new access token, because the previous one was refused with 401.
  package var hadNewToken = false
  /// Why the redirect that came was not followed, where redirects are; `nil` where none came.
  package var unfollowed: UnfollowedRedirect?

  package init(
    _ reason: Reason,
    timings: TransferTimings = TransferTimings(),
    detail: String = "",
    wasSentTwice: Bool = false
  ) {
    self.reason = reason
    self.timings = timings
    self.detail = detail
    self.wasSentTwice = wasSentTwice
  }

  /// The beginning of ``detail`` if the failed connection was not to the server, but to the proxy in front of it.
  package static let ofProxy = "the proxy "

  /// Each way a transfer can end.
  package enum Reason: String, Hashable, Sendable, Codable {
    /// The answer was complete by its framing (RFC 9112 section 6.3).
    case complete
    /// The receiver had seen enough.
    case stopped
    case cancelled
    /// The host's name has no address.
    case unresolved
    /// Nothing listens there, or the host cannot be reached.
    case refused
    /// The peer reset the connection.
    case reset
    /// The peer closed before the answer was complete by its framing: a length not reached, a last chunk missing.
    case truncated
    case connectTimeout
    case firstByteTimeout
    case silenceTimeout
    case totalTimeout
    /// The handshake or the certificate was not accepted.
    case tls
    /// The body went past its limit.
    case tooLarge
    /// The answer was not HTTP, or broke its rules.
    case `protocol`
    /// The request could not be made at all: an impossible URL, an unreadable certificate file.
    case unsendable
  }
}

/// When the steps of a transfer were done, measured from its beginning.
package struct TransferTimings: Hashable, Sendable {
  /// The time of day the transfer began at, in milliseconds since 1970-01-01T00:00:00Z; `nil` without a clock.
  package var began: Int?
  /// The connection stood, TLS included; `nil` where it never did. Near zero for a reused one.
  package var connect: Duration?
  /// The first byte of the answer came.
  package var firstByte: Duration?
  /// The end.
  package var total: Duration
  /// True if other calls of the run were under way.
  package var isShared = false
  /// The time of the same call made before, next to others, where it was too long and the call was made again alone.
  package var shared: Duration?

  package init(connect: Duration? = nil, firstByte: Duration? = nil, total: Duration = .zero) {
    self.connect = connect
    self.firstByte = firstByte
    self.total = total
  }
}
