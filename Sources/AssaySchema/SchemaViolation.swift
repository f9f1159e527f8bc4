package import AssayJSON

/// One way in which a value breaks a schema, told once.
package struct SchemaViolation: Equatable, Sendable {
  /// Where in the value.
  package var instanceLocation: JSONPointer
  /// The keyword that was broken.
  package var keyword: String
  /// The place of the keyword in its document, after `$ref`.
  package var keywordLocation: JSONPointer
  /// The byte offset of that place, for line and column.
  package var keywordOffset: Int
  /// What is wrong, in a sentence a backend developer can act on.
  package var message: String
  /// What was promised.
  package var expected: String
  /// What came; long values are cut and say how long they are.
  package var actual: String
  /// What could have stood here: the values of an `enum`; the members that are there where one is missing, nearest first.
  package var alternatives: [String]
  /// The nearest enclosing `level`, or `nil`.
  package var level: String?
  /// The nearest enclosing `source`, or none.
  package var sources: [String]

  package init(
    instanceLocation: JSONPointer,
    keyword: String,
    keywordLocation: JSONPointer,
    keywordOffset: Int,
    message: String,
    expected: String,
    actual: String,
    alternatives: [String] = [],
    level: String? = nil,
    sources: [String] = []
  ) {
    self.instanceLocation = instanceLocation
    self.keyword = keyword
    self.keywordLocation = keywordLocation
    self.keywordOffset = keywordOffset
    self.message = message
    self.expected = expected
    self.actual = actual
    self.alternatives = alternatives
    self.level = level
    self.sources = sources
  }
}
