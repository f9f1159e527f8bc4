/// Lists and counts as a sentence says them.
extension [String] {
  /// `a`, `a or b`, `a, b or c`; empty for none.
  package var either: String { listed("or") }

  /// `a`, `a and b`, `a, b and c`; empty for none.
  package var all: String { listed("and") }

  /// Each in backticks.
  package var quoted: [String] { map { "`\($0)`" } }

  private func listed(_ conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

extension String {
  /// The word after `a` or `an`, for words of which the first letter says which; `null` alone stands without.
  package var withArticle: String {
    self == "null" ? self : first.map { "aeio".contains($0) } == true ? "an \(self)" : "a \(self)"
  }
}

extension Int {
  /// `1 check`, `2 checks`; for nouns whose plural takes an `s`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

/// Texts cut where they are long.
extension String {
  /// At most `limit` code points, the last of them `…` where something was left off.
  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit, unicodeScalars.dropFirst(limit).first != nil else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit - 1))) + "…"
  }

  /// The first 120 code points and the length in bytes; all of it up to 160 bytes.
  package var abridged: String {
    utf8.count <= 160 ? self : String(unicodeScalars.prefix(120)) + "… (\(utf8.count) bytes)"
  }
}
