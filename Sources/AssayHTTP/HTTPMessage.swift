/// A complete request, ready to be sent.
package struct HTTPRequest: Hashable, Sendable {
  /// The method, in capitals by convention (RFC 9110 section 9).
  package var method: String
  /// The absolute URL, percent-encoded.
  package var url: String
  /// The fields in the order they are sent.
  package var headers: [HTTPHeader]
  /// The content; empty if absent.
  package var body: [UInt8]
  /// True if the content is sent coded as gzip (RFC 9110 section 8.4.1.3); ``body`` holds the uncoded content.
  package var isGzipped = false
  /// The user and password with which a challenge of HTTP Digest is answered; `nil` for a request without.
  package var digest: DigestCredentials?

  package init(method: String, url: String, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// The credentials of HTTP Digest (RFC 7616), which are sent as a hash after the server's challenge.
package struct DigestCredentials: Hashable, Sendable {
  package var user: String
  package var password: String

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

/// The status line and the header section of a response, as received.
package struct HTTPResponseHead: Hashable, Sendable {
  /// The status code, three digits on the wire (RFC 9110 section 15).
  package var status: Int
  /// The reason phrase; empty with HTTP/2, or if the server sent none.
  package var reason: String
  /// The protocol as the status line names it: `HTTP/1.1`, `HTTP/2`.
  package var version: String
  /// The fields in order, duplicates kept.
  package var headers: [HTTPHeader]

  package init(status: Int, reason: String = "", version: String = "HTTP/1.1", headers: [HTTPHeader] = []) {
    self.status = status
    self.reason = reason
    self.version = version
    self.headers = headers
  }

  /// The media type in the `Content-Type` field, if valid.
  package var mediaType: MediaType? { headers["Content-Type"].flatMap(MediaType.init) }
}

/// A complete response; its body is decoded from the content coding.
package struct HTTPResponse: Hashable, Sendable {
  package var head: HTTPResponseHead
  package var body: [UInt8]

  package init(head: HTTPResponseHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }
}

/// A header field as received or sent (RFC 9110 section 5). Order and repetition are kept by the list that contains it.
package struct HTTPHeader: Hashable, Sendable {
  /// The field name in its original case; compared without regard to case.
  package var name: String
  /// The field value without surrounding white space.
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Parses a field line (RFC 9112 section 5); returns `nil` if it has no colon, or the name before it is not a token.
  package init?(line: some StringProtocol) {
    guard let colon = line.utf8.firstIndex(of: 0x3A) else { return nil }
    name = String(line[..<colon])
    guard HTTPToken.isToken(name) else { return nil }
    value = String(Substring(line[line.index(after: colon)...]).trimmingBlanks)
  }

  /// Returns true if the field's name is `name`, compared case-insensitively.
  package func isNamed(_ name: String) -> Bool {
    guard self.name.utf8.count == name.utf8.count else { return false }
    // Nearly all spell it in the same way.
    if self.name == name { return true }
    return zip(self.name.utf8, name.utf8).allSatisfy { Self.lowercased($0) == Self.lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension [HTTPHeader] {
  /// Returns the values of all fields named `name`, in order.
  package func values(_ name: String) -> [String] { compactMap { $0.isNamed(name) ? $0.value : nil } }

  /// The values of all fields named `name`, joined by commas (RFC 9110 section 5.2); `nil` if none exists.
  package subscript(name: String) -> String? {
    guard let first = firstIndex(where: { $0.isNamed(name) }) else { return nil }
    // Nearly every field stands once.
    guard self[(first + 1)...].contains(where: { $0.isNamed(name) }) else { return self[first].value }
    return values(name).joined(separator: ", ")
  }

  /// Replaces all fields named `name` by one with `value`, at the position of the first; appends it if none has the
  /// name.
  package mutating func set(_ name: String, _ value: String) {
    guard let first = firstIndex(where: { $0.isNamed(name) }) else { return append(HTTPHeader(name, value)) }
    self[first].value = value
    var index = count - 1
    while index > first {
      if self[index].isNamed(name) { remove(at: index) }
      index -= 1
    }
  }
}

/// The lexical elements of HTTP's grammar.
package enum HTTPToken {
  /// Returns true if `text` is a token: a method, a field name (RFC 9110 section 5.6.2).
  package static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
      }
  }

  /// Returns true if `text` is a valid field value, without characters that end the line (RFC 9110 section 5.5).
  package static func isFieldValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
  }
}

extension Substring {
  /// The text without leading and trailing spaces and tabs (OWS, RFC 9110 section 5.6.3).
  package var trimmingBlanks: Substring {
    var text = self
    while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text.drop { $0 == " " || $0 == "\t" }
  }
}
