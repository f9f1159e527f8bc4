import AssayJSON

/// One keyword of one schema, compiled: what it asks of a value.
protocol SchemaKeyword: Sendable {
  /// The keyword's name and its value's place.
  var place: KeywordPlace { get }
  /// The schemas it applies to the very value it judges; a cycle of these would never end.
  var inPlace: [SchemaNodeID] { get }
  /// Adds the steps that judge values of the block's kind.
  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder)
  /// Judges `value`: reports what is wrong, and what it evaluated, to `run`.
  func evaluate(_ value: JSONValue, _ run: inout SchemaRun)
}

extension SchemaKeyword {
  var inPlace: [SchemaNodeID] { [] }
}

/// A keyword's name, and its value's index on the tape of the document its schema is in.
struct KeywordPlace: Hashable, Sendable {
  var name: String
  var index: Int
}

/// A compiled schema's position in its graph.
typealias SchemaNodeID = Int
