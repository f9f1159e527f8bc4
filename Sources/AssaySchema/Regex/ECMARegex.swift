/// An ECMA-262 regular expression with Unicode semantics, matched in time linear in the text.
package struct ECMARegex: Sendable {
  /// The expression as it was written.
  package let pattern: String
  let matcher: RegexMatcher

  /// Compiles `pattern`; throws where it is no ECMA-262 expression, or needs more than linear time.
  package init(_ pattern: String) throws(ECMARegexError) {
    self.pattern = pattern
    matcher = try RegexMatcher(RegexProgram(RegexParser.parse(pattern)))
  }

  /// Whether `pattern` is an expression at all, linear or not (the format `regex`).
  package static func isSyntacticallyValid(_ pattern: String) -> Bool {
    (try? RegexParser.check(pattern)) != nil
  }

  /// Whether the expression matches anywhere in `text`.
  package func contains(in text: String) -> Bool {
    var text = text
    return text.withUTF8(matcher.contains)
  }
}
