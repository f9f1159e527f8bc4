import AssayContract
package import AssayFindings
package import AssayHTTP
package import AssayObservation
import AssayText

extension ExchangeJudge {
  /// The finding of a transfer that did not bring a whole answer; `nil` where it did, or was ended on purpose.
  package func transferFinding(for exchange: Exchange, locationPrefix: String = "") -> Finding? {
    transferFinding(
      end: exchange.end,
      request: exchange.request,
      received: exchange.response.map { (head: $0.head, length: $0.body.count) },
      locationPrefix: locationPrefix
    )
  }

  /// The finding of a transfer by how it ended; `received` is the header section and how much of the body came.
  package func transferFinding(
    end: TransferEnd,
    request: HTTPRequest,
    received: (head: HTTPResponseHead, length: Int)?,
    locationPrefix: String = ""
  ) -> Finding? {
    guard let words = words(for: end, request, received) else { return nil }
    // Where part of a body came, the message counts the bytes as the transport's own words would.
    let isCounted = end.reason == .truncated && received != nil
    return Finding(
      breaking: expectations.first?.promise ?? operation.promise,
      of: contract,
      level: transferLevel(of: end.reason),
      rule: words.rule,
      location: FindingLocation.whole(prefix: locationPrefix),
      message: words.message + (end.detail.isEmpty || isCounted ? "" : " (\(end.detail))"),
      expected: words.expected,
      actual: words.actual
    )
  }

  /// A documented client always needs an answer; how a broken request is refused is worth no more than its probe says.
  private func transferLevel(of reason: TransferEnd.Reason) -> Level {
    switch reason {
    case .unresolved, .refused, .connectTimeout, .tls: .must
    default: isBrokenOnPurpose ? expectations.first?.promise.level ?? .should : .must
    }
  }

  private typealias Words = (rule: String, message: String, expected: String, actual: String)

  private func words(
    for end: TransferEnd,
    _ request: HTTPRequest,
    _ received: (head: HTTPResponseHead, length: Int)?
  ) -> Words? {
    let call = (isBrokenOnPurpose ? "a broken request to " : "") + "\(request.method) \(operation.request.path)"
    let total = end.timings.total.spoken
    let came =
      received.map { "status \($0.head.status) and \(Self.bytes($0.length)) of body" }
      ?? (end.timings.firstByte == nil ? "not one byte" : "part of a header section")
    switch end.reason {
    case .complete, .stopped, .cancelled: return nil
    case .unresolved:
      return (
        "transport.resolve", "the server's name in \(Self.origin(of: request)) has no address",
        "a server at \(Self.origin(of: request))", "no address"
      )
    case .refused:
      let origin = Self.origin(of: request)
      return ("transport.refused", "no server answers at \(origin)", "a server at \(origin)", "connection refused")
    case .connectTimeout:
      let origin = Self.origin(of: request)
      return (
        "transport.timeout", "no connection to \(origin) stood after \(total)", "a server at \(origin)", "no connection"
      )
    case .tls:
      return (
        "transport.tls", "no secure connection could be made", "a certificate and a handshake that hold", "refused"
      )
    case .reset:
      return (
        "transport.reset", "the server reset the connection while it answered \(call), after \(came)",
        "a complete answer", "a reset after \(came)"
      )
    case .truncated where received == nil:
      return (
        "transport.truncated", "the connection closed before \(call) had an answer", "an answer",
        end.timings.firstByte == nil ? "the end of the connection" : "part of a header section, then the end"
      )
    case .truncated:
      let promised = received?.head.headers["Content-Length"].map { "\($0) bytes" } ?? "a last chunk"
      let length = Self.bytes(received?.length ?? 0)
      return (
        "transport.truncated",
        "the answer to \(call) is cut short: the connection closed after \(length) of body, "
          + "where \(promised) had to come", promised, "\(length), then the end"
      )
    case .firstByteTimeout, .silenceTimeout, .totalTimeout:
      let expected =
        isBrokenOnPurpose
        ? "an answer that refuses" : operation.within.map { "within \($0.duration.spoken)" } ?? "a complete answer"
      return (
        "transport.timeout", "\(call) had no complete answer after \(total): \(came) had come", expected,
        "\(came) after \(total)"
      )
    case .tooLarge:
      return ("transport.tooLarge", "the body of \(call) went past the largest size read", "a smaller body", came)
    case .protocol:
      return ("transport.protocol", "what came for \(call) is not HTTP as RFC 9112 has it", "an HTTP answer", came)
    case .unsendable:
      return ("transport.protocol", "\(call) could not be sent", "a request that can be sent", "not sent")
    }
  }

  private static func bytes(_ count: Int) -> String { "\(count) byte\(count == 1 ? "" : "s")" }

  private static func origin(of request: HTTPRequest) -> String {
    // With `${NAME}` in it the URL cannot be taken apart, and is shown up to its path.
    HTTPURL(request.url)?.origin ?? request.url.split(separator: "/").prefix(2).joined(separator: "//")
  }
}
