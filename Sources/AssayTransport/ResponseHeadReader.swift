package import AssayHTTP

/// Assembles a response's header section from its lines, and ignores any lines between or after sections.
///
/// A reader is used for one transfer after the other. Servers often repeat the same section, so a section is kept as
/// bytes until it is complete, and is not parsed again if it equals the last one.
package struct ResponseHeadReader {
  /// The result of reading a header line.
  package enum Outcome: Equatable {
    /// The line is part of an incomplete header section, or can be ignored.
    case more
    /// The line completes the header section of the final response, not of an interim one.
    case complete(HTTPResponseHead)
    /// The header section is invalid, for this reason.
    case malformed(String)
    /// The sections together exceed the size limit.
    case tooLarge
  }

  private let limit: Int
  private var size = 0
  private var section: [UInt8] = []
  private var isComplete = false
  private var last: (section: [UInt8], head: HTTPResponseHead)?

  /// True if anything was received.
  var hasBegun: Bool { size > 0 }

  package init(limit: Int) { self.limit = limit }

  /// Resets the reader for the next transfer.
  package mutating func reset() {
    size = 0
    awaitAnother()
  }

  /// Continues with a further header section of the same transfer, that of the answer to a request that is sent again.
  package mutating func awaitAnother() {
    section.removeAll(keepingCapacity: section.capacity <= 1 << 14)
    isComplete = false
  }

  /// Reads the next header line, including its line break, and returns its meaning.
  package mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Outcome {
    size += line.count
    guard size <= limit else { return .tooLarge }
    // What comes now are trailer fields (RFC 9110 section 6.5); nothing asks for them.
    guard !isComplete else { return .more }
    if let first = line.first, first != 0x0D, first != 0x0A {
      section.append(contentsOf: line)
      return .more
    }
    return endSection()
  }

  private mutating func endSection() -> Outcome {
    if let last, last.section == section {
      isComplete = true
      return .complete(last.head)
    }
    do throws(ResponseHeadParser.Malformed) {
      let head = try section.withUnsafeBufferPointer { bytes throws(ResponseHeadParser.Malformed) in
        try ResponseHeadParser.parse(bytes)
      }
      // An interim response is dropped (RFC 9110 section 15.2); another section follows.
      if (100...199).contains(head.status), head.status != 101 {
        section.removeAll(keepingCapacity: true)
        return .more
      }
      if let fault = Self.lengthFault(head.headers) { return .malformed(fault) }
      isComplete = true
      if section.count <= 1 << 14 { last = (section, head) }
      return .complete(head)
    } catch { return .malformed(error.detail) }
  }

  /// Returns the reason why `Content-Length` does not define the end of the body; `nil` if it does (RFC 9112 section
  /// 6.3).
  ///
  /// Libcurl uses the last of several lengths, and ignores one that overflows. A repeated equal length counts as one.
  private static func lengthFault(_ headers: [HTTPHeader]) -> String? {
    guard headers["Transfer-Encoding"] == nil else { return nil }
    var length: Int64?
    for text in headers.values("Content-Length").flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) })
    {
      let digits = text.trimmingBlanks
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return "a Content-Length that is not a number"
      }
      guard let number = Int64(digits) else { return "a Content-Length beyond all numbers" }
      guard length ?? number == number else { return "a Content-Length of \(length ?? 0) and one of \(number)" }
      length = number
    }
    return nil
  }
}

/// Parses a whole header section, starting with the status line (RFC 9112 sections 4 and 5).
enum ResponseHeadParser {
  struct Malformed: Error { let detail: String }

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
        guard let colon = line.firstIndex(of: 0x3A) else { throw Malformed(detail: "a header line without a colon") }
        head.headers.append(HTTPHeader(string(line[..<colon]), string(trim(line[(colon + 1)...]))))
      }
    }
    return head
  }

  /// Appends a folded line to the field before it, separated by a space (RFC 9112 section 5.2).
  private static func fold(_ text: Bytes, into headers: inout [HTTPHeader]) throws(Malformed) {
    guard let last = headers.indices.last else { throw Malformed(detail: "a folded line before any field") }
    let value = headers[last].value
    let more = string(text)
    headers[last].value = value.isEmpty ? more : more.isEmpty ? value : "\(value) \(more)"
  }

  /// Parses a status line of HTTP/1, or in the form in which libcurl writes HTTP/2's `:status`.
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

  /// Returns a text decoded as UTF-8 if valid, otherwise as ISO 8859-1, the former encoding of fields, which loses no
  /// byte (RFC 9110 section 5.5).
  private static func string(_ bytes: Bytes) -> String {
    String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
