import AssayHTTP
import CCurl

/// A connection over which both sides talk once the server has switched protocols (RFC 9110 section 7.8).
///
/// To libcurl it is an upload of unknown length, in answer to which the server sends a body up to the end of the
/// connection: it hands on the bytes unchanged, and asks for more whenever there is something to send.
extension CurlHandle {
  /// Makes a new handle ready for it; none is used again.
  func becomeTwoWay() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = assay_easy_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    _ = assay_easy_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
    _ = assay_easy_set_long(easy, CURLOPT_FORBID_REUSE, 1)
    // A proxy that does not tunnel would have to know of the new protocol, too.
    _ = assay_easy_set_long(easy, CURLOPT_HTTPPROXYTUNNEL, 1)
    _ = assay_easy_set_pointer(easy, CURLOPT_READDATA, context)
    _ = assay_easy_set_read(easy) { pointer, size, count, context in
      guard let pointer, let context else { return Int(CURL_READFUNC_ABORT) }
      let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
      guard let transfer = handle.transfer else { return Int(CURL_READFUNC_ABORT) }
      let buffer = UnsafeMutableRawBufferPointer(start: pointer, count: size * count)
      return transfer.read(into: buffer) ?? Int(CURL_READFUNC_PAUSE)
    }
  }

  /// Asks for an upload by `method`, whose body goes out as it is.
  func setUpload(_ method: String) -> CURLcode {
    let code = assay_easy_set_long(easy, CURLOPT_UPLOAD, 1)
    return code == CURLE_OK ? assay_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, method) : code
  }

  /// Has libcurl ask again for what is to be sent.
  func goOnSending() { curl_easy_pause(easy, CURLPAUSE_CONT) }

  /// Of the sockets that were tried keeps the one that was connected, whose local port is `port`.
  func keepSocket(ofPort port: CInt) {
    if sockets.count > 1 { sockets.removeAll { assay_socket_local_port($0) != port } }
  }

  /// Ends the sending side where the server has ended its own: libcurl waits for both, and tells of neither.
  func noteEnd() {
    guard let transfer, transfer.hasHead, !transfer.hasSentAll, let socket = sockets.last,
      assay_socket_has_ended(socket) != 0
    else { return }
    transfer.endOutgoing()
  }
}
