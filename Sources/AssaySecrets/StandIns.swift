/// The replacements for hidden values in a recording: texts of the same length and form, so that judging gives the same
/// results.
///
/// Letters are replaced by letters and digits by digits, with case kept; other characters and words of the contract's
/// own patterns are unchanged. Equal texts have equal stand-ins, whose characters reveal nothing about the text.
struct StandIns: Sendable {
  private var made: [[UInt8]: String] = [:]
  /// The automaton that finds the words to keep; `nil` until it is first needed.
  private var keeper: SecretAutomaton?

  /// A character of the text: its decoded ASCII value, `nil` if it is not ASCII, and the bytes with which it is
  /// written.
  private struct Character {
    var value: UInt8?
    var source: ArraySlice<UInt8>
    var isEscaped: Bool { source.count > 1 }
  }

  /// Returns the stand-in of `text`, which may contain JSON escapes (RFC 8259 section 7) and the
  /// predefined references of XML; `words`, which must be the
  /// same each time, are unchanged.
  mutating func text(for text: ArraySlice<UInt8>, keeping words: @autoclosure () -> Set<String>) -> String {
    if let known = made[Array(text)] { return known }
    let characters = Self.characters(of: text)
    let values = characters.map { $0.value ?? 0 }
    let keeper = keeper ?? SecretAutomaton(words().map { Array($0.utf8) }.filter { $0.count > 1 })
    self.keeper = keeper
    var isKept = [Bool](repeating: false, count: values.count)
    // A word that is all of the text is not one of its parts, which are shorter: each is in one of these two.
    for part in [0..<max(0, values.count - 1), min(1, values.count)..<values.count] {
      for match in keeper.matches(in: Array(values[part])) {
        for index in match.range { isKept[part.lowerBound + index] = true }
      }
    }
    var result: [UInt8] = []
    var state = UInt64(made.count) &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
    for (character, isKept) in zip(characters, isKept) {
      let other = character.value.map { isKept ? $0 : Self.other($0, &state) }
      guard let other, other != character.value else {
        result += character.source
        continue
      }
      result += character.isEscaped ? Array("\\u00\(String(other, radix: 16))".utf8) : [other]
    }
    let standIn = String(decoding: result, as: UTF8.self)
    made[Array(text)] = standIn
    return standIn
  }

  private static func characters(of text: ArraySlice<UInt8>) -> [Character] {
    var characters: [Character] = []
    var rest = text
    while let byte = rest.first {
      var character = Character(value: byte, source: rest.prefix(1))
      if byte == 0x5C {
        // Of the longer escapes, those of letters and digits stand for one; any other stays as it is.
        let digits = rest.dropFirst(2).prefix(4)
        let isLong = rest.dropFirst().first == 0x75 && digits.count == 4
        let code = isLong ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
        character = Character(value: code, source: rest.prefix(isLong ? 6 : 2))
      } else if let name = references.first(where: { rest.starts(with: $0) }) {
        character = Character(value: nil, source: rest.prefix(name.count))
      }
      characters.append(character)
      rest = rest.dropFirst(character.source.count)
    }
    return characters
  }

  /// The references to characters that XML predefines (XML 1.0 section 4.6); each stays as it is, so that XML stays XML.
  private static let references = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"].map { Array($0.utf8) }

  /// Returns a different character of the same kind; letters that are hexadecimal digits stay hexadecimal digits.
  private static func other(_ byte: UInt8, _ state: inout UInt64) -> UInt8 {
    let kinds: [ClosedRange<UInt8>] = [0x30...0x39, 0x61...0x66, 0x67...0x7A, 0x41...0x46, 0x47...0x5A]
    guard let kind = kinds.first(where: { $0.contains(byte) }) else { return byte }
    // xorshift64 (Marsaglia, 2003).
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return kind.lowerBound + UInt8(state >> 32 % UInt64(kind.count))
  }
}
