package import AssayHTTP

/// Reads HTTP/1.1 requests from the bytes of a connection, in pieces of any size (RFC 9112).
///
/// The reader is strict where a lenient one would guess the end of a message: it refuses two framings at once,
/// contradictory lengths, folded lines and white space before a colon.
package struct RequestReader: Sendable {
  /// The result of reading the bytes received so far.
  package enum Step: Sendable {
    /// More bytes are needed.
    case incomplete
    /// The client waits for `100 Continue` before it sends its body (RFC 9110 section 10.1.1). Returned once for each
    /// request.
    case awaitsContinue
    case request(ServerRequest)
  }

  private enum Framing: Sendable {
    case length(Int)
    case chunked(ChunkedBodyReader)
  }

  private let limits: ServerLimits
  private var buffer: [UInt8] = []
  /// The position of the first byte not yet used; bytes are moved to the front only now and then.
  private var start = 0
  /// The position up to which the buffer was searched for the end of the head.
  private var searched = 0
  private var head: ServerRequest?
  /// The head of the current request once all its fields are read, even if the request is refused.
  private var fields: ServerRequest?
  private var framing = Framing.length(0)
  private var owesContinue = false

  package init(limits: ServerLimits = ServerLimits()) { self.limits = limits }

  /// The number of bytes received that do not belong to a request yet.
  package var pendingCount: Int { buffer.count - start }
  /// True if a request has started and is not complete yet.
  package var isInsideRequest: Bool { head != nil || pendingCount > 0 }

  /// The size, in bytes, of the memory used for requests that are not complete.
  var held: Int {
    if case .chunked(let chunks) = framing { buffer.capacity + chunks.body.capacity } else { buffer.capacity }
  }

  /// Returns the bytes after the last request, once: after a switch of protocols they belong to the new one.
  mutating func takeRest() -> [UInt8] {
    defer { forget() }
    return Array(buffer[start...])
  }

  /// Releases everything; later bytes on the connection have no meaning.
  mutating func forget() { self = RequestReader(limits: limits) }

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if start == buffer.count {
      rewind()
    } else if start > 1 << 16 {
      buffer.removeFirst(start)
      searched = max(0, searched - start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next request if it is complete. After an error the rest of the connection has no meaning.
  package mutating func next() throws(RequestRefusal) -> Step {
    do throws(RequestRefusal) {
      return try read()
    } catch {
      var refusal = error
      refusal.isOfBody = head != nil
      refusal.head = fields
      refusal.request = fields.map { "\($0.method) \($0.shownPath)" } ?? beginning()
      throw refusal
    }
  }

  private mutating func read() throws(RequestRefusal) -> Step {
    if head == nil {
      skipEmptyLines()
      guard let end = try endOfHead() else { return .incomplete }
      let request = try RequestHead.parse(buffer[start..<end], limits: limits)
      fields = request
      try RequestHead.requireHost(request)
      framing = try Self.framing(of: request, limits)
      start = end
      searched = end
      head = request
      owesContinue = try Self.expectsContinue(request)
    }
    guard var request = head else { return .incomplete }
    guard let body = try takeBody() else {
      if owesContinue, pendingCount == 0 {
        owesContinue = false
        return .awaitsContinue
      }
      return .incomplete
    }
    request.body = body
    (head, fields) = (nil, nil)
    searched = start
    if start == buffer.count { rewind() }
    return .request(request)
  }

  /// Returns the method of the received bytes if their first line is that of an HTTP/1 request; a port scan, or a
  /// client of a different protocol, sends none. If the head cannot be read, any part of the path may be secret.
  private func beginning() -> String? {
    guard let line = buffer[start...].prefix(limits.requestLine + 2).split(separator: 0x0A).first,
      let text = String(validating: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    else { return nil }
    let parts = text.split(separator: " ")
    guard parts.count >= 3, HTTPToken.isToken(String(parts[0])),
      ["HTTP/1.1", "HTTP/1.0"].contains(parts[parts.count - 1])
    else { return nil }
    return "\(parts[0]) …"
  }

  /// Starts again with an empty buffer, which releases the memory of a large upload.
  private mutating func rewind() {
    buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 17)
    (start, searched) = (0, 0)
  }

  /// Skips empty lines before the request line, as a server should (section 2.2).
  private mutating func skipEmptyLines() {
    while start + 1 < buffer.count, buffer[start] == 0x0D, buffer[start + 1] == 0x0A { start += 2 }
  }

  /// Returns the index after the empty line that ends the header section; `nil` if it was not received yet. Throws if
  /// the head is too long.
  private mutating func endOfHead() throws(RequestRefusal) -> Int? {
    var index = max(searched, start)
    while index < buffer.count {
      if buffer[index] == 0x0A, index > start, endsHead(at: index) { return index + 1 }
      index += 1
    }
    searched = index
    let size = buffer.count - start
    // A line of just that length ends in two bytes more.
    if size >= limits.requestLine + 2, !buffer[start...].prefix(limits.requestLine + 2).contains(0x0A) {
      throw RequestRefusal(414, "The request line is longer than \(limits.requestLine) bytes.")
    }
    if size > limits.head { throw RequestRefusal(431, "The header section is longer than \(limits.head) bytes.") }
    return nil
  }

  /// Returns true if the line break at `index` ends an empty line.
  private func endsHead(at index: Int) -> Bool {
    if buffer[index - 1] == 0x0A { return true }
    return index >= start + 2 && buffer[index - 1] == 0x0D && buffer[index - 2] == 0x0A
  }

  private mutating func takeBody() throws(RequestRefusal) -> [UInt8]? {
    switch framing {
    case .length(let length):
      guard pendingCount >= length else { return nil }
      if length > 1 << 16, length == pendingCount {
        // A large body is moved, so that it is not in memory twice.
        buffer.removeFirst(start)
        start = 0
        defer { buffer = [] }
        return buffer
      }
      let body = Array(buffer[start..<start + length])
      start += length
      return body
    case .chunked(var chunks):
      framing = .length(0)
      start = try chunks.read(buffer, from: start)
      guard chunks.isComplete else {
        framing = .chunked(chunks)
        return nil
      }
      return chunks.body
    }
  }

  /// Returns the framing of a request (section 6.3); a request with both framings is refused rather than repaired.
  private static func framing(of request: ServerRequest, _ limits: ServerLimits) throws(RequestRefusal) -> Framing {
    let codings = request.headers.values("Transfer-Encoding")
    let lengths = request.headers.values("Content-Length")
    if !codings.isEmpty {
      guard lengths.isEmpty else {
        throw RequestRefusal(400, "The request has both Content-Length and Transfer-Encoding; only one can be right.")
      }
      guard codings.joined(separator: ",").lowercased() == "chunked", request.minorVersion == 1 else {
        throw RequestRefusal(501, "The only transfer coding understood is chunked, in HTTP/1.1.")
      }
      return .chunked(ChunkedBodyReader(limit: limits.body))
    }
    let list = lengths.joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false)
    let values = lengths.isEmpty ? [] : Set(list.map { String($0.trimmingBlanks) })
    guard let value = values.first else { return .length(0) }
    guard values.count == 1, !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw RequestRefusal(400, "Content-Length is not one number.")
    }
    guard let length = Int(value), length <= limits.body else {
      throw RequestRefusal(413, "The body is larger than \(limits.body) bytes.")
    }
    return .length(length)
  }

  private static func expectsContinue(_ request: ServerRequest) throws(RequestRefusal) -> Bool {
    guard let expectation = request.headers["Expect"] else { return false }
    guard expectation.lowercased() == "100-continue" else {
      throw RequestRefusal(417, "The only expectation understood is 100-continue.")
    }
    return request.minorVersion >= 1
  }
}

