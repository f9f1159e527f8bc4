import AssayJSON

/// The table of all keywords of every draft, and of Assay's own keywords.
enum KeywordTable {
  static let rows: [String: KeywordDefinition] = [
    "$ref": .init(.core, .reference, ReferenceKeyword.self),
    "$dynamicRef": .init(.core, .reference, since: .draft2020_12, ReferenceKeyword.self),
    "$recursiveRef": .init(.core, .reference, since: .draft2019_09, until: .draft2019_09, ReferenceKeyword.self),
    "$schema": silent, "$id": silent, "$anchor": silent, "$dynamicAnchor": silent,
    "$vocabulary": silent,
    "$comment": silent, "$recursiveAnchor": silent,
    "$defs": .init(.core, .definitions, holds: .map(since: .draft2019_09) { .definition($0) }, nil),
    "definitions": .init(.core, .definitions, holds: .map { .definition($0) }, nil),

    "allOf": applicator(AllOfKeyword.self, .list { _ in .conjunct }),
    "anyOf": applicator(AnyOfKeyword.self, .list { _ in .alternative }, .init(fate: .throws)),
    "oneOf": applicator(OneOfKeyword.self, .list { _ in .alternative }, .init(fate: .throws)),
    "not": applicator(NotKeyword.self, .one(.negation)),
    "if": applicator(since: .draft7, IfKeyword.self, .one(.condition)),
    "then": applicator(since: .draft7, nil, .one(.consequence)),
    "else": applicator(since: .draft7, nil, .one(.otherwise)),
    "dependentSchemas": applicator(since: .draft2019_09, DependentSchemasKeyword.self, .map { .dependent(on: $0) }),
    "properties": applicator(PropertiesKeyword.self, .map { .member($0) }),
    "patternProperties": applicator(PatternPropertiesKeyword.self, .map { .membersMatching($0) }),
    "additionalProperties": applicator(AdditionalPropertiesKeyword.self, .one(.furtherMembers), .init(fate: .ignores)),
    "propertyNames": applicator(since: .draft6, PropertyNamesKeyword.self, .one(.memberNames)),
    "prefixItems": applicator(since: .draft2020_12, PrefixItemsKeyword.self, .list { .item(Int($0) ?? 0) }),
    "items": applicator(ItemsKeyword.self, .init(shape: .schemaOrArray, role: itemRole)),
    "additionalItems": applicator(
      until: .draft2019_09,
      ItemsKeyword.self,
      .init(shape: .schema) { .items(from: $1["items"]?.count ?? 0) }
    ),
    "contains": applicator(since: .draft6, ContainsKeyword.self, .one(.containedItem)),
    "dependencies": applicator(
      DependenciesKeyword.self,
      .init(shape: .mapOfSchemasOrNames) { name, _ in .dependent(on: name) }
    ),
    "unevaluatedItems": unevaluated(UnevaluatedItemsKeyword.self, .one(.unevaluatedItems)),
    "unevaluatedProperties": unevaluated(
      UnevaluatedPropertiesKeyword.self,
      .one(.unevaluatedMembers),
      .init(fate: .ignores)
    ),

    "type": .init(
      .validation,
      .assertion,
      phase: 0,
      TypeKeyword.self,
      .init("A value has the wrong type", fate: .throws)
    ),
    "enum": assertion(EnumKeyword.self, .init("A value is not one of those listed", isLostAnyway: true)),
    "const": assertion(since: .draft6, ConstKeyword.self, .init("A value is not the documented one")),
    "multipleOf": assertion(MultipleOfKeyword.self),
    "maximum": assertion(BoundKeyword.self), "minimum": assertion(BoundKeyword.self),
    "exclusiveMaximum": assertion(BoundKeyword.self),
    "exclusiveMinimum": assertion(BoundKeyword.self),
    "maxLength": assertion(LengthKeyword.self), "minLength": assertion(LengthKeyword.self),
    "pattern": assertion(PatternKeyword.self),
    "maxItems": assertion(CountKeyword.self),
    "minItems": assertion(CountKeyword.self, .init(fate: .throws)),
    "maxProperties": assertion(CountKeyword.self), "minProperties": assertion(CountKeyword.self),
    "uniqueItems": assertion(UniqueItemsKeyword.self),
    "minContains": assertion(since: .draft2019_09, nil),
    "maxContains": assertion(since: .draft2019_09, nil),
    "required": assertion(RequiredKeyword.self, .init("A required field is missing", fate: .throws)),
    "dependentRequired": assertion(since: .draft2019_09, DependentRequiredKeyword.self, .init(fate: .throws)),
    "format": .init(.formatAnnotation, .assertion, FormatKeyword.self, .init(fate: .byFormat)),
    "sorted": .init(.assay, .assertion, SortedKeyword.self, .init("Items are out of order")),
    "uniqueBy": .init(.assay, .assertion, UniqueByKeyword.self, .init("Items that must differ are the same")),
    "notBlank": .init(.assay, .assertion, NotBlankKeyword.self, .init("A text is blank")),

    "contentEncoding": .init(.content, .annotation, since: .draft7, AnnotationKeyword.self),
    "contentMediaType": .init(.content, .annotation, since: .draft7, AnnotationKeyword.self),
    "contentSchema": .init(.content, .annotation, since: .draft2019_09, holds: .one(.content), AnnotationKeyword.self),
    "level": .init(.assay, .annotation, AnnotationKeyword.self),
    "source": .init(.assay, .annotation, AnnotationKeyword.self),
    "client": .init(.assay, .annotation, AnnotationKeyword.self),
  ]

