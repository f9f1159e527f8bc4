import AssayText

/// A text in lower case that is searched for lists of words: Latin and Cyrillic words as whole words, phrases and all
/// other words anywhere.
struct WordedText {
  private let text: String
  /// A bit set with a bit for each pair of adjacent bytes in the text. It quickly excludes most words from the search.
  private var pairs = SIMD16<UInt64>()

  init(_ text: String) {
    self.text = text
    pairs = text.withBytes { bytes in
      var pairs = SIMD16<UInt64>()
      for index in bytes.indices.dropLast() {
        let (place, bit) = Self.bit(of: bytes, at: index)
        pairs[place] |= bit
      }
      return pairs
    }
  }

  /// Returns the place of the bit for the two bytes at `index`.
  private static func bit(of bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (place: Int, bit: UInt64) {
    let hash = (UInt32(bytes[index]) &* 0x9E37 ^ UInt32(bytes[index + 1]) &* 0x79B1) >> 3
    return (Int(hash >> 6 & 15), 1 << UInt64(hash & 63))
  }

  func has(_ list: WordList) -> Bool {
    text.withBytes { bytes in
      !bytes.isEmpty && list.words.contains { word in word.withBytes { mayHave($0) && Self.has($0, bytes) } }
    }
  }

  private func mayHave(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<max(0, min(word.count - 1, 3)) {
      let (place, bit) = Self.bit(of: word, at: index)
      if pairs[place] & bit == 0 { return false }
    }
    return true
  }

  private static func has(_ word: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // From U+2000 on there are no spaces between words, or they are marks.
    let isAnywhere = (word.first ?? 0) >= 0xE2 || word.contains(0x20) || word.contains(0x27)
    var start = 0
    while let found = text.offset(of: word, from: start) {
      let end = found + word.count
      if isAnywhere { return true }
      let (begins, ends) = (!isWord(before: found, text), isWord(endingAt: end, text))
      // Compounds: Abfrageparameter, requestBody.
      if begins && ends || word.count >= 7 && (begins || ends) { return true }
      start = found + 1
    }
    return false
  }

  /// Returns true if a word ends at `end`, ignoring a plural s.
  private static func isWord(endingAt end: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if !isWord(at: end, text) { return true }
    guard text[end] == UInt8(ascii: "s"), !isWord(at: end + 1, text) else { return false }
    var letters = 0
    var start = end
    while start > 0, isWord(before: start, text) { (start, letters) = (start - 1, letters + 1) }
    return letters >= 4
  }

  private static func isWord(before index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = index - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return start >= 0 && isWord(at: start, text)
  }

  /// Returns true if the character that begins at `index` is part of a word.
  private static func isWord(at index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index < text.count else { return false }
    let byte = text[index]
    if byte < 0x80 { return byte == 0x27 || byte == 0x2D || CodeLexer.isWordByte(byte) && byte != 0x5F }
    // `header请求参数` has the word: from U+2000 on there are no spaces between words.
    if byte >= 0xE2 { return false }
    var decoder = UTF8()
    var bytes = text[index...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return true }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