/// Reads a request line and its header section (RFC 9112 sections 3 and 5).
enum RequestHead {
  static func parse(_ bytes: ArraySlice<UInt8>, limits: ServerLimits) throws(RequestRefusal) -> ServerRequest {
    guard bytes.count <= limits.head else {
      throw RequestRefusal(431, "The header section is longer than \(limits.head) bytes.")
    }
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
      throw RequestRefusal(400, "The header section is not text.")
    }
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      Substring(line.last == 0x0D ? line.dropLast() : line)
    }
    guard !lines.contains(where: { $0.utf8.contains(0x0D) }) else {
      throw RequestRefusal(400, "The header section has a carriage return without a line feed.")
    }
    let requestLine = lines.removeFirst()
    guard requestLine.utf8.count <= limits.requestLine else {
      throw RequestRefusal(414, "The request line is longer than \(limits.requestLine) bytes.")
    }
    var request = try parse(requestLine: requestLine)
    for line in lines where !line.isEmpty {
      guard let header = HTTPHeader(line: line) else {
        throw RequestRefusal(400, malformed(line))
      }
      request.headers.append(header)
    }
    return request
  }

  /// Describes the mistake in a line that is not a header field. Only text that can be a field's name (RFC 9110 section
  /// 5.1) is shown, since the rest may be a secret.
  private static func malformed(_ line: Substring) -> String {
    if line.first == " " || line.first == "\t" {
      return "A header field continues on a second line, which RFC 9112 forbids."
    }
    guard let colon = line.firstIndex(of: ":") else {
      return "A line of the header section is not a field: it has no colon."
    }
    let name = String(line[..<colon].trimmingBlanks)
    guard HTTPToken.isToken(name) else {
      return "A line of the header section is not a field: the text before its colon is not a name."
    }
    return "The header field \(name) has white space before its colon."
  }

  private static func parse(requestLine line: Substring) throws(RequestRefusal) -> ServerRequest {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, HTTPToken.isToken(String(parts[0])), !parts[1].isEmpty else {
      throw RequestRefusal(400, "The request line is not METHOD TARGET HTTP/1.1.")
    }
    guard parts[2].hasPrefix("HTTP/") else {
      throw RequestRefusal(400, "The request line does not end in an HTTP version.")
    }
    guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else {
      throw RequestRefusal(505, "This server speaks HTTP/1.1.")
    }
    let target = String(parts[1])
    guard target.hasPrefix("/") || target.hasPrefix("http://") || target == "*" else {
      throw RequestRefusal(400, "The request target is neither a path nor a URL that begins with http://.")
    }
    return ServerRequest(method: String(parts[0]), target: target, minorVersion: parts[2] == "HTTP/1.1" ? 1 : 0)
  }

  /// Throws for an HTTP/1.1 request without exactly one `Host`, which gets a 400 (section 3.2).
  static func requireHost(_ request: ServerRequest) throws(RequestRefusal) {
    let hosts = request.headers.values("Host")
    guard hosts.count == 1 || (hosts.isEmpty && request.minorVersion == 0) else {
      throw RequestRefusal(400, hosts.isEmpty ? "The Host field is missing." : "The Host field appears more than once.")
    }
    // RFC 9110 section 7.2: a host and a port, as they are in a URI. One reader may take another part of more for the host.
    let isHost = hosts.allSatisfy { host in
      host.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"/?#@\\\"<>^`{|},".utf8.contains($0) }
    }
    guard isHost else { throw RequestRefusal(400, "The Host field is not a host with an optional port.") }
  }
}

