import AssayJSON

extension SchemaView {
  /// Returns true if a value can break the schema by the keyword `keyword`.
  ///
  /// Returns false for annotations (2020-12 sections 8 and 9), including unknown keywords and formats, for bounds that
  /// are always satisfied, and for keywords that need another one that is missing.
  package func constrains(by keyword: Keyword) -> Bool { !isAnnotation(keyword) && !alwaysHolds(keyword) }

  /// Returns true if `keyword` only describes a value and enforces nothing.
  package func isAnnotation(_ keyword: Keyword) -> Bool {
    switch keyword.kind {
    case nil, .annotation, .identifier, .definitions: true
    default: false
    }
  }

  /// Returns true if every value satisfies `keyword`: a bound such as `minLength: 0`, an empty list, or a switch that
  /// is off.
  package func alwaysHolds(_ keyword: Keyword) -> Bool {
    let value = keyword.value
    switch keyword.name {
    case "minLength", "minItems", "minProperties": return value.number == JSONNumber(0)
    case "required", "prefixItems": return value.kind == .array && value.count == 0
    case "properties", "patternProperties", "dependentRequired", "dependentSchemas":
      return value.kind == .object && value.count == 0
    case "uniqueItems", "notBlank": return value.bool == false
    case "minContains", "maxContains": return self["contains"] == nil
    case "if": return self["then"] == nil && self["else"] == nil
    case "then", "else": return self["if"] == nil
    default: return false
    }
  }
}
