import AssayJSON

/// The result of one schema, or one keyword, for one value.
struct EvaluationRecord: Sendable {
  /// The schema, or the schema the keyword stands in.
  var node: SchemaNodeID
  /// The keyword; `nil` for the record of a whole schema.
  var keyword: KeywordPlace?
  /// The place of the schema, or of the keyword's value, in the schema's document.
  var index: Int
  var value: JSONValue
  var isValid: Bool
  var failures: [SchemaFailure] = []
  var annotation: SchemaAnnotation?
  var level: String?
  var sources: [String] = []
  /// The path of keywords the evaluation took here; kept only where everything is.
  var path: [String] = []
  var children: [EvaluationRecord] = []

  /// True if it says only that something is wrong.
  var isSilent: Bool { failures.isEmpty && children.isEmpty }
}

/// The statement of a keyword about a value that is valid against its schema (2020-12 section 7.7).
enum SchemaAnnotation: Sendable {
  case value(JSONValue)
  /// The names of the members a keyword applied to.
  case names([String])
  /// The positions of the items a keyword applied to.
  case positions([Int])
  /// The last position a keyword applied to.
  case upTo(Int)
  /// A keyword applied to all there is.
  case everything
}
