/// The text a JSON text was made from, as from YAML, and where in it each value and key stands.
package final class TextOrigin: Sendable {
  /// A value or key of the JSON text.
  package struct Token: Sendable {
    /// The offset of its first byte in the JSON text.
    package var offset: Int
    /// Its bytes in the original.
    package var range: Range<Int>
    /// True if the original writes it as it is, without quotes.
    package var isPlain: Bool
    /// True if it is on one line of the original, byte by byte as in the JSON text except for escapes.
    package var isInline: Bool
    /// The place in the original where all its contents end; the start of a block.
    package var extentEnd: Int
    /// True if it is an array or object that has no brackets in the original, and so no marked end.
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

  /// The original.
  package let bytes: [UInt8]
  /// In the order of the JSON text; empty where each byte of it stands in the same place.
  private let tokens: [Token]
  private let lineIndex: JSONLineIndex

  package init(bytes: [UInt8], tokens: [Token] = []) {
    self.bytes = bytes
    self.tokens = tokens
    lineIndex = JSONLineIndex(bytes)
  }

  /// True if each byte of the JSON text is at the same place in the original.
  package var keepsPlaces: Bool { tokens.isEmpty }

  /// The place in the original of what stands at `offset` in the JSON text.
  package func offset(of offset: Int) -> Int {
    guard let token = token(at: offset) else { return offset }
    guard token.isInline, offset > token.offset else { return token.range.lowerBound }
    let inside = offset - token.offset - (token.isPlain ? 1 : 0)
    return min(token.range.lowerBound + max(0, inside), max(token.range.lowerBound, token.range.upperBound - 1))
  }

  /// The bytes in the original of those in `range` of the JSON text.
  package func range(of range: Range<Int>) -> Range<Int> {
    guard let token = token(at: range.lowerBound) else { return range }
    if range.lowerBound == token.offset { return token.range }
    let start = offset(of: range.lowerBound)
    return start..<max(start + 1, min(start + range.count, token.range.upperBound))
  }

  func location(ofByte offset: Int) -> JSONLocation { lineIndex.location(ofByte: self.offset(of: offset), in: bytes) }

  /// The last token that begins at `offset` of the JSON text, or before it.
  package func token(at offset: Int) -> Token? {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return tokens.isEmpty ? nil : tokens[max(0, low - 1)]
  }
}
