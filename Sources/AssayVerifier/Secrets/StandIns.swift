/// Makes up, for what is hidden in a recording, texts of the same length and form: what is judged of them is the same.
///
/// A letter stands for a letter, a digit for a digit, each in its case; what is neither stays, and so do words of the
/// contract's own patterns. Equal texts have equal stand-ins; which characters they are made of says nothing of the text.
struct StandIns: Sendable {
  private var numbers: [[UInt8]: UInt64] = [:]

  /// The stand-in of `text`, which may hold escapes of JSON.
  mutating func text(for text: ArraySlice<UInt8>, keeping words: Set<String>) -> String {
    let number = numbers[Array(text), default: UInt64(numbers.count)]
    numbers[Array(text)] = number
    let kept = words.filter { $0.utf8.count > 1 && $0.utf8.count < text.count }.map { Array($0.utf8) }
    var result: [UInt8] = []
    var state = number &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
    var rest = text
    while let byte = rest.first {
      if let word = kept.first(where: { rest.starts(with: $0) }) {
        result += word
        rest = rest.dropFirst(word.count)
        continue
      }
      rest.removeFirst()
      guard byte == 0x5C, let escaped = rest.popFirst() else {
        result.append(Self.other(byte, &state))
        continue
      }
      result += [byte, escaped]
      let digits = rest.prefix(4)
      guard escaped == 0x75, digits.count == 4, let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { continue }
      rest = rest.dropFirst(4)
      let hex = String(Self.other(code, &state), radix: 16)
      result += (String(repeating: "0", count: 4 - hex.utf8.count) + hex).utf8
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Another character of the same kind; letters that are hexadecimal digits stay such.
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
