/// Text for lists in sentences.
extension [String] {
  /// The list with "or": `a`, `a or b`, `a, b or c`; empty for none.
  package var either: String { listed("or") }

  /// The list with "and": `a`, `a and b`, `a, b and c`; empty for none.
  package var all: String { listed("and") }

  /// The strings of the list, each in backticks.
  package var quoted: [String] { map { "`\($0)`" } }

  private func listed(_ conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

extension String {
  /// The word after `a` or `an`, chosen by its first letter; `null` has no article.
  package var withArticle: String {
    self == "null" ? self : first.map { "aeio".contains($0) } == true ? "an \(self)" : "a \(self)"
  }
}

extension Int {
  /// Returns the number with a noun, whose plural takes an `s`: `1 check`, `2 checks`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

/// Shortening of long texts.
extension String {
  /// Returns at most `limit` code points; the last is `…` if the text was shortened.
  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit, unicodeScalars.dropFirst(limit).first != nil else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit - 1))) + "…"
  }

  /// The first 120 code points and the length in bytes; the whole text up to 160 bytes.
  package var abridged: String {
    utf8.count <= 160 ? self : String(unicodeScalars.prefix(120)) + "… (\(utf8.count) bytes)"
  }
}
