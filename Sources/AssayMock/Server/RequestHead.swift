import AssayHTTP

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
      throw RequestRefusal(400, "A carriage return stands alone in the header section.")
    }
    let requestLine = lines.removeFirst()
    guard requestLine.utf8.count <= limits.requestLine else {
      throw RequestRefusal(414, "The request line is longer than \(limits.requestLine) bytes.")
    }
    var request = try parse(requestLine: requestLine)
    for line in lines where !line.isEmpty {
      guard let header = HTTPHeader(line: line) else {
        throw RequestRefusal(400, "A header field is malformed: \(line.prefix(80))")
      }
      request.headers.append(header)
    }
    try requireHost(request)
    return request
  }

  private static func parse(requestLine line: Substring) throws(RequestRefusal) -> ServerRequest {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, HTTPToken.isToken(String(parts[0])), !parts[1].isEmpty else {
      throw RequestRefusal(400, "The request line is not METHOD TARGET HTTP/1.1: \(line.prefix(80))")
    }
    guard parts[2].hasPrefix("HTTP/") else {
      throw RequestRefusal(400, "The request line does not end in an HTTP version: \(parts[2].prefix(20))")
    }
    guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else {
      throw RequestRefusal(505, "This server speaks HTTP/1.1.")
    }
    let target = String(parts[1])
    guard target.hasPrefix("/") || target.hasPrefix("http://") || target == "*" else {
      throw RequestRefusal(400, "The request target is not a path: \(target.prefix(80))")
    }
    return ServerRequest(method: String(parts[0]), target: target, minorVersion: parts[2] == "HTTP/1.1" ? 1 : 0)
  }

  /// Section 3.2: HTTP/1.1 without exactly one `Host` is answered 400.
  private static func requireHost(_ request: ServerRequest) throws(RequestRefusal) {
    let hosts = request.headers.values("Host").count
    guard hosts == 1 || (hosts == 0 && request.minorVersion == 0) else {
      throw RequestRefusal(400, hosts == 0 ? "The Host field is missing." : "The Host field stands more than once.")
    }
  }
}