/// A request as a server read it from a connection, with its framing removed.
package struct ServerRequest: Hashable, Sendable {
  package var method: String
  /// The request target as it was sent (RFC 9112 section 3.2).
  package var target: String
  /// The minor version: 0 for HTTP/1.0, 1 for HTTP/1.1.
  package var minorVersion: Int
  package var headers: [HTTPHeader]
  package var body: [UInt8]

  package init(method: String, target: String, minorVersion: Int = 1, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.method = method
    self.target = target
    self.minorVersion = minorVersion
    self.headers = headers
    self.body = body
  }

  /// The path of the target, which a proxy's client sends in absolute form (section 3.2.2).
  package var path: String {
    let path = target.prefix { $0 != "?" }
    return path.hasPrefix("/") ? String(path) : HTTPURL(String(path))?.path ?? String(path)
  }

  /// The query of the target, without its question mark; `nil` without one.
  package var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// The path for display, without secrets; `…` for a target without a path.
  package var shownPath: String { path.hasPrefix("/") || path == "*" ? path : "…" }

  /// True if the client wants to keep the connection for its next request (RFC 9112 section 9.3).
  package var keepsConnection: Bool {
    let options = (headers["Connection"] ?? "").lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    return minorVersion >= 1 ? !options.contains("close") : options.contains("keep-alive")
  }
}

/// The reason why a request was not read, with the status of the response.
package struct RequestRefusal: Error, Hashable, Sendable {
  package var status: Int
  /// A description of the mistake, as a sentence for the client's author.
  package var detail: String
  /// Header fields of the response that show what would be valid.
  package var headers: [HTTPHeader] = []
  /// The method and path of the request, which may be a secret; `nil` if the bytes are not a request.
  package var request: String?
  /// The request without its body, if its head could be read.
  package var head: ServerRequest?
  /// True if the mistake is in the bytes after the header section.
  package var isOfBody = false

  package init(_ status: Int, _ detail: String) {
    self.status = status
    self.detail = detail
  }
}

extension RequestRefusal {
  /// Returns the refusal of a body in an unsupported coding; `accepted` lists the supported ones (RFC 9110 section
  /// 15.5.16).
  package static func unknownCoding(_ coding: String, accepted: String) -> RequestRefusal {
    var refusal = RequestRefusal(415, "The body is coded as \(coding), and this server undoes \(accepted).")
    refusal.headers = [HTTPHeader("Accept-Encoding", accepted)]
    return refusal
  }
}
