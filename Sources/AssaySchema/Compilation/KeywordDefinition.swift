import AssayJSON

/// The facts about a keyword that do not depend on a schema.
///
/// The table of them (`KeywordTable`) is the one place that lists keywords: the compiler, the registry's search for
/// identifiers and `SchemaView` all read it.
struct KeywordDefinition: Sendable {
  /// The role of a schema inside a keyword's value for the schema with the keyword, from its key or position.
  typealias Role = @Sendable (_ token: String, _ holder: JSONValue) -> SchemaRole

  /// The schemas a keyword's value holds.
  struct Subschemas: Sendable {
    var shape: SubschemaShape
    /// The first draft in which it does, where that is not the first one with the keyword.
    var since = SchemaDialect.draft4
    var role: Role
  }

  var vocabulary: SchemaVocabularies.Name
  var kind: KeywordKind
  var since: SchemaDialect
  var until: SchemaDialect
  /// Keywords of a lower phase are judged first.
  var phase: Int
  var subschemas: Subschemas?
  var meaning: KeywordMeaning
  /// The type that a schema's keyword compiles to; `nil` if it judges nothing by itself. A keyword next to it may read
  /// it.
  var type: (any SchemaKeyword.Type)?

  init(
    _ vocabulary: SchemaVocabularies.Name,
    _ kind: KeywordKind,
    since: SchemaDialect = .draft4,
    until: SchemaDialect = .draft2020_12,
    phase: Int = 1,
    holds subschemas: Subschemas? = nil,
    _ type: (any SchemaKeyword.Type)?,
    _ meaning: KeywordMeaning = KeywordMeaning()
  ) {
    self.vocabulary = vocabulary
    self.kind = kind
    self.since = since
    self.until = until
    self.phase = phase
    self.subschemas = subschemas
    self.meaning = meaning
    self.type = type
  }

  /// The keyword `name` as a schema of these vocabularies means it; `nil` where they do not know it.
  static func find(_ name: String, for vocabularies: SchemaVocabularies) -> KeywordDefinition? {
    guard let definition = KeywordTable.rows[name], definition.since <= vocabularies.dialect,
      vocabularies.dialect <= definition.until, definition.isKnown(to: vocabularies)
    else { return nil }
    return definition
  }

  /// Returns the schemas that `keyword` holds in a draft; `nil` if it holds none.
  static func subschemas(of keyword: String, in dialect: SchemaDialect) -> Subschemas? {
    guard let definition = KeywordTable.rows[keyword], let held = definition.subschemas,
      max(definition.since, held.since) <= dialect, dialect <= definition.until
    else { return nil }
    return held
  }

  private func isKnown(to vocabularies: SchemaVocabularies) -> Bool {
    if vocabularies.knows(vocabulary) { return true }
    switch vocabulary {
    case .formatAnnotation: return vocabularies.knows(.formatAssertion) || vocabularies.knows(.format)
    case .unevaluated: return vocabularies.dialect == .draft2019_09 && vocabularies.knows(.applicator)
    default: return false
    }
  }

  /// The definition of a keyword that the schema's vocabularies do not know: an annotation (2020-12 section 6.5).
  static let unknown = KeywordDefinition(.core, .annotation, AnnotationKeyword.self)
}

/// The effect of a keyword (2020-12 section 7), as far as its name shows it.
package enum KeywordKind: Sendable {
  /// Names, declares or comments: `$id`, `$schema`, `$comment`.
  case identifier
  /// Keeps schemas for others to refer to, and applies none.
  case definitions
  /// Applies a schema that stands elsewhere.
  case reference
  /// Applies schemas to the value or to what is inside it.
  case applicator
  /// Can be broken by a value.
  case assertion
  /// Only says something.
  case annotation
}

/// The form in which a keyword holds schemas.
enum SubschemaShape: Sendable {
  case schema
  case array
  case map
  /// `items`: a schema, or a list of them before 2020-12.
  case schemaOrArray
  /// `dependencies`: schemas, or lists of names.
  case mapOfSchemasOrNames

  /// The schemas in a keyword's value, each with its key or position; with no token where the value is the schema.
  func schemas(in value: JSONValue, _ dialect: SchemaDialect) -> [(token: String?, schema: JSONValue)] {
    switch self {
    case .schema: [(nil, value)]
    case .array: Self.items(value)
    case .map: Self.members(value)
    case .schemaOrArray: value.kind == .array && dialect != .draft2020_12 ? Self.items(value) : [(nil, value)]
    case .mapOfSchemasOrNames: Self.members(value).filter { $0.schema.kind != .array }
    }
  }

  private static func items(_ value: JSONValue) -> [(token: String?, schema: JSONValue)] {
    value.items.enumerated().map { (String($0), $1) }
  }

  private static func members(_ value: JSONValue) -> [(token: String?, schema: JSONValue)] {
    value.members.map { ($0.key, $0.value) }
  }
}
