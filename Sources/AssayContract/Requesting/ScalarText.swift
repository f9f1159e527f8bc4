import AssayJSON
package import AssaySchema

/// The validation of text that represents a value: in a header, a query, a path or a form field, which have no types of
/// their own.
package enum ScalarText {
  /// Returns the violations of `text`; none if it matches the schema as a string, or as the number or truth value it
  /// spells.
  package static func violations(of text: String, _ schema: CompiledSchema) -> [SchemaViolation] {
    let string = JSONValue.string(text)
    let violations = schema.violations(of: string)
    if violations.isEmpty { return [] }
    guard let scalar = (try? JSONDocument(parsing: text))?.root, scalar.count == 0 else { return violations }
    if schema.isValid(scalar) { return [] }
    return violations.first?.keyword == "type" ? schema.violations(of: scalar) : violations
  }
}
