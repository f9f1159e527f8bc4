import AssayJSON

/// A reader that attaches the comments of a text to its values.
struct CommentReader {
  private let document: JSONDocument
  private let bytes: [UInt8]
  private let isYAML: Bool
  /// The comments that are not yet attached to a value.
  private var comments: ArraySlice<Comment>
  /// The byte offset after the value, key or comment that was read last.
  private var last = 0

  init(_ document: JSONDocument, _ bytes: [UInt8], isYAML: Bool) {
    self.document = document
    self.bytes = bytes
    self.isYAML = isYAML
    let ranges = isYAML ? YAMLComments.ranges(in: bytes) : JSONComments(in: bytes).ranges
    comments = ranges.map { Comment($0, of: bytes) }[...]
  }

  mutating func root() -> CommentedValue {
    var read = value(document.root, outer: nil)
    read.after = take(before: .max)
    return read
  }

  // MARK: Values

  /// The place of a value in the text, with all its contents.
  private struct Extent {
    var range: Range<Int>
    /// True if the value is a YAML block, whose end is not marked.
    var isBlock: Bool
  }

  private func extent(_ value: JSONValue) -> Extent {
    let range = value.byteRange
    guard let origin = document.origin, let token = origin.token(at: range.lowerBound) else {
      return Extent(range: isYAML ? bytes.count..<bytes.count : range, isBlock: false)
    }
    return Extent(range: token.range.lowerBound..<token.extentEnd, isBlock: token.isBlock)
  }

  /// Reads a value; `outer` is the column of the block that contains it, and `key` its key there.
  private mutating func value(_ value: JSONValue, key: JSONValue? = nil, outer: Int?) -> CommentedValue {
    let place = extent(value)
    let name = key.map { extent($0).range }
    let start = name?.lowerBound ?? place.range.lowerBound
    let isApart = hasEmptyLine(last..<max(last, start))
    var before = take(before: start)
    var behind: String?
    if let name { last = max(last, name.upperBound) }
    if name != nil, place.isBlock {
      behind = takeBehindKey(before: place.range.lowerBound, &before)
    } else {
      before += take(before: place.range.lowerBound)
    }
    var read = CommentedValue(kind: .scalar(value))
    let column = place.isBlock ? self.column(of: value, at: place.range.lowerBound) : nil
    if value.kind == .array || value.kind == .object {
      last = max(last, place.range.lowerBound + (place.isBlock ? 0 : 1))
      read.kind =
        value.kind == .array
        ? .array(value.items.map { self.value($0, outer: column) })
        : .object(value.members.map { ($0.key, self.value($0.value, key: $0.keyValue, outer: column)) })
    }
    if let column {
      // A list may begin in the column of its key: what stands there after it is the next key's.
      if let outer { read.end = takeEnd(from: max(column, outer + 1)) }
    } else {
      // A tag may have comments after it, and `|` has one on its line.
      let inside = take(before: place.range.upperBound)
      skip(to: place.range)
      behind = takeBehind()
      if case .scalar = read.kind { before += inside } else { read.end = inside }
      if case .scalar = read.kind, behind == nil, !inside.isEmpty { behind = before.removeLast() }
    }
    read.before = before
    read.behind = behind
    read.isApart = isApart
    return read
  }

  /// Returns the column, from 0, of the items or keys of a block; its first key may follow a tag.
  private func column(of value: JSONValue, at start: Int) -> Int {
    let first = value.members.first { _ in true }.map { extent($0.keyValue).range.lowerBound } ?? start
    return min(column(of: start), column(of: first))
  }

  /// Returns the column, from 0, of a byte.
  private func column(of offset: Int) -> Int {
    let line = bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D } ?? -1
    return bytes[(line + 1)..<offset].count { $0 & 0xC0 != 0x80 }
  }

  /// Moves the reading position after a value; for a `|` block text, before the empty lines at its end.
  private mutating func skip(to range: Range<Int>) {
    var end = range.upperBound
    while isYAML, end > range.lowerBound, bytes[end - 1] <= 0x20 { end -= 1 }
    last = max(last, end)
  }

  // MARK: Comments

  private mutating func takeFirst() -> [String] {
    guard let comment = comments.popFirst() else { return [] }
    last = max(last, comment.range.upperBound)
    return comment.lines
  }

  private mutating func take(before offset: Int) -> [String] {
    var lines: [String] = []
    while let comment = comments.first, comment.range.lowerBound < offset { lines += takeFirst() }
    return lines
  }

  /// Takes the comment after the value that ends at ``last``, on the same line and with only separators between them;
  /// `nil` if absent.
  private mutating func takeBehind() -> String? {
    guard let comment = comments.first, comment.range.lowerBound >= last, comment.lines.count == 1,
      bytes[last..<comment.range.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x2C })
    else { return nil }
    return takeFirst().first
  }

  /// Takes the comment directly after `key:`, whose value follows on later lines; `nil` if absent. Comments between a
  /// key and its colon are added to `before`.
  private mutating func takeBehindKey(before offset: Int, _ before: inout [String]) -> String? {
    while let comment = comments.first, comment.range.lowerBound < offset {
      switch bytes[..<comment.range.lowerBound].last(where: { $0 != 0x20 && $0 != 0x09 }) {
      case UInt8(ascii: ":"): return takeFirst().first
      case 0x0A, 0x0D: return nil
      default: before += takeFirst()
      }
    }
    return nil
  }

  /// Takes the comments on lines of their own after a block that are indented at least by `column`, and therefore
  /// belong to the block.
  private mutating func takeEnd(from column: Int) -> [String] {
    var lines: [String] = []
    while let comment = comments.first, comment.range.lowerBound >= last {
      let between = bytes[last..<comment.range.lowerBound]
      guard between.allSatisfy({ $0 <= 0x20 }), between.contains(where: { $0 == 0x0A || $0 == 0x0D }),
        self.column(of: comment.range.lowerBound) >= column
      else { break }
      lines += takeFirst()
    }
    return lines
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
