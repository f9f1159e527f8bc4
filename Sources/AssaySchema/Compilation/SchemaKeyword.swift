import AssayJSON

/// A compiled keyword of one schema: it tests values, and describes why a value breaks it.
///
/// Everything about a keyword is in the file of its type: how it is compiled, its instructions, its messages, the
/// clause of its promise, and the changes that break it. Only its row is in `KeywordTable`.
protocol SchemaKeyword: Sendable {
  /// The result of compiling a keyword; `nil` if the keyword tests nothing.
  typealias Compiled = (any SchemaKeyword)?

  /// Returns the types of value that the keyword `name` judges; values of other types match it (2020-12 validation
  /// section 3).
  static func types(_ name: String) -> JSONTypes
  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled
  /// Returns the sentence part that states the keyword `name` with the value `wanted` as a promise; `nil` if only its
  /// subschemas make promises.
  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause?
  /// Returns words to look for in the document lines that the contract cites for the keyword; at least one should
  /// appear there.
  static func subjects(_ wanted: JSONValue) -> [String]
  /// Returns the value `wanted` in a notation that is the same for all values with the same meaning.
  static func normalText(_ wanted: JSONValue) -> String
  /// Returns changes that break the keyword for the value in `kept`, to test that a contract detects them. `listed`
  /// returns the values that an `enum` lists for a place; empty without one.
  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage]

  /// The keyword's name and the position of its value.
  var place: KeywordPlace { get }
  /// The subschemas that the keyword applies to the same value. A cycle of these would never end.
  var inPlace: [SchemaNodeID] { get }
  /// The subschemas that the keyword applies to members or items of the value.
  var inChildren: [SchemaNodeID] { get }
  /// True if at most one of ``inChildren`` applies to the same member or item: the keyword selects it by name or
  /// position.
  var selectsOne: Bool { get }
  /// True if the keyword is satisfied whenever all its subschemas are, so that these report every fault.
  var isConjunction: Bool { get }
  /// True if the keyword requires that one of several subschemas matches.
  var hasAlternatives: Bool { get }
  /// True for `unevaluatedItems` and `unevaluatedProperties`, which apply to the parts that other keywords do not
  /// evaluate.
  var asksOfRest: Bool { get }
  /// Adds the instructions that test values of the block's kind. Only these decide if a value is valid.
  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder)
  /// Reports the reasons why a value breaks the keyword, once the instructions have found that it does. A conjunction
  /// applies its subschemas to do so.
  func explain(_ value: JSONValue, _ run: inout SchemaRun)
  /// Records the results of the keyword's subschemas and its annotation, if the run keeps everything. A conjunction
  /// does this in `explain` instead.
  func record(_ value: JSONValue, _ run: inout SchemaRun)
  /// Adds the members or items that the keyword evaluates in a value that matches it (2020-12 section 11).
  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest)
}

extension SchemaKeyword {
  static func types(_ name: String) -> JSONTypes { .all }
  static func clause(_ name: String, _ wanted: JSONValue) -> PromiseClause? { nil }
  static func subjects(_ wanted: JSONValue) -> [String] { [] }
  static func normalText(_ wanted: JSONValue) -> String { wanted.normalText }
  static func breakages(of kept: KeptKeyword, _ listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] { [] }

  /// Returns the values in `wanted`, which is one or an array of them, in a notation that ignores their order.
  static func unorderedText(_ wanted: JSONValue) -> String {
    "[" + SortedKeyword.list(wanted).map(\.normalText).sorted().joined(separator: ",") + "]"
  }

  var inPlace: [SchemaNodeID] { [] }
  var inChildren: [SchemaNodeID] { [] }
  var selectsOne: Bool { false }
  var isConjunction: Bool { false }
  var hasAlternatives: Bool { false }
  var asksOfRest: Bool { false }

  func record(_ value: JSONValue, _ run: inout SchemaRun) {}

  /// Adds the subschemas that the keyword applies to the same value; what they evaluate counts if they match.
  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ accepts: SchemaTest) {
    locations.inPlace += inPlace
  }
}

/// A keyword's name, and the index of its value in the parsed document that contains the schema.
struct KeywordPlace: Hashable, Sendable {
  var name: String
  var index: Int
}

/// A compiled schema's position in its graph.
typealias SchemaNodeID = Int
