import AssayJSON

/// The properties of a keyword that are the same in every schema.
///
/// `KeywordTable` has one for each keyword and is the only place that lists keywords: the compiler, the registry's
/// search for identifiers and `SchemaView` all read it.
struct KeywordDefinition: Sendable {
  /// A function that returns the role of a subschema in a keyword's value. `token` is the subschema's key or position
  /// there, `holder` the schema that contains the keyword.
  typealias Role = @Sendable (_ token: String, _ holder: JSONValue) -> SchemaRole

  /// The form and the roles of the subschemas in a keyword's value.
  struct Subschemas: Sendable {
    var shape: SubschemaShape
    /// The first draft in which the keyword holds schemas, if that is later than the first draft with the keyword.
    var since = SchemaDialect.draft4
    var role: Role
  }

  var vocabulary: SchemaVocabularies.Name
  var kind: KeywordKind
  var since: SchemaDialect
  var until: SchemaDialect
  /// The position in the order of evaluation: keywords of a lower phase are judged first.
  var phase: Int
  var subschemas: Subschemas?
  var meaning: KeywordMeaning
  /// The type that the keyword is compiled to; `nil` if it tests nothing by itself, although another keyword may read
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

  /// Returns the definition of the keyword `name` in these vocabularies; `nil` if they do not include it.
  static func find(_ name: String, for vocabularies: SchemaVocabularies) -> KeywordDefinition? {
    guard let definition = KeywordTable.rows[name], definition.since <= vocabularies.dialect,
      vocabularies.dialect <= definition.until, definition.isKnown(to: vocabularies)
    else { return nil }
    return definition
  }

  /// Returns the form of the subschemas in the value of `keyword` in a draft; `nil` if it has none.
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

/// The effect of a keyword (2020-12 section 7), as far as it is known from the keyword's name.
package enum KeywordKind: Sendable {
  /// Names, declares or comments: `$id`, `$schema`, `$comment`.
  case identifier
  /// Contains schemas that references can lead to, and applies none of them: `$defs`.
  case definitions
  /// Applies a schema that is written elsewhere: `$ref`.
  case reference
  /// Applies schemas to the value or to what is inside it.
  case applicator
  /// Makes a value invalid if it does not match.
  case assertion
  /// Describes a value without restricting it.
  case annotation
}

/// The form in which a keyword's value contains subschemas.
enum SubschemaShape: Sendable {
  case schema
  case array
  case map
  /// `items`: a schema, or a list of them before 2020-12.
  case schemaOrArray
  /// `dependencies`: schemas, or lists of names.
  case mapOfSchemasOrNames

  /// Returns the subschemas in a keyword's value, each with its key or position as `token`; `nil` as `token` if the
  /// value itself is the subschema.
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
