import AssayHTTP

/// Takes a whole header section apart, status line first (RFC 9112 sections 4 and 5).
enum ResponseHeadParser {
  struct Malformed: Error {
    let detail: String
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  static func parse(_ section: UnsafeBufferPointer<UInt8>) throws(Malformed) -> HTTPResponseHead {
    var lines = section.split(separator: 0x0A).makeIterator()
    guard let first = lines.next(), var head = statusLine(trim(first)) else {
      throw Malformed(detail: "no status line")
    }
    while let line = lines.next() {
      guard let lead = line.first else { continue }
      if lead == 0x20 || lead == 0x09 {
        try fold(trim(line), into: &head.headers)
      } else {
        guard let colon = line.firstIndex(of: 0x3A) else {
          throw Malformed(detail: "a header line without a colon")
        }
        head.headers.append(HTTPHeader(string(line[..<colon]), string(trim(line[(colon + 1)...]))))
      }
    }
    return head
  }

  /// A folded line belongs to the field before it, as if a space stood there (RFC 9112 section 5.2).
  private static func fold(_ text: Bytes, into headers: inout [HTTPHeader]) throws(Malformed) {
    guard let last = headers.indices.last else { throw Malformed(detail: "a folded line before any field") }
    let value = headers[last].value
    let more = string(text)
    headers[last].value = value.isEmpty ? more : more.isEmpty ? value : "\(value) \(more)"
  }

  /// As HTTP/1 has it, and as libcurl writes HTTP/2's `:status`.
  private static func statusLine(_ text: Bytes) -> HTTPResponseHead? {
    guard text.starts(with: "HTTP/".utf8), let space = text.firstIndex(of: 0x20) else { return nil }
    let rest = text[(space + 1)...]
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard digits.count == 3, let status = Int(string(digits)) else { return nil }
    return HTTPResponseHead(
      status: status,
      reason: string(trim(rest[digits.endIndex...])),
      version: string(text[..<space])
    )
  }

  private static func trim(_ text: Bytes) -> Bytes {
    var text = text
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 || last == 0x0D { text.removeLast() }
    return text
  }

  /// UTF-8 where it is, else ISO 8859-1, which fields once were in and which loses no byte (RFC 9110 section 5.5).
  private static func string(_ bytes: Bytes) -> String {
    String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
