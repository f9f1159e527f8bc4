import AssayJSON

/// The schemas inside a schema, by the keywords of JSON Schema that hold them; `items` was an array too before 2020-12.
package enum SchemaWalk {
  static let single = [
    "additionalProperties", "propertyNames", "unevaluatedProperties", "items", "contains", "unevaluatedItems", "not",
    "if", "then", "else", "contentSchema", "additionalItems",
  ]
  static let arrays = ["allOf", "anyOf", "oneOf", "prefixItems", "items"]
  static let tables = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "dependencies"]

  /// The schemas directly inside `node`.
  package static func children(of node: ContractNode) -> [ContractNode] {
    guard node.value.kind == .object else { return [] }
    return single.compactMap { node[$0] } + arrays.flatMap { node.list($0) } + tables.flatMap { node.table($0) }
  }

  /// `node` and every schema written inside it, outermost first. `$ref` is not followed.
  package static func schemas(from node: ContractNode) -> [ContractNode] {
    var found: [ContractNode] = []
    var pending = [node]
    while let next = pending.popLast() {
      guard next.value.kind == .object || next.value.bool != nil else { continue }
      found.append(next)
      pending.append(contentsOf: children(of: next).reversed())
    }
    return found
  }

  /// Whether a value can break `node` by a keyword of its own, not of a schema inside it or one it refers to.
  package static func asserts(_ node: ContractNode) -> Bool {
    if let boolean = node.value.bool { return !boolean }
    return node.value.members.contains { assertions.contains($0.key) }
  }

  private static let assertions: Set<String> = [
    "type", "enum", "const", "not", "required", "dependentRequired", "minProperties", "maxProperties", "minItems",
    "maxItems", "uniqueItems", "contains", "minLength", "maxLength", "pattern", "format", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "sorted", "uniqueBy",
  ]
}
