/// The reason why a body is not `multipart/form-data`, and the offset of the error.
package enum MultipartError: Error, Hashable, Sendable {
  /// The boundary is empty or longer than 70 characters (RFC 2046 section 5.1.1).
  case boundary
  /// A boundary line is missing, or not followed by the end of a line.
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
  /// Parses a body strictly: each part must be complete, named, and between boundaries that end in CRLF.
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

  /// Returns the index at which `needle` begins. The needle starts with a CR and has no other, so that a failed
  /// comparison never has to be repeated from an earlier byte.
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

/// A `Content-Disposition` value as forms use it (RFC 7578 section 4.2).
package struct ContentDisposition: Hashable, Sendable {
  /// The type, in lower case: `form-data`.
  package var type: String
  /// The parameters by lower-case name, without quotes, and with percent-encoded `"`, CR and LF decoded.
  package var parameters: [String: String]

  /// Parses a value; returns `nil` if a parameter is malformed or repeated.
  package init?(_ text: String) {
    var rest = Substring(text)
    type = Self.take(&rest) { $0 != ";" }.lowercased()
    parameters = [:]
    while rest.first == ";" {
      rest.removeFirst()
      let name = Self.take(&rest) { $0 != "=" && $0 != ";" }.lowercased()
      guard rest.first == "=", !name.isEmpty, parameters[name] == nil else { return nil }
      rest.removeFirst()
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard let value = rest.first == "\"" ? Self.quoted(&rest) : Self.take(&rest, while: { $0 != ";" }) else {
        return nil
      }
      parameters[name] = value
    }
    guard !type.isEmpty, rest.isEmpty else { return nil }
  }

  private static func take(_ text: inout Substring, while isWanted: (Character) -> Bool) -> String {
    let part = text.prefix(while: isWanted)
    text = text[part.endIndex...]
    return String(part.trimmingBlanks)
  }

  /// Reads a quoted string up to its closing quote; `nil` if none exists. A backslash escapes only a quote, since some
  /// clients send Windows paths without escaping.
  private static func quoted(_ text: inout Substring) -> String? {
    var value = ""
    text.removeFirst()
    while let character = text.popFirst() {
      if character == "\"" {
        text = text.drop { $0 == " " || $0 == "\t" }
        return unescaped(value)
      }
      value.append(character == "\\" && text.first == "\"" ? text.removeFirst() : character)
    }
    return nil
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if character == "%", let meant = ["22": "\"", "0D": "\r", "0A": "\n"][rest.prefix(2).uppercased()] {
        result += meant
        rest = rest.dropFirst(2)
      } else {
        result.append(character)
      }
    }
    return result
  }
}

extension MultipartForm {
  /// Parses `body` if `contentType` is `multipart/form-data`; returns `nil` for other types and malformed bodies.
  package init?(_ body: [UInt8], contentType: String?) {
    guard let type = contentType.flatMap(MediaType.init), type.essence == "multipart/form-data",
      let boundary = type.parameters["boundary"], let form = try? MultipartForm(parsing: body, boundary: boundary)
    else { return nil }
    self = form
  }
}

extension HTTPRequest {
  /// The multipart form in the body; `nil` for any other body.
  package var form: MultipartForm? { MultipartForm(body, contentType: headers["Content-Type"]) }
}
