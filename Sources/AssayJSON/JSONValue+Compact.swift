extension JSONValue {
  /// The value's JSON text on one line; the only white space is a space after each comma and colon.
  package var compactText: String { compactText(limit: .max).text }

  /// Returns the beginning of the text on one line, up to `limit` bytes; a longer value is cut after a whole element.
  ///
  /// The rest of a long value is not read.
  package func compactText(limit: Int) -> (text: String, isWhole: Bool) {
    var text: [UInt8] = []
    var isInString = false
    var lastComma: Int?
    var cursor = byteRange.lowerBound
    while cursor < byteRange.upperBound {
      guard text.count < limit else {
        let end = lastComma ?? Self.lastBoundary(in: text)
        return (String(decoding: text[..<end], as: UTF8.self), false)
      }
      let byte = document.bytes[cursor]
      if byte == 0x22 { isInString.toggle() }
      if isInString || byte > 0x20 { text.append(byte) }
      if !isInString, byte == 0x3A || byte == 0x2C { text.append(0x20) }
      if !isInString, byte == 0x2C { lastComma = text.count }
      if isInString, byte == 0x5C, cursor + 1 < byteRange.upperBound {
        cursor += 1
        text.append(document.bytes[cursor])
      }
      cursor += 1
    }
    return (String(decoding: text, as: UTF8.self), true)
  }

  /// Returns the length of `text` without its last UTF-8 character, which may be incomplete.
  private static func lastBoundary(in text: [UInt8]) -> Int {
    var end = text.count
    while end > 0, text[end - 1] & 0xC0 == 0x80 { end -= 1 }
    return max(0, end - 1)
  }
}
