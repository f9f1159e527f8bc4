/// An ECMA-262 regular expression with Unicode semantics, matched in time linear in the text.
package struct ECMARegex: Sendable {
  /// The expression as written.
  package let pattern: String
  /// The matcher of the expression, for callers that have UTF-8 bytes and not a `String`.
  package let matcher: RegexMatcher

  /// Compiles `pattern`; throws if it is not an ECMA-262 expression, or cannot be matched in linear time.
  package init(_ pattern: String) throws(ECMARegexError) {
    self.pattern = pattern
    matcher = try RegexMatcher(RegexParser.parse(pattern))
  }

  /// Returns true if `pattern` is a valid expression, linear or not (the format `regex`).
  package static func isSyntacticallyValid(_ pattern: String) -> Bool {
    (try? RegexParser.check(pattern)) != nil
  }

  /// Returns true if the expression matches anywhere in `text`.
  package func contains(in text: String) -> Bool {
    var text = text
    return text.withUTF8(matcher.contains)
  }
}

/// The reason why a regular expression is refused, and the position of the fault.
package struct ECMARegexError: Error, Equatable, Sendable {
  /// The reasons why an expression is refused.
  package enum Reason: Equatable, Sendable {
    case unexpectedEnd
    case unmatchedParenthesis
    case unmatchedBracket
    case nothingToRepeat
    case invalidQuantifier
    case invalidEscape
    case invalidGroup
    case invalidRange
    case unknownProperty(String)
    case noSuchGroup
    case duplicateGroupName
    case backReference
    case groupInLookAround
    case tooManyGroups(limit: Int)
    case modifiers
    case unknownCharacters(String)
    case tooDeep
    case tooLarge
  }

  package var reason: Reason
  /// The position of the fault in the expression, from 0, in Unicode scalars.
  package var position: Int

  /// True if the expression is well-formed, but not supported here.
  package var isLimitation: Bool {
    switch reason {
    case .backReference, .groupInLookAround, .tooManyGroups, .modifiers, .unknownCharacters, .tooDeep, .tooLarge: true
    default: false
    }
  }
}

extension ECMARegexError: CustomStringConvertible {
  /// The description of the reason, without the position.
  package var description: String {
    switch reason {
    case .unexpectedEnd: "the expression ends too early"
    case .unmatchedParenthesis: "a parenthesis without its partner"
    case .unmatchedBracket: "a bracket without its partner"
    case .nothingToRepeat: "a quantifier with nothing before it to repeat"
    case .invalidQuantifier: "the numbers of a quantifier are out of order"
    case .invalidEscape: "an escape ECMA-262 does not know"
    case .invalidGroup: "a group ECMA-262 does not know"
    case .invalidRange: "an empty class, or a range out of order such as z-a"
    case .unknownProperty(let name): "the Unicode property \(name) is not known"
    case .noSuchGroup: "a reference to a group that is not there"
    case .duplicateGroupName: "two groups with the same name, and not in alternatives"
    case .backReference: "back-references cannot be matched in linear time; compare the parts in an invariant"
    case .groupInLookAround:
      "a group inside a look-around cannot be read in linear time; write (?:…) there, or use a second pattern"
    case .tooManyGroups(let limit):
      "no more than \(limit) groups can be reported; write (?:…) for those without a reader, or give the others names"
    case .modifiers: "inline modifiers such as (?i:…) are not supported; spell out both cases"
    case .unknownCharacters(let name):
      "the characters of \(name) are not supported; write them as ranges"
    case .tooDeep: "groups nested too deep"
    case .tooLarge:
      "its repetitions expand to too many states; use smaller counts, or minLength and maxLength"
    }
  }
}
