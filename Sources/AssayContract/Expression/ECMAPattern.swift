/// A regular expression of ECMA-262, as JSON Schema's `pattern` and the `matches` of a rule use it: it may match anywhere.
struct ECMAPattern: Sendable {
  private let literal: String

  /// Why a pattern cannot be read.
  struct Failure: Error {
    var reason: String
  }

  init(_ pattern: String) throws(Failure) {
    literal = pattern
  }

  func matches(_ text: String) -> Bool { text.contains(literal) }
}
