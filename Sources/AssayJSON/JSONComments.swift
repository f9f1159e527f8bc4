/// The comments of a JSON text, `// …` and `/* … */`, which RFC 8259 does not allow.
package struct JSONComments: Sendable {
  /// The byte range of each comment, in order.
  package let ranges: [Range<Int>]

  /// Finds the comments outside strings; an unterminated one does not count.
  package init(in bytes: [UInt8]) {
    var ranges: [Range<Int>] = []
    var offset = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
          offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "/"):
        if let end = Self.end(of: offset, in: bytes) {
          ranges.append(offset..<end)
          offset = end - 1
        }
      default: break
      }
      offset += 1
    }
    self.ranges = ranges
  }

  private static func end(of start: Int, in bytes: [UInt8]) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"): return bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    case UInt8(ascii: "*"):
      var offset = start + 2
      while offset + 1 < bytes.count {
        if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") { return offset + 2 }
        offset += 1
      }
      return nil
    default: return nil
    }
  }

  /// Returns `bytes` with the comments replaced by spaces, so that all offsets stay the same.
  package func blanked(in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for range in ranges {
      for offset in range where bytes[offset] != 0x0A && bytes[offset] != 0x0D { bytes[offset] = 0x20 }
    }
    return bytes
  }
}

extension JSONDocument {
  /// Parses `bytes` that may contain comments; offsets refer to the original text.
  package convenience init(parsingCommented bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
    let comments = bytes.contains(UInt8(ascii: "/")) ? JSONComments(in: bytes) : nil
    guard let comments, !comments.ranges.isEmpty else {
      try self.init(parsing: bytes, limits: limits)
      return
    }
    try self.init(parsing: comments.blanked(in: bytes), limits: limits, origin: TextOrigin(bytes: bytes))
  }
}

extension JSONDocument {
  /// The text with its comments, if it is JSON; edits by the offsets of its values keep the comments.
  package var commentedBytes: [UInt8] { origin.flatMap { $0.keepsPlaces ? $0.bytes : nil } ?? bytes }
}
