/// The parts of a `multipart/form-data` body (RFC 7578), in order.
package struct MultipartForm: Hashable, Sendable {
  /// One field or file.
  package struct Part: Hashable, Sendable {
    /// The form field's name.
    package var name: String
    /// The file's name; `nil` for a plain field.
    package var filename: String?
    /// The part's `Content-Type`; `nil` if it has none, which means `text/plain` (section 4.4).
    package var contentType: String?
    package var content: [UInt8]

    /// The text of the part as a form would show it: the file name of a file, or the text of a plain field.
    package var text: String { filename ?? String(decoding: content, as: UTF8.self) }

    package init(name: String, filename: String? = nil, contentType: String? = nil, content: [UInt8]) {
      self.name = name
      self.filename = filename
      self.contentType = contentType
      self.content = content
    }
  }

  package var parts: [Part]

  package init(parts: [Part] = []) { self.parts = parts }

  /// The first part named `name`.
  package subscript(name: String) -> Part? { parts.first { $0.name.utf8.elementsEqual(name.utf8) } }

  /// Adds a plain field, which has no content type unless one is given.
  package mutating func append(field name: String, _ value: String, contentType: String? = nil) {
    parts.append(Part(name: name, contentType: contentType, content: Array(value.utf8)))
  }

  /// Adds a file.
  package mutating func append(file name: String, filename: String, contentType: String, content: [UInt8]) {
    parts.append(Part(name: name, filename: filename, contentType: contentType, content: content))
  }

  /// A boundary that does not occur in any part (RFC 2046 section 5.1.1); always the same for equal parts.
  package var boundary: String {
    // Every number a part holds after the stem is taken; fewer numbers are taken than tried.
    var taken: Set<Int> = []
    for part in parts { Self.collectNumbers(in: part.content, into: &taken) }
    var number = 0
    while taken.contains(number) { number += 1 }
    return Self.boundary(number)
  }

  /// Returns the body with ``boundary`` between the parts, and its `Content-Type`.
  package func encode() -> (contentType: String, body: [UInt8]) {
    let boundary = boundary
    return ("multipart/form-data; boundary=\(boundary)", encode(boundary: boundary))
  }

  /// Returns the body with a given boundary, which must not occur in a part.
  package func encode(boundary: String) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(parts.reduce(0) { $0 + $1.content.count + 160 } + 80)
    for part in parts {
      body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escape(part.name))\"".utf8
      if let filename = part.filename { body += "; filename=\"\(Self.escape(filename))\"".utf8 }
      if let type = part.contentType { body += "\r\nContent-Type: \(Self.escape(type, quote: false))".utf8 }
      body += "\r\n\r\n".utf8
      body += part.content
      body += "\r\n".utf8
    }
    body += "--\(boundary)--\r\n".utf8
    return body
  }

  /// Percent-encodes characters that would end a quoted name, as RFC 7578 section 2 allows and WHATWG HTML section
  /// 4.10.21.8 asks.
  private static func escape(_ text: String, quote: Bool = true) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"" where quote: result += "%22"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let stem = Array("assay-form-".utf8)
  private static let digits = 8

  private static func boundary(_ number: Int) -> String {
    let text = String(number)
    // All of one length, so that none is the beginning of another.
    return String(decoding: stem, as: UTF8.self) + String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func collectNumbers(in content: [UInt8], into taken: inout Set<Int>) {
    guard content.count >= stem.count + digits else { return }
    for start in 0...(content.count - stem.count - digits) where content[start] == stem[0] {
      guard content[start..<(start + stem.count)].elementsEqual(stem) else { continue }
      let text = content[(start + stem.count)..<(start + stem.count + digits)]
      if let number = Int(String(decoding: text, as: UTF8.self)) { taken.insert(number) }
    }
  }
}
