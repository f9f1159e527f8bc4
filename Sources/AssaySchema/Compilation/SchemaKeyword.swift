import AssayJSON

/// One keyword of one schema, compiled: what it asks of a value, and the words for a value that does not keep it.
///
/// All there is to a keyword stands in the file of its type: how it is compiled, which steps judge by it, how a breach is
/// worded, what a promise says of it, how a fault breaks it. Its row in `KeywordTable` is the rest.
protocol SchemaKeyword: Sendable {
  /// A keyword that has no part in judging compiles to none.
  typealias Compiled = (any SchemaKeyword)?

  /// The types of value the keyword `name` judges; values of others keep it (2020-12 validation section 3).
  static func types(_ name: String) -> JSONTypes
  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled
  /// Returns the clause of a promise for a value that the keyword `name` asks `wanted` of; `nil` if the schemas inside
  /// say it.
  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause?
  /// The words of which the lines cited for the keyword should hold one.
  static func subjects(_ wanted: JSONValue) -> [String]
  /// The ways to break the keyword for a fault. `listed` gives the values a place may have, where it may have but a few.
  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage]

  /// The keyword's name and its value's place.
  var place: KeywordPlace { get }
  /// The schemas it applies to the very value it judges; a cycle of these would never end.
  var inPlace: [SchemaNodeID] { get }
  /// The schemas it applies to children of the value.
  var inChildren: [SchemaNodeID] { get }
  /// True if at most one of those schemas applies to the same child: the keyword chooses by name or by position.
  var selectsOne: Bool { get }
  /// True if it holds whenever every schema it applies holds, so that those schemas say everything there is to say.
  var isConjunction: Bool { get }
  /// True if it needs one of its schemas to hold.
  var hasAlternatives: Bool { get }
  /// True if it is one of the `unevaluated…` keywords, which judge the parts the other keywords did not look at.
  var asksOfRest: Bool { get }
  /// Adds the steps that judge values of the block's kind. They alone decide.
  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder)
  /// Says why a value breaks it, where the steps said that it does; a conjunction applies its schemas to do so.
  func explain(_ value: JSONValue, _ run: inout SchemaRun)
  /// Notes what its schemas say and what it annotates, where everything is kept; a conjunction does so as it explains.
  func record(_ value: JSONValue, _ run: inout SchemaRun)
  /// Adds what it looks at in a value that keeps it (2020-12 section 11).
  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest)
}

extension SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .all }
  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { nil }
  static func subjects(_ wanted: JSONValue) -> [String] { [] }
  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] { [] }

  var inPlace: [SchemaNodeID] { [] }
  var inChildren: [SchemaNodeID] { [] }
  var selectsOne: Bool { false }
  var isConjunction: Bool { false }
  var hasAlternatives: Bool { false }
  var asksOfRest: Bool { false }

  func record(_ value: JSONValue, _ run: inout SchemaRun) {}

  /// Adds the schemas it applies to the value itself; the parts they look at count if they hold.
  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
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
