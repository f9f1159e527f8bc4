package import AssayJSON

/// A value with the comments that stand at it, to be written anew.
package struct CommentedValue: Sendable {
  package enum Kind: Sendable {
    /// A value without members and items.
    case scalar(JSONValue)
    case array([CommentedValue])
    case object([(key: String, value: CommentedValue)])
  }

  package var kind: Kind
  /// The comments on lines of their own before it, or before its key; their text alone.
  package var before: [String] = []
  /// The comment behind it on its line.
  package var behind: String?
  /// The comments behind its last item or member.
  package var end: [String] = []
  /// Whether an empty line stands before it.
  package var isApart = false

  /// Whether a comment stands at it or anywhere in it.
  var hasComments: Bool {
    if !before.isEmpty || behind != nil || !end.isEmpty { return true }
    switch kind {
    case .scalar: return false
    case .array(let items): return items.contains(where: \.hasComments)
    case .object(let members): return members.contains { $0.value.hasComments }
    }
  }
}

extension CommentedValue {
  /// The value of `document`, with its comments: those of JSON, or of the YAML it was made from.
  package init(_ document: JSONDocument, isYAML: Bool) {
    let bytes = document.origin?.bytes ?? document.bytes
    var reader = CommentReader(document, bytes, isYAML: isYAML)
    self = reader.value(document.root)
    end += reader.rest()
  }
}

/// Lays the comments of a text beside the values they stand at.
private struct CommentReader {
  private struct Comment {
    var range: Range<Int>
    var text: String
  }

  private let document: JSONDocument
  private let bytes: [UInt8]
  private var comments: ArraySlice<Comment>
  private let isYAML: Bool
  /// The end of the value or key read last.
  private var last = 0

  init(_ document: JSONDocument, _ bytes: [UInt8], isYAML: Bool) {
    self.document = document
    self.bytes = bytes
    self.isYAML = isYAML
    let ranges = isYAML ? Self.yamlComments(document, bytes) : JSONComments(in: bytes).ranges
    comments = ranges.map { Comment(range: $0, text: Self.text(bytes[$0])) }[...]
  }

  /// A comment without its marks.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String(decoding: bytes, as: UTF8.self)[...]
    if text.hasPrefix("/*") {
      text = text.dropFirst(2).dropLast(2)
    } else {
      text = text.drop { $0 == "/" || $0 == "#" }
    }
    return String(text.drop { $0 == " " }.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// A `#` at a line's start or behind white space, outside of every value and key.
  private static func yamlComments(_ document: JSONDocument, _ bytes: [UInt8]) -> [Range<Int>] {
    var taken: [Range<Int>] = []
    func take(_ value: JSONValue) {
      if value.kind != .array, value.kind != .object { taken.append(document.originalRange(of: value.byteRange)) }
      for item in value.items { take(item) }
      for member in value.members {
        taken.append(document.originalRange(of: member.keyValue.byteRange))
        take(member.value)
      }
    }
    take(document.root)
    taken.sort { $0.lowerBound < $1.lowerBound }
    var ranges: [Range<Int>] = []
    var offset = 0
    var next = taken[...]
    while offset < bytes.count {
      while let first = next.first, first.upperBound <= offset { next.removeFirst() }
      if let first = next.first, first.contains(offset) {
        offset = first.upperBound
      } else if bytes[offset] == UInt8(ascii: "#"), offset == 0 || bytes[offset - 1] <= 0x20 {
        let end = bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        ranges.append(offset..<end)
        offset = end
      } else {
        offset += 1
      }
    }
    return ranges
  }

  mutating func value(_ value: JSONValue, key: JSONValue? = nil) -> CommentedValue {
    let range = document.originalRange(of: value.byteRange)
    let start = key.map { document.originalRange(of: $0.byteRange).lowerBound } ?? range.lowerBound
    let isApart = hasEmptyLine(last..<max(last, start))
    let before = take(before: start)
    if let key { last = max(last, document.originalRange(of: key.byteRange).upperBound) }
    var read: CommentedValue
    switch value.kind {
    case .array:
      last = max(last, range.lowerBound + (isYAML ? 0 : 1))
      read = CommentedValue(kind: .array(value.items.map { self.value($0) }))
    case .object:
      last = max(last, range.lowerBound + (isYAML ? 0 : 1))
      read = CommentedValue(
        kind: .object(value.members.map { ($0.key, self.value($0.value, key: $0.keyValue)) })
      )
    default:
      read = CommentedValue(kind: .scalar(value))
      last = max(last, range.upperBound)
      read.behind = takeBehind()
    }
    if !isYAML, value.kind == .array || value.kind == .object {
      // JSON says where a container ends: what stands before that is its own. YAML does not.
      read.end = take(before: range.upperBound)
      last = range.upperBound
      read.behind = takeBehind()
    }
    read.before = before
    read.isApart = isApart
    return read
  }

  mutating func rest() -> [String] { take(before: .max) }

  private mutating func take(before offset: Int) -> [String] {
    var texts: [String] = []
    while let comment = comments.first, comment.range.lowerBound < offset {
      texts += comment.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(line.drop { $0 == " " || $0 == "*" || $0 == "\r" })
      }
      last = max(last, comment.range.upperBound)
      comments.removeFirst()
    }
    return texts
  }

  /// The comment on the line of the value that ends at ``last``, with nothing but separators between.
  private mutating func takeBehind() -> String? {
    guard let comment = comments.first, comment.range.lowerBound >= last,
      bytes[last..<comment.range.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x2C }),
      !comment.text.contains("\n")
    else { return nil }
    last = comment.range.upperBound
    comments.removeFirst()
    return comment.text
  }

  private func hasEmptyLine(_ range: Range<Int>) -> Bool {
    var isEmpty = false
    for byte in bytes[range] {
      switch byte {
      case 0x0A:
        if isEmpty { return true }
        isEmpty = true
      case 0x20, 0x09, 0x0D: continue
      default: isEmpty = false
      }
    }
    return false
  }
}

extension JSONDocument {
  /// The bytes of the text it was made from that `range` stands for.
  fileprivate func originalRange(of range: Range<Int>) -> Range<Int> { origin?.range(of: range) ?? range }
}
