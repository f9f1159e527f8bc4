import AssayDocuments
import AssayText

/// Keywords of a schema that no value can break.
enum IdleKeyword {
  /// The keywords that say something only of values of one type.
  private static let typed: [(type: String, keywords: Set<String>)] = [
    ("string", ["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"]),
    (
      "array",
      [
        "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains",
        "unevaluatedItems",
      ]
    ),
    (
      "object",
      [
        "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
        "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
      ]
    ),
    ("number", ["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"]),
  ]
  private static let remarks = CommaSeparated.set(
    """
    title, description, default, example, examples, deprecated, readOnly, writeOnly, externalDocs
    """
  )

  /// Why a keyword says nothing of any value; `nil` if it says something.
  static func reason(_ key: String, _ child: OpenAPINode, in node: OpenAPINode) -> String? {
    switch key {
    case "type":
      let named = child.value.isArray ? child.value.items.map(\.string) : [child.string]
      guard let other = named.first(where: { $0.map(OpenAPINode.typeNames.contains) != true }) else { return nil }
      return other.map { "the type \($0.shortened(to: 40)) does not exist" } ?? "it is not the name of a type"
    case "title", "description": return child.string == nil ? "it is not a text" : nil
    case "anyOf":
      let isOpen = child.items.contains { choice in
        choice.value.bool == true || choice.value.isObject && choice.members.allSatisfy { remarks.contains($0.key) }
      }
      return isOpen ? "one of its schemas allows every value" : nil
    default:
      guard let own = typed.first(where: { $0.keywords.contains(key) })?.type, !isOf(own, node) else { return nil }
      return "it says nothing of the type \(node.types.joined(separator: ", "))"
    }
  }

  /// Returns true if a value of the schema may be of a type.
  static func isOf(_ type: String, _ node: OpenAPINode) -> Bool {
    node.types.isEmpty || node.types.contains(type) || type == "number" && node.types.contains("integer")
  }
}
