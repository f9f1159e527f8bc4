import AssayHTTP
import CCurl

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
