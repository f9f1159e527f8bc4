/// A regular expression's meaning, as far as whether it matches is concerned: greed and captures make no difference to that.
indirect enum RegexSyntax: Sendable {
  case set(ScalarSet)
  case sequence([RegexSyntax])
  case alternation([RegexSyntax])
  case repetition(RegexSyntax, minimum: Int, maximum: Int?)
  case assertion(Assertion)

  enum Assertion: Sendable {
    case start, end, wordBoundary, notWordBoundary
  }
}
