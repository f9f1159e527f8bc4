import AssayJSON
package import AssaySchema

/// Judges text that stands for a value: a header, a query, a path or a form field, which have no types of their own.
package enum ScalarText {
  /// The violations of `text`, none where it keeps the schema as a string, or as the number or truth value it spells.
  package static func violations(of text: String, _ schema: CompiledSchema) -> [SchemaViolation] {
    let string = JSONValue.string(text)
    let violations = schema.violations(of: string)
    if violations.isEmpty { return [] }
    guard let scalar = (try? JSONDocument(parsing: text))?.root, scalar.count == 0 else { return violations }
    if schema.isValid(scalar) { return [] }
    return violations.first?.keyword == "type" ? schema.violations(of: scalar) : violations
  }
}
