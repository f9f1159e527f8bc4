import AssayHTTP
import AssayText
import CCurl

/// Translates the result of a libcurl transfer to Assay's terms.
enum CurlOutcome {
  static func outcome(of transfer: CurlTransfer, on handle: CurlHandle, code: CURLcode) -> (
    TransferEnd.Reason, detail: String
  ) {
    if let verdict = transfer.verdict { return (verdict.reason, verdict.detail) }
    if code == CURLE_OK {
      // libcurl is content with what stood there when the peer closed, be it half a header section.
      guard transfer.hasHead else { return (.truncated, "the peer closed inside the header section") }
      return transfer.endsInsideCoding ? (.protocol, "the body ends inside its \(coding(transfer))") : (.complete, "")
    }
    // To libcurl a connection that was switched, and over which nothing came, brought no answer.
    if code == CURLE_GOT_NOTHING, transfer.isTwoWay, transfer.hasHead { return (.complete, "") }
    if code == CURLE_OUT_OF_MEMORY, transfer.isConnected, !transfer.hasHead {
      // What libcurl calls a header field beyond the 100 KiB it reads of one.
      return (.protocol, "a header field is too large")
    }
    if code == CURLE_COULDNT_CONNECT, handle.wasResetAtOnce { return (.reset, "the connection was reset") }
    if code == CURLE_PEER_FAILED_VERIFICATION, handle.hasNoAuthorities { return (.tls, TrustedCertificates.missing) }
    let message = handle.errorMessage(code)
    let proxy = handle.mayPassProxy ? proxyTrouble(code, message, transfer.request) : nil
    return (reason(code, message, isConnected: transfer.isConnected), proxy ?? detail(code, message, transfer))
  }

  /// Returns the reason why a proxy could not be reached, without its credentials; `nil` if the proxy is not the cause.
  /// The host in libcurl's message decides: `Failed to connect to HOST port N after …`, and in recent versions `… via
  /// PROXY after …`.
  static func proxyTrouble(_ code: CURLcode, _ message: String, _ request: HTTPRequest) -> String? {
    if code == CURLE_COULDNT_RESOLVE_PROXY {
      return TransferEnd.ofProxy + (message.split(separator: " ").last.map(String.init) ?? "") + " has no address"
    }
    let words = message.split(separator: " ")
    guard code == CURLE_COULDNT_CONNECT || code == CURLE_OPERATION_TIMEDOUT,
      message.hasPrefix("Failed to connect to "), words.count > 6, words[5] == "port"
    else { return nil }
    let place = "\(words[4]):\(words[6])"
    let url = HTTPURL(request.url)
    let isServer = url.map { "\($0.host):\($0.port)" == place || $0.host == "[\(words[4])]" } ?? true
    let named = words.count > 8 && words[7] == "via" ? String(words[8]) : isServer ? nil : place
    return named.map { "\(TransferEnd.ofProxy)\($0) does not answer" }
  }

  private static func coding(_ transfer: CurlTransfer) -> Substring {
    transfer.codings.joined(separator: ", ").prefix(60)
  }

  static func reason(_ code: CURLcode, _ message: String, isConnected: Bool) -> TransferEnd.Reason {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unresolved
    case CURLE_COULDNT_CONNECT, CURLE_PROXY: .refused
    case CURLE_OPERATION_TIMEDOUT: isConnected ? .totalTimeout : .connectTimeout
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING: .truncated
    case CURLE_SEND_ERROR: .reset
    case CURLE_RECV_ERROR: reasonForReceiving(message)
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

  /// Returns the reason for a failure while receiving, from libcurl's message: libcurl has a single code for all of
  /// them.
  private static func reasonForReceiving(_ message: String) -> TransferEnd.Reason {
    let words = message.lowercased()
    if isOfTunnel(words) { return .refused }
    if words.contains("unexpected eof") { return .truncated }
    if words.contains("alert") { return .tls }
    if words.contains("response headers") || isOfChunks(words) { return .protocol }
    return .reset
  }

  /// Returns true if a proxy refused the request: `CONNECT tunnel failed, response 407`, in older releases `Received
  /// HTTP code 407 from proxy after CONNECT`.
  private static func isOfTunnel(_ words: String) -> Bool {
    words.contains("connect tunnel failed") || words.contains("from proxy after connect")
  }

  private static func isOfChunks(_ words: String) -> Bool { words.contains("chunk") || words.contains("hexadecimal") }

  /// Returns a description of the failure of a transfer in terms of the server's response; libcurl's own message for
  /// other failures.
  private static func detail(_ code: CURLcode, _ message: String, _ transfer: CurlTransfer) -> String {
    let words = message.lowercased()
    switch code {
    case CURLE_PARTIAL_FILE: return "the connection closed before the body was whole"
    case CURLE_GOT_NOTHING: return "the connection closed without an answer"
    case CURLE_SEND_ERROR: return "the connection broke while the request went out"
    case CURLE_RECV_ERROR where isOfChunks(words):
      return "the chunks of its body are not as RFC 9112 section 7.1 has them"
    case CURLE_RECV_ERROR where reasonForReceiving(message) == .reset: return "the connection was reset"
    case CURLE_UNSUPPORTED_PROTOCOL where transfer.isConnected: return "it does not begin with a status line"
    case CURLE_WEIRD_SERVER_REPLY where words.contains("nul"): return "a NUL in the header section"
    case CURLE_WEIRD_SERVER_REPLY where words.contains("without colon"): return "a header line without a colon"
    case CURLE_WEIRD_SERVER_REPLY where words.contains("content-length"): return "a Content-Length that is not a number"
    case CURLE_WEIRD_SERVER_REPLY where !transfer.hasHead: return "its status line does not follow RFC 9112 section 4"
    case CURLE_BAD_CONTENT_ENCODING:
      return "the body is not what its Content-Encoding says, \(coding(transfer))"
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR:
      // OpenSSL's words, without its numbers: `error:0A000102:SSL routines::unsupported protocol`.
      return message.split(separator: ":").last.map { $0.drop { $0 == " " } }.map(String.init) ?? message
    default: return message
    }
  }
}
