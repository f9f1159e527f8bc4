import AssayContract
import AssayJSON

/// The text of a schema with what its references lead to, the same for two schemas that say the same the same way.
///
/// For keywords that are only asked whether they changed: a reference written as before may lead to what is not. Each
/// target is written once, so that schemas that hold themselves come to an end and texts stay as long as the contract.
struct ResolvedSchemaText {
  let schemas: ContractSchemas
  /// The targets written, and when.
  private var visited: [JSONPointer: Int] = [:]
  private var depth = 0

  init(schemas: ContractSchemas) { self.schemas = schemas }

  /// Keywords that promise nothing: JSON Schema core section 8, validation section 9.1, and Assay's `source`.
  static let annotations: Set<String> = [
    "title", "description", "examples", "example", "source", "message", "$comment", "$schema", "$id", "$anchor",
    "$dynamicAnchor", "$vocabulary", "$defs", "definitions",
  ]

  private static let tables: Set<String> = ["properties", "patternProperties", "dependentSchemas"]
  private static let lists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems"]
  private static let single: Set<String> = [
    "not", "if", "then", "else", "items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems",
    "contains",
    "propertyNames", "contentSchema",
  ]
  private static let deepest = 128

  /// The text of what stands under `keyword` in `schema`; `nil` where nothing does.
  mutating func text(of keyword: String, in schema: ContractNode) -> String? {
    guard let value = schema[keyword] else { return nil }
    if keyword == "$ref" { return reference(schema) }
    if keyword == "$dynamicRef" { return value.value.canonicalText + everything }
    if Self.single.contains(keyword) { return text(of: value) }
    if Self.lists.contains(keyword) {
      return "[" + schema.list(keyword).map { text(of: $0) }.joined(separator: ",") + "]"
    }
    if Self.tables.contains(keyword) {
      let entries = schema.table(keyword).sorted { $0.name < $1.name }
      return "{" + entries.map { "\($0.name.debugDescription):\(text(of: $0))" }.joined(separator: ",") + "}"
    }
    if keyword == "required" || keyword == "enum" {
      return "[" + value.value.items.map(\.canonicalText).sorted().joined(separator: ",") + "]"
    }
    return value.value.canonicalText
  }

  private mutating func text(of schema: ContractNode) -> String {
    guard schema.value.kind == .object else { return schema.value.canonicalText }
    guard depth < Self.deepest else { return schema.value.canonicalText + everything }
    depth += 1
    defer { depth -= 1 }
    let keywords = Set(schema.value.members.map(\.key)).subtracting(Self.annotations)
    // A reference and nothing beside it is what it leads to.
    if keywords == ["$ref"] { return reference(schema) }
    let members = keywords.sorted().compactMap { keyword in
      text(of: keyword, in: schema).map { "\(keyword.debugDescription):\($0)" }
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func reference(_ schema: ContractNode) -> String {
    guard let target = schemas.target(of: schema) else {
      return (schema.value["$ref"]?.canonicalText ?? "") + everything
    }
    if let number = visited[target.pointer] { return "#\(number)" }
    visited[target.pointer] = visited.count
    return text(of: target)
  }

  /// What a reference that is not followed may lead to.
  private var everything: String { schemas.root.value["$defs"]?.canonicalText ?? "" }
}
