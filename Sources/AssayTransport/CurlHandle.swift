import AssayHTTP
import CCurl

/// A reusable easy handle that sets only the options that differ from the previous transfer.
///
/// Belongs to the event loop's thread.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  /// The transfer that uses the handle; `nil` between transfers.
  private(set) var transfer: CurlTransfer?
  /// The handle's index in the loop's list of active handles.
  var index = 0

  private let options: CurlOptions
  /// The clock of the event loop's thread.
  private let time: LoopTime
  private let loopSockets: LoopSockets
  private let watchdog: SocketWatchdog
  private var reader: ResponseHeadReader
  /// The buffer for libcurl's error description.
  private let message: UnsafeMutablePointer<CChar>
  private var list: UnsafeMutablePointer<curl_slist>?
  private var applied = Applied()
  /// True if the handle is for a two-way connection, such as a WebSocket.
  let isTwoWay: Bool
  /// True if the handle must not serve another transfer.
  private(set) var isSpent: Bool
  /// The sockets that were opened for a new connection, one for each address tried, or the socket of the kept
  /// connection in use.
  var sockets: [CInt] = []

  /// The options that were set on the handle for the previous transfer. For the next one, only options that differ are
  /// set.
  private struct Applied {
    var headers: [HTTPHeader] = []
    /// The method; `nil` before the first request, whose method depends on its body until it is set.
    var method: String?
    var hasBody = false
    var connectLimit: Duration?
    var avoidsProxy = false
    /// True if libcurl decodes the content codings of responses.
    var leavesDecoding = false
  }

  /// Returns `nil` if libcurl has no memory left.
  init?(options: CurlOptions, time: LoopTime, sockets: LoopSockets, watchdog: SocketWatchdog, isTwoWay: Bool = false) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    self.options = options
    self.time = time
    loopSockets = sockets
    self.watchdog = watchdog
    self.isTwoWay = isTwoWay
    isSpent = isTwoWay
    reader = ResponseHeadReader(limit: options.headerSize)
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    applyOptions()
    applyCallbacks()
    if isTwoWay { becomeTwoWay() }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(list)
    message.deallocate()
  }

  /// Prepares the handle for `transfer`; returns the fault of the request if it cannot be sent.
  func prepare(_ transfer: CurlTransfer) -> String? {
    let request = transfer.request
    if !HTTPToken.isFieldValue(request.url) { return "the URL contains a line break or a NUL" }
    message[0] = 0
    reader.reset()
    var code = assay_easy_set_string(easy, CURLOPT_URL, request.url)
    if isTwoWay {
      guard HTTPToken.isToken(request.method) else { return "the method is not a token: \(request.method)" }
      if code == CURLE_OK { code = setUpload(request.method) }
    } else if applied.method != request.method || applied.hasBody || !request.body.isEmpty {
      guard HTTPToken.isToken(request.method) else { return "the method is not a token: \(request.method)" }
      guard let body = request.isGzipped && !request.body.isEmpty ? Gzip.coded(request.body) : request.body else {
        return "zlib cannot code the body"
      }
      if code == CURLE_OK { code = set(method: request.method, body: body) }
    }
    if list == nil || applied.headers != request.headers {
      if let problem = Self.problem(request.headers) { return problem }
      if code == CURLE_OK { code = set(headers: request.headers) }
    }
    if code == CURLE_OK, applied.connectLimit != transfer.limits.connect {
      code = set(connectLimit: transfer.limits.connect)
    }
    if code == CURLE_OK, let digest = request.digest { code = set(digest: digest) }
    if code == CURLE_OK, options.proxy == nil, EnvironmentProxy.isSet { code = set(proxyFor: request.url) }
    guard code == CURLE_OK else { return errorMessage(code) }
    self.transfer = transfer
    transfer.handle = self
    transfer.leavesDecoding = applied.leavesDecoding
    return nil
  }

  /// Releases the transfer and the memory of its body.
  func clear() {
    leaveSockets()
    if applied.hasBody { _ = assay_easy_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, nil) }
    transfer?.handle = nil
    transfer = nil
  }

  /// Releases the handle's sockets because its transfer now uses a different connection, or none.
  func leaveSockets() {
    watchdog.release(sockets, by: ObjectIdentifier(self))
    sockets.removeAll(keepingCapacity: true)
  }

  /// True if the connection was shut down because libcurl did not release it.
  var wasCut: Bool { watchdog.hasCut(ObjectIdentifier(self)) }

  /// Records that libcurl has opened `socket` to try a new connection.
  private func open(_ socket: CInt) {
    sockets.append(socket)
    if let end = transfer?.clock?.end { watchdog.open(socket, for: ObjectIdentifier(self), until: end) }
  }

  /// Records that the request is sent on the connection of `port`; the time limit for the whole response starts.
  private func connect(host: UnsafePointer<CChar>?, port: CInt) {
    transfer?.clock?.connect(at: time.now)
    transfer?.timesSent += 1
    if isOverKeptConnection {
      leaveSockets()
      sockets += [loopSockets.socket(host: host, port: port)].compactMap { $0 }
    } else {
      keepSocket(ofPort: port)
    }
    guard let end = transfer?.clock?.end else { return }
    for socket in sockets { watchdog.watch(socket, for: ObjectIdentifier(self), until: end) }
  }

  /// Returns true if the request was not sent because the kept connection already had unrequested data. That connection
  /// is closed, and the request uses a different one.
  func wasHeldBack(_ code: CURLcode) -> Bool { code == CURLE_ABORTED_BY_CALLBACK && transfer?.verdict == nil }

  /// Returns true if data waits on a kept connection before a request: it would be treated as the response. Also
  /// records the socket of a new connection.
  ///
  /// On TLS connections such data may belong to the protocol (RFC 8446 section 4.6), so only plain connections are
  /// checked.
  private func hasStray(host: UnsafePointer<CChar>?, port: CInt) -> Bool {
    guard isOverKeptConnection else {
      loopSockets.note(sockets, host: host, port: port)
      return false
    }
    guard let transfer, !transfer.request.url.hasPrefix("https:") else { return false }
    return loopSockets.hasInput(host: host, port: port)
  }

  /// Returns true if a kept connection was closed before any of the answer was received, and libcurl did not resend the
  /// request.
  ///
  /// Libcurl normally resends (RFC 9112 section 9.3.1). However, it counts over a handle's whole life, gives up at the
  /// sixth time, and then starts counting again (fixed by curl's pull request 19066).
  func wasDropped(_ code: CURLcode) -> Bool {
    [CURLE_RECV_ERROR, CURLE_SEND_ERROR].contains(code) && !reader.hasBegun && isOverKeptConnection
  }

  /// True if the transfer uses a kept connection and opened no new one.
  private var isOverKeptConnection: Bool {
    var connections = 0
    _ = assay_easy_get_long(easy, CURLINFO_NUM_CONNECTS, &connections)
    return connections == 0
  }

  /// The time from the start until the first byte was received; `nil` if none was.
  var firstByteDelay: Duration? {
    var microseconds: curl_off_t = 0
    _ = assay_easy_get_offset(easy, CURLINFO_STARTTRANSFER_TIME_T, &microseconds)
    return microseconds > 0 ? .microseconds(microseconds) : nil
  }

  /// True if the connection was accepted and reset immediately, so that a server is listening.
  var wasResetAtOnce: Bool { assay_easy_was_reset(easy) != 0 }

  /// True if there may be a proxy between the request and its server.
  var mayPassProxy: Bool { options.proxy != nil || (EnvironmentProxy.isSet && !applied.avoidsProxy) }

  /// True if server certificates cannot be checked, because no file of certificate authorities was found.
  var hasNoAuthorities: Bool { options.caFile == nil && TrustedCertificates.areMissing }

  /// Returns the description of an error by libcurl.
  func errorMessage(_ code: CURLcode) -> String {
    message[0] != 0 ? String(cString: message) : String(cString: curl_easy_strerror(code))
  }
}

