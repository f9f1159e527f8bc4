/// The replacements for hidden values in a recording: texts of the same length and form, so that judging gives the same
/// results.
///
/// Letters are replaced by letters and digits by digits, with case kept; other characters and words of the contract's
/// own patterns are unchanged. Equal texts have equal stand-ins, whose characters reveal nothing about the text.
struct StandIns: Sendable {
  private var made: [[UInt8]: String] = [:]
  /// The automaton that finds the words to keep; `nil` until it is first needed.
  private var keeper: SecretAutomaton?

  /// The characters of a text, one after the other.
  private struct Characters {
    let bytes: [UInt8]
    private var start = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Character? {
      guard start < bytes.count else { return nil }
      let begin = start
      switch bytes[begin] {
      case 0x5C:
        // Of the longer escapes, those of letters and digits stand for one; any other stays as it is.
        let digits = bytes.dropFirst(begin + 2).prefix(4)
        let isLong = begin + 1 < bytes.count && bytes[begin + 1] == 0x75 && digits.count == 4
        start = min(bytes.count, start + (isLong ? 6 : 2))
        let code = isLong ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
        return Character(value: code, source: begin..<start)
      case 0x26:
        let name = references.first { bytes[begin...].starts(with: $0) }
        start += name?.count ?? 1
        return Character(value: name == nil ? 0x26 : nil, source: begin..<start)
      default:
        start += 1
        return Character(value: bytes[begin], source: begin..<start)
      }
    }
  }

  /// A character of the text: its decoded ASCII value, `nil` if it is not ASCII, and the bytes with which it is
  /// written.
  private struct Character {
    var value: UInt8?
    var source: Range<Int>
    var isEscaped: Bool { source.count > 1 }
  }

  /// Returns the stand-in of `text`, which may contain JSON escapes (RFC 8259 section 7) and the predefined references
  /// of XML; `words`, which must be the same each time, are unchanged.
  mutating func text(for text: ArraySlice<UInt8>, keeping words: @autoclosure () -> Set<String>) -> String {
    let text = Array(text)
    if let known = made[text] { return known }
    // Read twice and not kept: as a list they would take many times the memory of a long text.
    var values: [UInt8] = []
    values.reserveCapacity(text.count)
    var characters = Characters(text)
    while let character = characters.next() { values.append(character.value ?? 0) }
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
    result.reserveCapacity(text.count)
    var state = UInt64(made.count) &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
    characters = Characters(text)
    var index = 0
    while let character = characters.next() {
      let other = character.value.map { isKept[index] ? $0 : Self.other($0, &state) }
      index += 1
      guard let other, other != character.value else {
        result += text[character.source]
        continue
      }
      if character.isEscaped { result += Array("\\u00\(String(other, radix: 16))".utf8) } else { result.append(other) }
    }
    let standIn = String(decoding: result, as: UTF8.self)
    made[text] = standIn
    return standIn
  }

  /// The references to characters that XML predefines (XML 1.0 section 4.6); each stays as it is, so that XML stays XML.
  private static let references = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"].map { Array($0.utf8) }

  /// Returns a different character of the same kind; letters that are hexadecimal digits stay hexadecimal digits.
  private static func other(_ byte: UInt8, _ state: inout UInt64) -> UInt8 {
    let kind: ClosedRange<UInt8>
    switch byte {
    case 0x30...0x39: kind = 0x30...0x39
    case 0x61...0x66: kind = 0x61...0x66
    case 0x67...0x7A: kind = 0x67...0x7A
    case 0x41...0x46: kind = 0x41...0x46
    case 0x47...0x5A: kind = 0x47...0x5A
    default: return byte
    }
    // xorshift64 (Marsaglia, 2003).
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return kind.lowerBound + UInt8(state >> 32 % UInt64(kind.count))
  }
}
