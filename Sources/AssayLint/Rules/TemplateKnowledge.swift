import AssayContract
import AssayJSON

/// What is known of a template's value before it is filled in.
enum TemplateKnowledge {
  /// The keywords that look only at what is there, not at the values of members and items.
  private static let structural: Set<String> = [
    "required", "type", "dependentRequired", "minProperties", "maxProperties", "minItems", "maxItems",
    "additionalProperties", "unevaluatedProperties", "propertyNames",
  ]

  /// Whether a violation of `keyword` at `template` stands whatever its expressions come to.
  static func isKnown(_ template: JSONValue, for keyword: String) -> Bool {
    switch template.kind {
    case .string: return !holdsExpression(template) || keyword == "type" && !isExpression(template)
    case .object where template["$forEach"] != nil: return false
    case .object, .array: return structural.contains(keyword) || !isOpen(template)
    default: return true
    }
  }

  /// Whether there is an expression anywhere inside.
  private static func isOpen(_ template: JSONValue) -> Bool {
    var pending = [template]
    while let value = pending.popLast() {
      if value.kind == .string, holdsExpression(value) { return true }
      if value["$forEach"] != nil { return true }
      pending += value.items
      pending += value.members.map(\.value)
    }
    return false
  }

  private static func isExpression(_ value: JSONValue) -> Bool {
    (try? TemplateText(parsing: value.string ?? ""))?.isExpression ?? true
  }

  private static func holdsExpression(_ value: JSONValue) -> Bool {
    guard let text = value.string, text.contains("$") else { return false }
    if text.contains("${") { return true }
    guard let parsed = try? TemplateText(parsing: text) else { return true }
    return parsed.isExpression || parsed.pieces.count > 1
      || parsed.pieces.contains { if case .expression = $0 { true } else { false } }
  }
}
