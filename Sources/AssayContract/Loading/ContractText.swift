import AssayFindings
package import AssayJSON

/// The text of a contract with an index of its lines, which converts byte offsets to places and underlined excerpts.
package struct ContractText {
  let file: String
  /// The bytes of the text as its author wrote it.
  let bytes: [UInt8]
  /// The mapping from places in the JSON text to its source; `nil` if the text is its own source.
  private let origin: TextOrigin?
  private let lines: JSONLineIndex

  /// The maximum number of characters of a line that are shown; a longer line is cut around the place.
  private static let width = 120
  /// A number of bytes that always contains more characters than are shown.
  private static let mostBytes = 4 * (width + 1)

  /// Makes the contract text of `document`, the source from which the document was parsed.
  package init(file: String, document: JSONDocument) {
    self.init(file: file, bytes: document.origin?.bytes ?? document.bytes, origin: document.origin)
  }

  package init(file: String, bytes: [UInt8]) { self.init(file: file, bytes: bytes, origin: nil) }

  private init(file: String, bytes: [UInt8], origin: TextOrigin?) {
    self.file = file
    self.bytes = bytes
    self.origin = origin
    lines = JSONLineIndex(bytes)
  }

  /// Returns the line, from 1, of the byte at `offset`.
  func line(ofByte offset: Int) -> Int { lines.line(ofByte: offset) }

  /// Returns the line and column of the byte at `offset`, both from 1, the column in Unicode scalars.
  func location(ofByte offset: Int) -> JSONLocation { lines.location(ofByte: offset, in: bytes) }

  /// Returns the byte offset of a line and column, both from 1.
  func offset(ofLine line: Int, column: Int) -> Int {
    let starts = lines.lineStarts
    guard line >= 1, line <= starts.count else { return max(0, bytes.count - 1) }
    var offset = starts[line - 1]
    var left = column - 1
    while left > 0, offset < bytes.count, bytes[offset] != 0x0A {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return min(offset, max(0, bytes.count - 1))
  }

  /// Returns the place of the byte at `offset`, as a diagnostic or a finding names it.
  func place(ofByte offset: Int, pointer: JSONPointer) -> ContractPlace {
    let location = location(ofByte: origin?.offset(of: offset) ?? offset)
    return ContractPlace(file: file, line: location.line, column: location.column, pointer: pointer.description)
  }

  /// Returns the line on which `range` starts, with the part of `range` on that line underlined.
  func excerpt(of range: Range<Int>) -> (text: String, length: Int) {
    let range = origin?.range(of: range) ?? range
    let start = min(max(range.lowerBound, 0), bytes.count)
    let line = line(ofByte: start)
    let starts = lines.lineStarts
    let lineStart = starts[line - 1]
    let next = line < starts.count ? starts[line] : bytes.count
    let content = bytes[lineStart..<max(next, lineStart)]
    let lineEnd = content.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? lineStart
    let end = max(start, min(range.upperBound, lineEnd))

    // A line may be the whole of a large file; no more of it is looked at than can be shown.
    let before = Self.printable(bytes[lineStart..<min(start, max(lineEnd, lineStart))].suffix(Self.mostBytes))
    let marked = Self.printable(bytes[min(start, end)..<end].prefix(Self.mostBytes))
    let after = Self.printable(bytes[min(end, lineEnd)..<lineEnd].prefix(Self.mostBytes))
    let length = max(1, lines.scalars(in: min(start, end)..<end, of: bytes))
    let room = Self.width - min(marked.count, Self.width / 2)
    let isShort = before.count + marked.count + after.count <= Self.width
    let shownMark = marked.prefix(isShort ? marked.count : Self.width / 2)
    let shownBefore = before.suffix(isShort ? before.count : max(room - after.count, room * 2 / 3))
    let isMarkCut = shownMark.count < marked.count
    let shownAfter = isMarkCut ? [] : after.prefix(isShort ? after.count : room - shownBefore.count)
    let head = shownBefore.count < before.count ? "…" : ""
    let tail = shownMark.count + shownAfter.count < marked.count + after.count ? "…" : ""

    let number = String(line)
    let gutter = String(repeating: " ", count: number.count)
    let shown = head + Self.string(shownBefore) + Self.string(shownMark) + Self.string(shownAfter) + tail
    let indent = String(repeating: " ", count: head.count + shownBefore.count)
    let underline = String(repeating: "^", count: max(1, shownMark.count))
    return ("\(number) | \(shown)\n\(gutter) | \(indent)\(underline)", length)
  }

  /// Returns the scalars of `bytes`; those that would move a terminal's cursor are replaced.
  private static func printable(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      if scalar == "\t" { return " " }
      return scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        ? "\u{FFFD}" : scalar
    }
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

extension JSONValue {
  /// Returns the byte offset in the document of the character at `column` (from 1, in Unicode scalars) of this string's
  /// value.
  ///
  /// An expression's error has a column of the unescaped text; escapes in the JSON string shift the characters after
  /// them.
  func byteOffset(ofColumn column: Int) -> Int {
    let range = byteRange
    guard kind == .string else { return range.lowerBound }
    let bytes = document.bytes
    let end = range.upperBound - 1
    var offset = range.lowerBound + 1
    var remaining = column - 1
    while remaining > 0, offset < end {
      offset = Self.behindScalar(at: offset, in: bytes, end: end)
      remaining -= 1
    }
    return min(offset, end)
  }

  /// Returns the offset after the scalar, escaped or plain, that starts at `offset`.
  private static func behindScalar(at offset: Int, in bytes: [UInt8], end: Int) -> Int {
    var next = offset + 1
    guard bytes[offset] == 0x5C else {
      while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
      return next
    }
    guard next < end, bytes[next] == 0x75 else { return min(next + 1, end) }
    // D8 to DB in the two digits after `\u` is the first half of a pair that spells one scalar.
    let isHighSurrogate = next + 2 < end && bytes[next + 1] | 0x20 == 0x64 && "89abAB".utf8.contains(bytes[next + 2])
    return min(offset + (isHighSurrogate ? 12 : 6), end)
  }
}

extension JSONValue {
  /// Returns the byte range of the first occurrence of `word` as a whole word in this string; that of the whole value
  /// if `word` does not occur.
  package func byteRange(ofWord word: String) -> Range<Int> {
    guard kind == .string, !word.isEmpty else { return byteRange }
    let bytes = Array(word.utf8)
    let inner = byteRange.lowerBound + 1..<byteRange.upperBound - 1
    let text = document.bytes
    func isWordByte(_ offset: Int) -> Bool {
      guard inner.contains(offset) else { return false }
      let byte = text[offset]
      return byte == 0x5F || byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    var start = inner.lowerBound
    while start + bytes.count <= inner.upperBound {
      let end = start + bytes.count
      if text[start..<end].elementsEqual(bytes), !isWordByte(start - 1), !isWordByte(end) { return start..<end }
      start += 1
    }
    return byteRange
  }
}
