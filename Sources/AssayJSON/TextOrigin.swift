/// The text from which a JSON text was made, for example YAML, with the positions of each value and key in it.
package final class TextOrigin: Sendable {
  /// A value or key of the JSON text, with its place in the original.
  package struct Token: Sendable {
    /// The offset of its first byte in the JSON text.
    package var offset: Int
    /// The byte range of the value or key in the original.
    package var range: Range<Int>
    /// True if the value or key is a string that the original writes without quotes.
    package var isPlain: Bool
    /// True if the text is on one line of the original, with the same bytes as in the JSON text except for escapes.
    package var isInline: Bool
    /// The offset in the original after the value with all its contents; for a block, the offset of its start.
    package var extentEnd: Int
    /// True for an array or object that is written without brackets in the original, as in YAML, so that its end is not
    /// marked.
    package var isBlock: Bool

    package init(
      offset: Int,
      range: Range<Int>,
      isPlain: Bool,
      isInline: Bool,
      extentEnd: Int,
      isBlock: Bool
    ) {
      self.offset = offset
      self.range = range
      self.isPlain = isPlain
      self.isInline = isInline
      self.extentEnd = extentEnd
      self.isBlock = isBlock
    }
  }

  /// The bytes of the original.
  package let bytes: [UInt8]
  /// The tokens in the order of the JSON text; empty if every byte has the same offset in both texts.
  private let tokens: [Token]
  private let lineIndex: JSONLineIndex

  package init(bytes: [UInt8], tokens: [Token] = []) {
    self.bytes = bytes
    self.tokens = tokens
    lineIndex = JSONLineIndex(bytes)
  }

  /// True if each byte of the JSON text is at the same place in the original.
  package var keepsPlaces: Bool { tokens.isEmpty }

  /// Returns the offset in the original for the text at `offset` in the JSON text.
  package func offset(of offset: Int) -> Int {
    guard let token = token(at: offset) else { return offset }
    guard token.isInline, offset > token.offset else { return token.range.lowerBound }
    let inside = offset - token.offset - (token.isPlain ? 1 : 0)
    return min(token.range.lowerBound + max(0, inside), max(token.range.lowerBound, token.range.upperBound - 1))
  }

  /// Returns the bytes in the original for `range` of the JSON text.
  package func range(of range: Range<Int>) -> Range<Int> {
    guard let token = token(at: range.lowerBound) else { return range }
    if range.lowerBound == token.offset { return token.range }
    let start = offset(of: range.lowerBound)
    return start..<max(start + 1, min(start + range.count, token.range.upperBound))
  }

  func location(ofByte offset: Int) -> JSONLocation { lineIndex.location(ofByte: self.offset(of: offset), in: bytes) }

  /// Returns the last token that begins at or before `offset` in the JSON text.
  package func token(at offset: Int) -> Token? {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return tokens.isEmpty ? nil : tokens[max(0, low - 1)]
  }
}
