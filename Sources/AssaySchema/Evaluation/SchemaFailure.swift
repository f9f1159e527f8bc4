import AssayJSON

/// What a keyword found wrong, before it is placed.
struct SchemaFailure: Sendable {
  var message: String
  var expected: String
  var actual: String
  var alternatives: [String] = []
  /// Where in the value, when not at the value the keyword judged.
  var value: JSONValue?
}