// MARK: - What never changes

extension CurlHandle {
  private func applyOptions() {
    _ = assay_easy_restrict_to_http(easy)
    _ = assay_easy_leave_resolver(easy)
    // A signal handler would be the whole process's; this is one of its threads.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    // A proxy's response to CONNECT is not the server's.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // A path is sent as the contract has it, dots and all.
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_USERAGENT, options.userAgent)
    set(CURLOPT_SSL_VERIFYPEER, options.isInsecure ? 0 : 1)
    set(CURLOPT_SSL_VERIFYHOST, options.isInsecure ? 0 : 2)
    if let file = options.caFile ?? TrustedCertificates.file { set(CURLOPT_CAINFO, file) }
    if let file = options.certificateFile { set(CURLOPT_SSLCERT, file) }
    if let file = options.keyFile { set(CURLOPT_SSLKEY, file) }
    if let proxy = options.proxy { set(CURLOPT_PROXY, proxy) }
    if let path = options.unixSocket { set(CURLOPT_UNIX_SOCKET_PATH, path) }
  }

  private func applyCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = assay_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    _ = assay_easy_set_pointer(easy, CURLOPT_PRIVATE, context)
    _ = assay_easy_set_pointer(easy, CURLOPT_WRITEDATA, context)
    _ = assay_easy_set_pointer(easy, CURLOPT_HEADERDATA, context)
    _ = assay_easy_set_pointer(easy, CURLOPT_PREREQDATA, context)
    _ = assay_easy_set_pointer(easy, CURLOPT_SOCKOPTDATA, context)
    _ = assay_easy_set_sockopt(easy) { context, descriptor, _ in
      if let context { Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().open(descriptor) }
      return CInt(CURL_SOCKOPT_OK)
    }
    // A connection may outlive the handle that made it, but not the loop.
    _ = assay_easy_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(watchdog).toOpaque())
    _ = assay_easy_set_closesocket(easy) { context, descriptor in
      guard let context else { return 0 }
      return Unmanaged<SocketWatchdog>.fromOpaque(context).takeUnretainedValue().close(descriptor)
    }
    _ = assay_easy_set_write(easy, CURLOPT_WRITEFUNCTION) { pointer, size, count, context in
      guard let (handle, transfer, bytes) = CurlHandle.piece(pointer, size * count, context) else { return 0 }
      handle.watchdog.noteCallback()
      defer { handle.watchdog.noteCallback() }
      // libcurl reads on as long as something comes: a flood would keep a round, and its clock, from ending.
      if transfer.hasBody { handle.time.read() }
      return transfer.receive(chunk: bytes, by: handle.time) ? bytes.count : 0
    }
    _ = assay_easy_set_write(easy, CURLOPT_HEADERFUNCTION) { pointer, size, count, context in
      guard let (handle, transfer, bytes) = CurlHandle.piece(pointer, size * count, context) else { return 0 }
      handle.watchdog.noteCallback()
      defer { handle.watchdog.noteCallback() }
      let outcome = handle.reader.read(bytes)
      guard transfer.receive(outcome, at: handle.time.now) else { return 0 }
      if case .complete = outcome, transfer.awaitsAnswer { handle.reader.awaitAnother() }
      return bytes.count
    }
    _ = assay_easy_set_prereq(easy) { context, _, localHost, _, localPort in
      guard let context else { return CURL_PREREQFUNC_ABORT }
      let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
      guard !handle.hasStray(host: localHost, port: localPort) else { return CURL_PREREQFUNC_ABORT }
      handle.connect(host: localHost, port: localPort)
      return CURL_PREREQFUNC_OK
    }
  }

  private static func piece(_ pointer: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?)
    -> (CurlHandle, CurlTransfer, UnsafeBufferPointer<UInt8>)?
  {
    guard let pointer, let context else { return nil }
    let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
    guard let transfer = handle.transfer else { return nil }
    let bytes = UnsafeRawBufferPointer(start: pointer, count: count)
    return (handle, transfer, bytes.assumingMemoryBound(to: UInt8.self))
  }

  private func set(_ option: CURLoption, _ value: Int) { _ = assay_easy_set_long(easy, option, value) }
  private func set(_ option: CURLoption, _ value: String) { _ = assay_easy_set_string(easy, option, value) }
}

