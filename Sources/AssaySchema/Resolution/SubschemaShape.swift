/// What a keyword holds schemas in.
enum SubschemaShape: Sendable {
  case schema
  case array
  case map
  /// `items` before 2020-12.
  case schemaOrArray
  /// `dependencies`: schemas, or lists of names.
  case mapOfSchemasOrNames

  /// The shape of `keyword`'s value in a dialect, or `nil` where it holds no schemas.
  static func of(_ keyword: String, in dialect: SchemaDialect) -> SubschemaShape? {
    switch keyword {
    case "additionalProperties", "not": .schema
    case "contains", "propertyNames": dialect >= .draft6 ? .schema : nil
    case "if", "then", "else": dialect >= .draft7 ? .schema : nil
    case "unevaluatedItems", "unevaluatedProperties", "contentSchema": dialect >= .draft2019_09 ? .schema : nil
    case "additionalItems": dialect <= .draft2019_09 ? .schema : nil
    case "items": dialect == .draft2020_12 ? .schema : .schemaOrArray
    case "allOf", "anyOf", "oneOf": .array
    case "prefixItems": dialect == .draft2020_12 ? .array : nil
    case "properties", "patternProperties", "definitions": .map
    case "$defs", "dependentSchemas": dialect >= .draft2019_09 ? .map : nil
    case "dependencies": .mapOfSchemasOrNames
    default: nil
    }
  }
}
