import AssayJSON

/// Every keyword of every draft, and Assay's own, a row each.
enum KeywordTable {
  static let rows: [String: KeywordDefinition] = [
    "$ref": .init(.core, .reference, ReferenceKeyword.compile),
    "$dynamicRef": .init(.core, .reference, since: .draft2020_12, ReferenceKeyword.compile),
    "$recursiveRef": .init(.core, .reference, since: .draft2019_09, until: .draft2019_09, ReferenceKeyword.compile),
    "$schema": silent, "$id": silent, "$anchor": silent, "$dynamicAnchor": silent, "$vocabulary": silent,
    "$comment": silent, "$recursiveAnchor": silent,
    "$defs": .init(.core, .definitions, holds: .map(since: .draft2019_09) { .definition($0) }, nothing),
    "definitions": .init(.core, .definitions, holds: .map { .definition($0) }, nothing),

    "allOf": .init(.applicator, .applicator, holds: .list { _ in .conjunct }, AllOfKeyword.compile),
    "anyOf": .init(.applicator, .applicator, holds: .list { _ in .alternative }, AnyOfKeyword.compile),
    "oneOf": .init(.applicator, .applicator, holds: .list { _ in .alternative }, OneOfKeyword.compile),
    "not": .init(.applicator, .applicator, holds: .one(.negation), NotKeyword.compile),
    "if": .init(.applicator, .applicator, since: .draft7, holds: .one(.condition, since: .draft7), IfKeyword.compile),
    "then": .init(.applicator, .applicator, since: .draft7, holds: .one(.consequence, since: .draft7), nothing),
    "else": .init(.applicator, .applicator, since: .draft7, holds: .one(.otherwise, since: .draft7), nothing),
    "dependentSchemas": .init(
      .applicator,
      .applicator,
      since: .draft2019_09,
      holds: .map(since: .draft2019_09) { .dependent(on: $0) },
      DependentSchemasKeyword.compile
    ),
    "properties": .init(.applicator, .applicator, holds: .map { .member($0) }, PropertiesKeyword.compile),
    "patternProperties": .init(
      .applicator,
      .applicator,
      holds: .map { .membersMatching($0) },
      PatternPropertiesKeyword.compile
    ),
    "additionalProperties": .init(
      .applicator,
      .applicator,
      holds: .one(.furtherMembers),
      AdditionalPropertiesKeyword.compile
    ),
    "propertyNames": .init(
      .applicator,
      .applicator,
      since: .draft6,
      holds: .one(.memberNames, since: .draft6),
      PropertyNamesKeyword.compile
    ),
    "prefixItems": .init(
      .applicator,
      .applicator,
      since: .draft2020_12,
      holds: .list(since: .draft2020_12) { .item(Int($0) ?? 0) },
      PrefixItemsKeyword.compile
    ),
    "items": .init(
      .applicator,
      .applicator,
      holds: .init(shape: .schemaOrArray, role: itemRole, since: .draft4),
      ItemsKeyword.compile
    ),
    "additionalItems": .init(
      .applicator,
      .applicator,
      until: .draft2019_09,
      holds: .init(shape: .schema, role: { .items(from: $1["items"]?.count ?? 0) }, since: .draft4),
      ItemsKeyword.compileAdditional
    ),
    "contains": .init(
      .applicator,
      .applicator,
      since: .draft6,
      holds: .one(.containedItem, since: .draft6),
      ContainsKeyword.compile
    ),
    "dependencies": .init(
      .applicator,
      .applicator,
      holds: .init(shape: .mapOfSchemasOrNames, role: { name, _ in .dependent(on: name) }, since: .draft4),
      DependenciesKeyword.compile
    ),
    "unevaluatedItems": .init(
      .unevaluated,
      .applicator,
      since: .draft2019_09,
      phase: 2,
      holds: .one(.unevaluatedItems, since: .draft2019_09),
      UnevaluatedItemsKeyword.compile
    ),
    "unevaluatedProperties": .init(
      .unevaluated,
      .applicator,
      since: .draft2019_09,
      phase: 2,
      holds: .one(.unevaluatedMembers, since: .draft2019_09),
      UnevaluatedPropertiesKeyword.compile
    ),

    "type": .init(.validation, .assertion, phase: 0, TypeKeyword.compile),
    "enum": assertion(EnumKeyword.compile),
    "const": assertion(since: .draft6, ConstKeyword.compile),
    "multipleOf": assertion(MultipleOfKeyword.compile),
    "maximum": assertion(BoundKeyword.compile), "minimum": assertion(BoundKeyword.compile),
    "exclusiveMaximum": assertion(BoundKeyword.compile), "exclusiveMinimum": assertion(BoundKeyword.compile),
    "maxLength": assertion(LengthKeyword.compile), "minLength": assertion(LengthKeyword.compile),
    "pattern": assertion(PatternKeyword.compile),
    "maxItems": assertion(CountKeyword.compile), "minItems": assertion(CountKeyword.compile),
    "maxProperties": assertion(CountKeyword.compile), "minProperties": assertion(CountKeyword.compile),
    "uniqueItems": assertion(UniqueItemsKeyword.compile),
    "minContains": assertion(since: .draft2019_09, nothing), "maxContains": assertion(since: .draft2019_09, nothing),
    "required": assertion(RequiredKeyword.compile),
    "dependentRequired": assertion(since: .draft2019_09, DependentRequiredKeyword.compile),
    "format": .init(.formatAnnotation, .assertion, FormatKeyword.compile),
    "sorted": .init(.assay, .assertion, SortedKeyword.compile),
    "uniqueBy": .init(.assay, .assertion, UniqueByKeyword.compile),

    "contentEncoding": .init(.content, .annotation, since: .draft7, AnnotationKeyword.compileContent),
    "contentMediaType": .init(.content, .annotation, since: .draft7, AnnotationKeyword.compileContent),
    "contentSchema": .init(
      .content,
      .annotation,
      since: .draft2019_09,
      holds: .one(.content, since: .draft2019_09),
      AnnotationKeyword.compileContent
    ),
    "level": .init(.assay, .annotation, AnnotationKeyword.compile),
    "source": .init(.assay, .annotation, AnnotationKeyword.compile),
  ]

