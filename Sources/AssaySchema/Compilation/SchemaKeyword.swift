import AssayJSON

/// One keyword of one schema, compiled: what it asks of a value.
protocol SchemaKeyword: Sendable {
  /// The keyword's name and its value's place.
  var place: KeywordPlace { get }
  /// The schemas it applies to the very value it judges; a cycle of these would never end.
  var inPlace: [SchemaNodeID] { get }
  /// The schemas it applies to children of the value.
  var inChildren: [SchemaNodeID] { get }
  /// Whether no more than one of those meets the same child: the keyword chooses by name or by position.
  var selectsOne: Bool { get }
  /// Adds the steps that judge values of the block's kind.
  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder)
  /// Judges `value`: reports what is wrong to `run`.
  func evaluate(_ value: JSONValue, _ run: inout SchemaRun)
  /// Adds what it looks at in a value that keeps it (2020-12 section 11).
  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ run: SchemaRun)
}

extension SchemaKeyword {
  var inPlace: [SchemaNodeID] { [] }
  var inChildren: [SchemaNodeID] { [] }
  var selectsOne: Bool { false }

  /// What the schemas look at that it applies to the value itself, where they hold.
  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ run: SchemaRun) {
    locations.inPlace += inPlace
  }
}

/// A keyword's name, and its value's index on the tape of the document its schema is in.
struct KeywordPlace: Hashable, Sendable {
  var name: String
  var index: Int
}

/// A compiled schema's position in its graph.
typealias SchemaNodeID = Int
