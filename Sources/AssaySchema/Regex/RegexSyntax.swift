/// A regular expression's meaning, as far as whether it matches is concerned: greed and captures make no difference to that.
indirect enum RegexSyntax: Sendable {
  case empty
  case set(ScalarSet)
  case sequence([RegexSyntax])
  case alternation([RegexSyntax])
  case repetition(RegexSyntax, minimum: Int, maximum: Int?)
  case assertion(Assertion)
  /// What no linear matcher can do, kept for its place.
  case refused(ECMARegexError)

  enum Assertion: Sendable {
    case start, end, wordBoundary, notWordBoundary
  }
}
