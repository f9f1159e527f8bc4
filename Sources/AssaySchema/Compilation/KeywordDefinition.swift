import AssayJSON

/// What there is to know about a keyword before it meets a schema.
struct KeywordDefinition: Sendable {
  typealias Compile =
    @Sendable (KeywordInput, inout SchemaCompiler) throws(SchemaError) -> (any SchemaKeyword)?

  var vocabulary: SchemaVocabularies.Name
  var since: SchemaDialect
  var until: SchemaDialect
  /// Keywords of a lower phase are judged first.
  var phase: Int
  var compile: Compile

  private init(
    _ vocabulary: SchemaVocabularies.Name,
    since: SchemaDialect = .draft4,
    until: SchemaDialect = .draft2020_12,
    phase: Int = 1,
    _ compile: @escaping Compile
  ) {
    self.vocabulary = vocabulary
    self.since = since
    self.until = until
    self.phase = phase
    self.compile = compile
  }

  static func find(_ name: String, for vocabularies: SchemaVocabularies) -> KeywordDefinition? {
    guard let definition = table[name], definition.since <= vocabularies.dialect,
      vocabularies.dialect <= definition.until, definition.isKnown(to: vocabularies)
    else { return nil }
    return definition
  }

  private func isKnown(to vocabularies: SchemaVocabularies) -> Bool {
    if vocabularies.knows(vocabulary) { return true }
    switch vocabulary {
    case .formatAnnotation: return vocabularies.knows(.formatAssertion) || vocabularies.knows(.format)
    case .unevaluated: return vocabularies.dialect == .draft2019_09 && vocabularies.knows(.applicator)
    default: return false
    }
  }

  /// What a schema says that its vocabularies do not know is an annotation (2020-12 section 6.5).
  static let unknown = KeywordDefinition(.core) { input, _ in AnnotationKeyword(place: input.place, value: input.value)
  }

  private static let table: [String: KeywordDefinition] = [
    "$ref": .init(.core, ReferenceKeyword.compile),
    "$dynamicRef": .init(.core, since: .draft2020_12, ReferenceKeyword.compileDynamic),
    "$recursiveRef": .init(.core, since: .draft2019_09, until: .draft2019_09, ReferenceKeyword.compileRecursive),
    "$schema": silent, "$id": silent, "$anchor": silent, "$dynamicAnchor": silent, "$vocabulary": silent,
    "$comment": silent, "$defs": silent, "definitions": silent, "$recursiveAnchor": silent,

    "allOf": .init(.applicator, AllOfKeyword.compile),
    "anyOf": .init(.applicator, AnyOfKeyword.compile),
    "oneOf": .init(.applicator, OneOfKeyword.compile),
    "not": .init(.applicator, NotKeyword.compile),
    "if": .init(.applicator, since: .draft7, IfKeyword.compile),
    "then": .init(.applicator, since: .draft7, skip), "else": .init(.applicator, since: .draft7, skip),
    "dependentSchemas": .init(.applicator, since: .draft2019_09, DependentSchemasKeyword.compile),
    "properties": .init(.applicator, PropertiesKeyword.compile),
    "patternProperties": .init(.applicator, PatternPropertiesKeyword.compile),
    "additionalProperties": .init(.applicator, AdditionalPropertiesKeyword.compile),
    "propertyNames": .init(.applicator, since: .draft6, PropertyNamesKeyword.compile),
    "prefixItems": .init(.applicator, since: .draft2020_12, PrefixItemsKeyword.compile),
    "items": .init(.applicator, ItemsKeyword.compile),
    "additionalItems": .init(.applicator, until: .draft2019_09, ItemsKeyword.compileAdditional),
    "contains": .init(.applicator, since: .draft6, ContainsKeyword.compile),
    "unevaluatedItems": .init(.unevaluated, since: .draft2019_09, phase: 2, UnevaluatedItemsKeyword.compile),
    "unevaluatedProperties": .init(.unevaluated, since: .draft2019_09, phase: 2, UnevaluatedPropertiesKeyword.compile),

    "type": .init(.validation, phase: 0, TypeKeyword.compile),
    "enum": .init(.validation, EnumKeyword.compile),
    "const": .init(.validation, since: .draft6, ConstKeyword.compile),
    "multipleOf": .init(.validation, MultipleOfKeyword.compile),
    "maximum": .init(.validation, BoundKeyword.compile), "minimum": .init(.validation, BoundKeyword.compile),
    "exclusiveMaximum": .init(.validation, BoundKeyword.compile),
    "exclusiveMinimum": .init(.validation, BoundKeyword.compile),
    "maxLength": .init(.validation, LengthKeyword.compile), "minLength": .init(.validation, LengthKeyword.compile),
    "pattern": .init(.validation, PatternKeyword.compile),
    "maxItems": .init(.validation, CountKeyword.compile), "minItems": .init(.validation, CountKeyword.compile),
    "maxProperties": .init(.validation, CountKeyword.compile),
    "minProperties": .init(.validation, CountKeyword.compile),
    "uniqueItems": .init(.validation, UniqueItemsKeyword.compile),
    "minContains": .init(.validation, since: .draft2019_09, skip),
    "maxContains": .init(.validation, since: .draft2019_09, skip),
    "required": .init(.validation, RequiredKeyword.compile),
    "dependentRequired": .init(.validation, since: .draft2019_09, DependentRequiredKeyword.compile),
    "dependencies": .init(.applicator, DependenciesKeyword.compile),

    "contentEncoding": .init(.content, since: .draft7, AnnotationKeyword.compileContent),
    "contentMediaType": .init(.content, since: .draft7, AnnotationKeyword.compileContent),
    "contentSchema": .init(.content, since: .draft2019_09, AnnotationKeyword.compileContent),
    "format": .init(.formatAnnotation, FormatKeyword.compile),
    "sorted": .init(.assay, SortedKeyword.compile),
    "uniqueBy": .init(.assay, UniqueByKeyword.compile),
  ]

  /// Names and comments, which judge nothing and annotate nothing.
  private static let silent = KeywordDefinition(.core) { _, _ in nil }

  /// A keyword another one beside it reads.
  private static let skip: Compile = { _, _ in nil }
}
