import AssayHTTP

/// Puts a response's header section together from its lines, whatever else comes between and after them.
///
/// Used for one transfer after the other. Servers say much the same again and again, so a section is kept as bytes
/// until it is whole, and one that equals the last is not taken apart a second time.
struct ResponseHeadReader {
  /// What a line meant.
  enum Outcome: Equatable {
    /// Part of a section, or nothing to tell anybody.
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

  init(limit: Int) {
    self.limit = limit
  }

  /// Makes ready for the next transfer.
  mutating func reset() {
    size = 0
    section.removeAll(keepingCapacity: section.capacity <= 1 << 14)
    isComplete = false
  }

  /// Takes the next line, its line break included.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Outcome {
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
      guard Self.hasPossibleLength(head) else { return .malformed("a Content-Length beyond all numbers") }
      isComplete = true
      if section.count <= 1 << 14 { last = (section, head) }
      return .complete(head)
    } catch {
      return .malformed(error.detail)
    }
  }

  /// libcurl takes a length that overflows for none, and a body that is cut short for whole (RFC 9110 section 8.6).
  private static func hasPossibleLength(_ head: HTTPResponseHead) -> Bool {
    guard let length = head.headers["Content-Length"], head.headers["Transfer-Encoding"] == nil else { return true }
    return Int64(length) != nil || !length.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