  private static func applicator(
    since: SchemaDialect = .draft4,
    until: SchemaDialect = .draft2020_12,
    _ type: (any SchemaKeyword.Type)?,
    _ subschemas: KeywordDefinition.Subschemas,
    _ meaning: KeywordMeaning = KeywordMeaning()
  ) -> KeywordDefinition {
    KeywordDefinition(
      .applicator,
      .applicator,
      since: since,
      until: until,
      holds: subschemas,
      type,
      meaning
    )
  }

  private static func unevaluated(
    _ type: any SchemaKeyword.Type,
    _ subschemas: KeywordDefinition.Subschemas,
    _ meaning: KeywordMeaning = KeywordMeaning()
  ) -> KeywordDefinition {
    KeywordDefinition(
      .unevaluated,
      .applicator,
      since: .draft2019_09,
      phase: 2,
      holds: subschemas,
      type,
      meaning
    )
  }

  private static func assertion(
    since: SchemaDialect = .draft4,
    _ type: (any SchemaKeyword.Type)?,
    _ meaning: KeywordMeaning = KeywordMeaning()
  ) -> KeywordDefinition {
    KeywordDefinition(.validation, .assertion, since: since, type, meaning)
  }

  /// The definition of keywords that have no effect on validation and produce no annotation, such as `$comment`.
  private static let silent = KeywordDefinition(.core, .identifier, nil)

  /// The role of a schema in `items`: before 2020-12 the value may be an array, with one schema for each position.
  private static let itemRole: KeywordDefinition.Role = { token, holder in
    if let position = Int(token) { return .item(position) }
    return .items(from: holder["prefixItems"]?.count ?? 0)
  }
}

extension KeywordDefinition.Subschemas {
  fileprivate static func one(_ role: SchemaRole) -> Self { Self(shape: .schema) { _, _ in role } }

  fileprivate static func list(_ role: @escaping @Sendable (String) -> SchemaRole) -> Self {
    Self(shape: .array) { token, _ in role(token) }
  }

  fileprivate static func map(
    since: SchemaDialect = .draft4,
    _ role: @escaping @Sendable (String) -> SchemaRole
  ) -> Self {
    Self(shape: .map, since: since) { token, _ in role(token) }
  }
}
