import AssayJSON

/// The result of evaluating one schema, or one of its keywords, for one value.
struct EvaluationRecord: Sendable {
  /// The evaluated schema, or the schema that contains the keyword.
  var node: SchemaNodeID
  /// The keyword; `nil` for the record of a whole schema.
  var keyword: KeywordPlace?
  /// The position of the schema, or of the keyword's value, in the parsed document that contains the schema.
  var index: Int
  var value: JSONValue
  var isValid: Bool
  var failures: [SchemaFailure] = []
  var annotation: SchemaAnnotation?
  var level: String?
  var sources: [String] = []
  /// The keywords, references included, that the evaluation followed to this place; set only if the run keeps
  /// everything.
  var path: [String] = []
  var children: [EvaluationRecord] = []

  /// True if the record has no reason for being invalid.
  var isSilent: Bool { failures.isEmpty && children.isEmpty }
}

/// The annotation that a keyword produces for a value (2020-12 section 7.7).
enum SchemaAnnotation: Sendable {
  case value(JSONValue)
  /// The names of the members a keyword applied to.
  case names([String])
  /// The positions of the items a keyword applied to.
  case positions([Int])
  /// The last position a keyword applied to.
  case upTo(Int)
  /// The keyword applied to all members or items.
  case everything
}
