import AssayText
import Testing

struct StringSearchTests {
  /// Code points are compared: a line feed is found after a carriage return, a letter before its accent.
  @Test(arguments: [
    ("abcabc", "ca", 2), ("abc", "", 0), ("", "a", nil), ("aab", "ab", 1), ("abc", "abcd", nil), ("a\r\nb", "\n", 2),
    ("e\u{301}", "e", 0), ("\u{E9}", "e\u{301}", nil), ("a → b", "→", 2),
  ]) func findsTheFirst(_ text: String, _ part: String, _ offset: Int?) {
    let range = text.firstRange(of: part)
    #expect(range.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
    #expect(text.contains(part) == (offset != nil))
    if let range { #expect(Array(text[range].utf8) == Array(part.utf8)) }
  }

  @Test(arguments: [
    ("a.b.c", ".", "-", "a-b-c"), ("aaa", "aa", "b", "ba"), ("a", "", "b", "a"), ("", "a", "b", ""),
    ("x\r\ny", "\n", "", "x\ry"), ("aa", "a", "aa", "aaaa"),
  ]) func replacesEach(_ text: String, _ part: String, _ other: String, _ expected: String) {
    #expect(Array(text.replacing(part, with: other).utf8) == Array(expected.utf8))
    #expect(Array("<\(text)>".dropFirst().dropLast().replacing(part, with: other).utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    ("a, b, c", ", ", ["a", "b", "c"]), (", a, , b, ", ", ", ["", "a", "", "b", ""]), ("", ", ", [""]),
    ("abc", ", ", ["abc"]),
  ]) func splitsBetween(_ text: String, _ separator: String, _ parts: [String]) {
    #expect(text.split(separator: separator, omittingEmptySubsequences: false).map(String.init) == parts)
    #expect(text.split(separator: separator).map(String.init) == parts.filter { !$0.isEmpty })
  }
}
