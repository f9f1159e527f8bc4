package import AssayJSON

extension JSONValue {
  /// The byte offset in the document of the character at `column` (from 1, in Unicode scalars) of this string's value.
  ///
  /// An expression's error names a column of its unescaped text; escapes in the JSON string shift what stands behind them.
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

  /// The offset behind the scalar, escaped or plain, that starts at `offset`.
  private static func behindScalar(at offset: Int, in bytes: [UInt8], end: Int) -> Int {
    var next = offset + 1
    guard bytes[offset] == 0x5C else {
      while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
      return next
    }
    guard next < end, bytes[next] == 0x75 else { return min(next + 1, end) }
    // D8 to DB in the two digits behind `\u` is the first half of a pair that spells one scalar.
    let isHighSurrogate = next + 2 < end && bytes[next + 1] | 0x20 == 0x64 && "89abAB".utf8.contains(bytes[next + 2])
    return min(offset + (isHighSurrogate ? 12 : 6), end)
  }
}

extension JSONValue {
  /// The bytes of the first whole appearance of `word` in this string; the whole value where it does not appear.
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
