/// A transport that sends requests to a server and delivers the answers, piece by piece.
///
/// It is the only interface between Assay and the network: libcurl in a run, a recording or a table in a test.
package protocol Transport: Sendable {
  /// Sends `request` and passes each piece of the answer to `receiver` as it arrives, in order, never two at once.
  ///
  /// Returns when the answer ended, the receiver stopped it, or a limit was reached. It never throws, since the way a
  /// transfer ends is an observation. Cancelling the task ends the transfer as `.cancelled`.
  func send(_ request: HTTPRequest, limits: TransferLimits, to receiver: any TransferReceiver) async -> TransferEnd
  /// True if responses are delivered without delay, and only state the times they would have taken. Pauses between
  /// requests are then added up instead of waited for.
  var isInstant: Bool { get }
  /// The executors of the threads on which responses are delivered; empty if it has no such threads. A task that does little
  /// between its requests may run on one of them, where its responses then arrive, which saves two thread switches per
  /// request. While such a task computes, no response is read on its thread.
  var executors: [any TaskExecutor] { get }
}

extension Transport {
  package var isInstant: Bool { false }
  package var executors: [any TaskExecutor] { [] }
}

/// A receiver of the pieces of one answer. It is called on the transport's own thread, so that it must be quick and
/// must not block.
package protocol TransferReceiver: AnyObject, Sendable {
  /// Receives the header section, `time` after the request began. Interim 1xx responses are not passed on.
  func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow
  /// Receives a piece of the body, of any size from 1 byte, decoded from the content coding.
  func receive(chunk: [UInt8], at time: Duration) -> TransferFlow
  /// True if both sides send data over the connection after the server switches protocols (RFC 9110 section 15.2.2).
  /// The request then has no body, and ``takeOutgoing(at:)`` is called after each piece.
  var isTwoWay: Bool { get }
  /// Returns the bytes that are now due to be sent after the request, `time` after it began; each byte is returned
  /// once.
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
  /// Continue, but end the transfer as `.stopped` when this time has passed.
  case stopAfter(Duration)
}

/// The limits of one transfer. Regardless of the server, the transfer ends within `total` plus a second.
package struct TransferLimits: Hashable, Sendable {
  /// The longest time until the connection is established, including TLS.
  package var connect: Duration
  /// The longest time from the request's beginning to the first byte of the answer; `nil` leaves it to `total`.
  package var firstByte: Duration?
  /// The longest time from the request's beginning to the first byte of the body; `nil` leaves it to `total`. It ends
  /// the transfer as `.firstByteTimeout`.
  package var firstChunk: Duration?
  /// The longest time between two pieces of the answer; `nil` leaves it to `total`.
  package var silence: Duration?
  /// The longest time for the whole transfer.
  package var total: Duration
  /// The largest body, in bytes after decoding; `nil` for streams, which are judged as they arrive.
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

/// A redirect that was not followed, although the client follows redirects.
package struct UnfollowedRedirect: Hashable, Sendable, Codable {
  /// The reason why a redirect was not followed.
  package enum Why: String, Hashable, Sendable, Codable {
    /// The maximum number of redirects was already followed.
    case tooMany
    /// The redirect leads to a server that may not be called.
    case elsewhere
  }

  package var why: Why
  /// The number of redirects followed before this one.
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
  /// True if the request was sent twice, because the reused connection of the first attempt closed before any part of
  /// an answer arrived. It is unknown if the server processed the first one (RFC 9112 section 9.3.1).
  package var wasSentTwice: Bool
  /// True if the request was sent again with a new access token, because the previous one was refused with 401.
  package var hadNewToken = false
  /// True if the server first asked for credentials with 401, and the request was sent again with those of HTTP Digest
  /// (RFC 7616). The response is the second one, and the times are those of both.
  package var wasChallenged = false
  /// The redirect that was received and not followed, if redirects are followed; `nil` if there was none.
  package var unfollowed: UnfollowedRedirect?
  /// The reason why the call was made again after this answer; `nil` for the answer that counts.
  package var askedAgain: AskedAgain?
  /// The number of answers to the same call before this one, after each of which it was made again.
  package var earlier = 0

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

  /// The text with which ``detail`` begins if the connection to the proxy, not to the server, failed.
  package static let ofProxy = "the proxy "

  /// The reasons for which Assay makes a call again that was answered.
  package enum AskedAgain: String, Hashable, Sendable {
    /// The backend asked for a pause.
    case throttled
    /// The access token was refused, and a new one can be requested.
    case newToken
    /// The answer was late while other calls of the run were in progress.
    case late
  }

  /// The reasons for which a transfer can end.
  package enum Reason: String, Hashable, Sendable, Codable {
    /// The answer was complete by its framing (RFC 9112 section 6.3).
    case complete
    /// The receiver stopped the transfer.
    case stopped
    case cancelled
    /// The host's name has no address.
    case unresolved
    /// Nothing listens on the port, or the host cannot be reached.
    case refused
    /// The peer reset the connection.
    case reset
    /// The peer closed the connection before the response was complete by its framing: fewer bytes than
    /// `Content-Length`, or no last chunk.
    case truncated
    case connectTimeout
    case firstByteTimeout
    case silenceTimeout
    case totalTimeout
    /// The TLS handshake failed, or the certificate was not accepted.
    case tls
    /// The body exceeded its limit.
    case tooLarge
    /// The answer was not HTTP, or broke the rules of HTTP.
    case `protocol`
    /// The request could not be made at all: an invalid URL, an unreadable certificate file.
    case unsendable
  }
}

/// The times of the steps of a transfer, measured from its beginning.
package struct TransferTimings: Hashable, Sendable {
  /// The time of day at which the transfer began, in milliseconds since 1970-01-01T00:00:00Z; `nil` without a clock.
  package var began: Int?
  /// The time at which the connection was established, including TLS; `nil` if it never was. It is near zero for a
  /// reused connection.
  package var connect: Duration?
  /// The time at which the first byte of the answer was received.
  package var firstByte: Duration?
  /// The time at which the transfer ended.
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
