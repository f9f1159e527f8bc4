import AssayHTTP
import CCurl

/// A connection over which both sides talk once the server has switched protocols (RFC 9110 section 7.8).
///
/// For libcurl it is an upload of unknown length, with a response body that lasts until the connection ends. libcurl
/// passes the bytes on unchanged, and asks for more whenever there is something to send.
extension CurlHandle {
  /// Prepares a new handle for a two-way connection; such handles are not reused.
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

  /// Sets up an upload with `method`, whose body is sent unchanged.
  func setUpload(_ method: String) -> CURLcode {
    let code = assay_easy_set_long(easy, CURLOPT_UPLOAD, 1)
    return code == CURLE_OK ? assay_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, method) : code
  }

  /// Makes libcurl call the read callback again, because there is new data to send.
  func goOnSending() { curl_easy_pause(easy, CURLPAUSE_CONT) }

  /// Removes the sockets of failed connection attempts: all except the one whose local port is `port`.
  func keepSocket(ofPort port: CInt) {
    if sockets.count > 1 { sockets.removeAll { assay_socket_local_port($0) != port } }
  }

  /// Ends the sending side if the server has ended its side. libcurl would wait for both, and does not report that one
  /// has ended.
  func noteEnd() {
    guard let transfer, transfer.hasHead, !transfer.hasSentAll, let socket = sockets.last,
      assay_socket_has_ended(socket) != 0
    else { return }
    transfer.endOutgoing()
  }
}
