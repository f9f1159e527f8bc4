/// Schemas of a contract as OpenAPI 3.1 schemas, and the reverse: both are JSON Schema 2020-12, except for the
/// contract's own keywords.
enum ExportedSchema {
  private static let single = CommaSeparated.set(
    """
    items, additionalProperties, not, contains, propertyNames, if, then, else, unevaluatedItems,
    unevaluatedProperties, contentSchema, additionalItems
    """
  )
  private static let several = CommaSeparated.set("allOf, anyOf, oneOf, prefixItems, items")
  private static let named = CommaSeparated.set(
    "properties, patternProperties, dependentSchemas, $defs, definitions, dependencies"
  )
  /// The keywords that both formats share (JSON Schema 2020-12, earlier drafts, and OpenAPI 3.1 section 4.8.24).
  private static let plain = CommaSeparated.set(
    """
    $schema, $id, $anchor, $dynamicRef, $dynamicAnchor, $vocabulary, $comment, $recursiveRef, $recursiveAnchor,
    id, type, enum, const, multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum, maxLength,
    minLength, pattern, maxItems, minItems, uniqueItems, maxContains, minContains, maxProperties, minProperties,
    required, dependentRequired, title, description, default, deprecated, readOnly, writeOnly, examples, format,
    contentEncoding, contentMediaType, discriminator, xml, externalDocs, example
    """
  )

  static func turned(ifAny schema: DraftTree?, _ way: DraftTree.ReferenceWay) -> DraftTree? {
    schema.map { turned($0, way) }
  }

  static func turned(_ schema: DraftTree, _ way: DraftTree.ReferenceWay) -> DraftTree {
    guard case .object(let members) = schema else { return schema }
    return .object(
      members.map { key, value in
        if named.contains(key) { return (key, value.mapValues { turned($0, way) }) }
        if several.contains(key), case .array(let items) = value {
          return (key, .array(items.map { turned($0, way) }))
        }
        if single.contains(key) { return (key, turned(value, way)) }
        if key == "$ref" { return (key, DraftTree.object([(key, value)]).referring(way)[key] ?? value) }
        if plain.contains(key) { return (key, value) }
        let other = way == .toDescription ? OwnMember.name(key) : OwnMember.key(key) ?? key
        return (other, value.referring(way))
      }
    )
  }
}
