package import AssayHTTP

/// Puts a response's header section together from its lines, whatever else comes between and after them.
///
/// Used for one transfer after the other. Servers say much the same again and again, so a section is kept as bytes
/// until it is whole, and one that equals the last is not taken apart a second time.
package struct ResponseHeadReader {
  /// The meaning of a line.
  package enum Outcome: Equatable {
    /// Part of a section, or nothing to report.
    case more
    /// The section of the final response is complete.
    case complete(HTTPResponseHead)
    /// The section breaks the rules.
    case malformed(String)
    /// The sections together have too many bytes.
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

  /// Makes ready for the next transfer.
  package mutating func reset() {
    size = 0
    section.removeAll(keepingCapacity: section.capacity <= 1 << 14)
    isComplete = false
  }

  /// Takes the next line, its line break included.
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

  /// Why `Content-Length` does not say where the body ends; `nil` where it does (RFC 9112 section 6.3).
  ///
  /// libcurl takes the last of several lengths, and one that overflows for none. One length said twice is one length.
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

/// Takes a whole header section apart, status line first (RFC 9112 sections 4 and 5).
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
