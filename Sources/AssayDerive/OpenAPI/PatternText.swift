import AssayRegex
import AssaySchema

/// The creation of simple texts that match a schema's `pattern`.
enum PatternText {
  private static let candidates = CommaSeparated.list(
    """
    text, Text, TEXT, a, A, 1, 0, 12, 123, 1234, 12345, 123456, 1234567890, text-1, text_1, text1, a1, A1, AB,
    ABC, ABCD, en, en-US, US, USD, 1.0, 1.0.0, v1, 10:30, 10:30:00, 2026-01-15, 2026-01, 2026, #ffffff, #FFFFFF,
    ffffff, deadbeef, +15551234567, 127.0.0.1, 1h, 5m, /text, a/b, a.b, text.txt, text/plain,
    https://example.com/, http://example.com, name@example.com, example.com, arn:aws:s3:::text,
    123e4567-e89b-12d3-a456-426614174000, 123e4567e89b12d3a456426614174000, 507f1f77bcf86cd799439011, dGV4dA==,
    2026-01-15T10:30:00Z, 2026-01-15T10:30:00.000Z, T, true, ,
    e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    """
  )

  /// Returns a text of `least` to `most` characters that matches `pattern`, preferably with the format; `nil` if none
  /// is found.
  static func matching(_ pattern: String, _ format: String?, least: Int, most: Int) -> String? {
    guard let regex = try? ECMARegex(pattern) else { return nil }
    // `^(one|other)$` names its texts itself.
    let named = pattern.parts("^$()|?:").filter {
      $0.count > 1 && $0.allSatisfy(\.isLetter)
    }
    let own = format == "decimal" ? ["1"] : [format.flatMap(FormatSample.plain)].compactMap(\.self)
    let plain = (own + named + candidates).first {
      $0.count >= least && $0.count <= most && regex.contains(in: $0)
    }
    return plain ?? ECMARegex.sample(of: pattern, least: least, most: most)
  }
}
