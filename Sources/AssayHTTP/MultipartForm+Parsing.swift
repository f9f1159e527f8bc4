/// Why a body is no `multipart/form-data`, and at which byte.
package enum MultipartError: Error, Hashable, Sendable {
  /// The boundary is empty or longer than 70 characters (RFC 2046 section 5.1.1).
  case boundary
  /// No boundary where one must stand, or no end of it.
  case delimiter(offset: Int)
  /// The body ends without the closing boundary.
  case unterminated
  /// A part's header section is malformed, too long, or not UTF-8.
  case header(offset: Int)
  /// A part without `Content-Disposition: form-data` and a name (RFC 7578 section 4.2).
  case disposition(offset: Int)
  case tooManyParts(limit: Int)
}

extension MultipartForm {
  /// Reads a body strictly: each part whole, named, and between boundaries that end in CRLF.
  package init(parsing body: [UInt8], boundary: String, partLimit: Int = 1_000, headerLimit: Int = 16 << 10)
    throws(MultipartError)
  {
    guard (1...70).contains(boundary.utf8.count) else { throw .boundary }
    let delimiter = Array("\r\n--\(boundary)".utf8)
    self.init()
    // The first delimiter may stand without its line break, at the body's very beginning.
    guard body.starts(with: delimiter.dropFirst(2)) || body.starts(with: delimiter) else { throw .delimiter(offset: 0) }
    var index = body.starts(with: delimiter) ? delimiter.count : delimiter.count - 2
    while true {
      if body[index...].starts(with: "--".utf8) {
        index = Self.skipBlanks(body, from: index + 2)
        guard index == body.count || body[index...].elementsEqual("\r\n".utf8) else { throw .delimiter(offset: index) }
        return
      }
      index = Self.skipBlanks(body, from: index)
      guard body[index...].starts(with: "\r\n".utf8) else { throw .delimiter(offset: index) }
      guard parts.count < partLimit else { throw .tooManyParts(limit: partLimit) }
      let (headers, start) = try Self.headers(body, from: index + 2, limit: headerLimit)
      // The part's content may be empty, and its delimiter's line break then is the header section's own.
      guard let end = Self.find(delimiter, in: body, from: start - 2) else { throw .unterminated }
      let content = end < start ? [] : Array(body[start..<end])
      parts.append(try Self.part(headers, content: content, at: index + 2))
      index = end + delimiter.count
    }
  }

  private static func skipBlanks(_ body: [UInt8], from index: Int) -> Int {
    body[index...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? body.count
  }

  /// Where `needle` begins; it starts with a CR, which the boundary behind it cannot hold, so a failed match costs nothing.
  private static func find(_ needle: [UInt8], in body: [UInt8], from start: Int) -> Int? {
    guard body.count >= needle.count else { return nil }
    var index = start
    while index <= body.count - needle.count {
      if body[index] == 0x0D, body[index..<(index + needle.count)].elementsEqual(needle) { return index }
      index += 1
    }
    return nil
  }

  private static func headers(_ body: [UInt8], from start: Int, limit: Int) throws(MultipartError) -> (
    headers: [HTTPHeader], end: Int
  ) {
    var headers: [HTTPHeader] = []
    var index = start
    while true {
      let window = body[index..<min(body.count, start + limit)]
      guard let end = window.firstIndex(of: 0x0D), body[end...].starts(with: "\r\n".utf8) else {
        throw .header(offset: index)
      }
      if end == index { return (headers, end + 2) }
      guard let line = String(validating: body[index..<end], as: UTF8.self), let header = HTTPHeader(line: line) else {
        throw .header(offset: index)
      }
      headers.append(header)
      index = end + 2
    }
  }

  private static func part(_ headers: [HTTPHeader], content: [UInt8], at offset: Int) throws(MultipartError) -> Part {
    guard let value = headers["Content-Disposition"] else { throw .disposition(offset: offset) }
    guard let disposition = ContentDisposition(value), disposition.type == "form-data" else {
      throw .disposition(offset: offset)
    }
    guard let name = disposition.parameters["name"] else { throw .disposition(offset: offset) }
    return Part(
      name: name,
      filename: disposition.parameters["filename"],
      contentType: headers["Content-Type"],
      content: content
    )
  }
}