// MARK: - What a request brings

extension CurlHandle {
  /// Returns the reason why `headers` cannot be sent: libcurl would send one of them with additional content, or
  /// shortened.
  private static func problem(_ headers: [HTTPHeader]) -> String? {
    for header in headers {
      if !HTTPToken.isToken(header.name) { return "the header name is not a token: \(header.name)" }
      if !HTTPToken.isFieldValue(header.value) { return "the header \(header.name) contains a line break or a NUL" }
    }
    return nil
  }

  /// Sets whether libcurl decodes responses. It supports more codings, but only one gzip member, so it decodes only if
  /// a request asks for other codings.
  private func set(leavesDecoding: Bool) {
    guard leavesDecoding != applied.leavesDecoding else { return }
    applied.leavesDecoding = leavesDecoding
    _ = assay_easy_set_string(easy, CURLOPT_ACCEPT_ENCODING, leavesDecoding ? "" : nil)
  }

  private func set(method: String, body: [UInt8]) -> CURLcode {
    let carriesBody = !body.isEmpty || ["POST", "PUT", "PATCH"].contains(method)
    if carriesBody {
      _ = assay_easy_set_long(easy, CURLOPT_POST, 1)
      _ = assay_easy_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      let code = body.withUnsafeBytes { bytes in
        assay_easy_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress ?? noBytes)
      }
      guard code == CURLE_OK else { return code }
    } else if applied.hasBody || applied.method == "HEAD" {
      _ = assay_easy_set_long(easy, CURLOPT_HTTPGET, 1)
    }
    if (method == "HEAD") != (applied.method == "HEAD") || carriesBody {
      _ = assay_easy_set_long(easy, CURLOPT_NOBODY, method == "HEAD" ? 1 : 0)
      // Servers that send a body nevertheless leave it to be read as the next answer.
      _ = assay_easy_set_long(easy, CURLOPT_FORBID_REUSE, method == "HEAD" ? 1 : 0)
    }
    applied.hasBody = carriesBody
    guard method != applied.method else { return CURLE_OK }
    applied.method = method
    return assay_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, method)
  }

  private func set(headers: [HTTPHeader]) -> CURLcode {
    var lines: [String] = []
    // An empty line takes away what libcurl would add by itself: a wait for "100 Continue", and a form's content type.
    if headers["Expect"] == nil { lines.append("Expect:") }
    if headers["Content-Type"] == nil { lines.append("Content-Type:") }
    // What is sent once the protocols were switched stands in no chunks.
    if isTwoWay { lines.append("Transfer-Encoding:") }
    let codings = headers["Accept-Encoding"]
    if codings == nil { lines.append("Accept-Encoding: \(ContentDecoder.accepted)") }
    set(leavesDecoding: codings.map { !ContentDecoder.knows($0) } ?? false)
    // libcurl takes "Name:" as "leave it out"; the semicolon is its way to say "empty".
    lines += headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    var new: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = curl_slist_append(new, line) else {
        curl_slist_free_all(new)
        return CURLE_OUT_OF_MEMORY
      }
      new = longer
    }
    let code = assay_easy_set_list(easy, CURLOPT_HTTPHEADER, new)
    curl_slist_free_all(list)
    list = new
    applied.headers = headers
    return code
  }

  /// Sets the time limit for connecting, which libcurl divides among a host's addresses; the loop's own clock cannot do
  /// this.
  private func set(connectLimit: Duration) -> CURLcode {
    applied.connectLimit = connectLimit
    let (seconds, attoseconds) = connectLimit.components
    let milliseconds = min(max(seconds, 0), 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000
    return assay_easy_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, milliseconds)))
  }

  /// Makes libcurl answer a challenge of HTTP Digest. What it knows of the challenge stays with the handle, and belongs to
  /// one server and user, so that the handle serves no other transfer.
  private func set(digest: DigestCredentials) -> CURLcode {
    isSpent = true
    var code = assay_easy_set_auth(easy)
    if code == CURLE_OK { code = assay_easy_set_string(easy, CURLOPT_USERNAME, digest.user) }
    return code == CURLE_OK ? assay_easy_set_string(easy, CURLOPT_PASSWORD, digest.password) : code
  }

  private func set(proxyFor url: String) -> CURLcode {
    let isLoopback = HTTPURL(url)?.isLoopback ?? false
    guard isLoopback != applied.avoidsProxy else { return CURLE_OK }
    applied.avoidsProxy = isLoopback
    return assay_easy_set_string(easy, CURLOPT_PROXY, isLoopback ? "" : nil)
  }
}

/// An address for an empty body: libcurl treats a null pointer as a request to ask a callback.
private nonisolated(unsafe) let noBytes = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
