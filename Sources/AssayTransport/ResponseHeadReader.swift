import AssayHTTP

/// Puts a response's header section together from its lines, whatever else comes between and after them.
struct ResponseHeadReader {
  /// What a line meant.
  enum Outcome: Equatable {
    /// Part of a section, or nothing to tell anybody.
    case more
    /// The section of the final response is complete.
    case complete(HTTPResponseHead)
    /// The line breaks the rules.
    case malformed(String)
    /// The sections together have too many bytes.
    case tooLarge
  }

  private let limit: Int
  private var size = 0
  private var head: HTTPResponseHead?
  private var isComplete = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes the next line, its line break included.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Outcome {
    size += line.count
    guard size <= limit else { return .tooLarge }
    // What comes now are trailer fields (RFC 9110 section 6.5); nothing asks for them.
    guard !isComplete else { return .more }
    var text = line[...]
    while let last = text.last, last == 0x0A || last == 0x0D { text.removeLast() }
    if text.isEmpty { return endSection() }
    if let statusLine = statusLine(text) {
      head = statusLine
      return .more
    }
    guard head != nil else { return .malformed("no status line") }
    if text[text.startIndex] == 0x20 || text[text.startIndex] == 0x09 { return fold(text) }
    guard let colon = text.firstIndex(of: 0x3A) else { return .malformed("a header line without a colon") }
    head?.headers.append(HTTPHeader(Self.string(text[..<colon]), Self.string(Self.trim(text[(colon + 1)...]))))
    return .more
  }

  /// An interim response (RFC 9110 section 15.2) is dropped; another section follows.
  private mutating func endSection() -> Outcome {
    guard let head else { return .more }
    self.head = nil
    guard !(100...199).contains(head.status) || head.status == 101 else { return .more }
    isComplete = true
    return .complete(head)
  }

  /// A folded line belongs to the field before it, as if a space stood there (RFC 9112 section 5.2).
  private mutating func fold(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Outcome {
    guard var head, let last = head.headers.indices.last else { return .malformed("a folded line before any field") }
    let more = Self.string(Self.trim(text))
    let value = head.headers[last].value
    head.headers[last].value = value.isEmpty ? more : more.isEmpty ? value : "\(value) \(more)"
    self.head = head
    return .more
  }

  /// RFC 9112 section 4, and the form libcurl gives HTTP/2's `:status`.
  private func statusLine(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> HTTPResponseHead? {
    guard text.starts(with: "HTTP/".utf8), let space = text.firstIndex(of: 0x20) else { return nil }
    let rest = text[(space + 1)...]
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard digits.count == 3, let status = Int(Self.string(digits)) else { return nil }
    return HTTPResponseHead(
      status: status,
      reason: Self.string(Self.trim(rest[digits.endIndex...])),
      version: Self.string(text[..<space])
    )
  }

  private static func trim(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
    var text = text
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text
  }

  /// UTF-8 where it is, else ISO 8859-1, which fields once were in and which loses no byte (RFC 9110 section 5.5).
  private static func string(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