  private static func assertion(
    since: SchemaDialect = .draft4,
    _ compile: @escaping KeywordDefinition.Compile
  ) -> KeywordDefinition {
    KeywordDefinition(.validation, .assertion, since: since, compile)
  }

  /// Names and comments, which judge nothing and annotate nothing.
  private static let silent = KeywordDefinition(.core, .identifier, nothing)

  /// Compiles a keyword that judges nothing by itself: another one beside it may read it.
  private static let nothing: KeywordDefinition.Compile = { _, _ in nil }

  /// `items` is a list of schemas by position where it is an array, which it may be before 2020-12.
  private static let itemRole: KeywordDefinition.Role = { token, holder in
    if let position = Int(token) { return .item(position) }
    return .items(from: holder["prefixItems"]?.count ?? 0)
  }
}

extension KeywordDefinition.Subschemas {
  fileprivate static func one(_ role: SchemaRole, since: SchemaDialect = .draft4) -> Self {
    Self(shape: .schema, role: { _, _ in role }, since: since)
  }

  fileprivate static func list(
    since: SchemaDialect = .draft4,
    _ role: @escaping @Sendable (String) -> SchemaRole
  ) -> Self {
    Self(shape: .array, role: { token, _ in role(token) }, since: since)
  }

  fileprivate static func map(
    since: SchemaDialect = .draft4,
    _ role: @escaping @Sendable (String) -> SchemaRole
  ) -> Self {
    Self(shape: .map, role: { token, _ in role(token) }, since: since)
  }
}
