import AssayContract
import AssayJSON

/// What a schema says about one value, whichever way it is written: `$ref` and `allOf` resolved.
struct SchemaFacts {
  let parts: [ContractNode]

  init(_ nodes: [ContractNode], schemas: ContractSchemas) {
    var seen: Set<JSONPointer> = []
    parts = nodes.flatMap { schemas.sameValue($0, branches: false) }.filter { seen.insert($0.pointer).inserted }
  }

  /// The schemas that say `keyword`.
  func parts(saying keyword: String) -> [ContractNode] { parts.filter { $0.value[keyword] != nil } }

  /// The types all parts allow; all of them where none says any.
  var types: JSONTypes {
    parts.reduce(into: .all) { types, part in
      guard let type = part.value["type"] else { return }
      let names = type.string.map { [$0] } ?? type.items.compactMap(\.string)
      types.formIntersection(names.reduce(into: []) { $0.formUnion(JSONTypes(named: $1)) })
    }
  }

  /// The values listed, with the place that lists them; `nil` where no part does.
  var list: (values: [JSONValue], place: ContractNode)? {
    for part in parts {
      if let value = part["const"] { return ([value.value], value) }
      if let values = part["enum"] { return (Array(values.value.items), values) }
    }
    return nil
  }

  /// The tightest of the bounds `keyword` sets, with the place that sets it.
  func bound(_ keyword: String, isMinimum: Bool) -> (number: JSONNumber, place: ContractNode)? {
    let bounds = parts.compactMap { part in
      part[keyword].flatMap { node in node.value.number.map { (number: $0, place: node) } }
    }
    return bounds.reduce(nil) { best, bound in
      guard let best else { return bound }
      return isMinimum == (bound.number > best.number) ? bound : best
    }
  }

  /// The members that have to be there, with the parts that say so.
  var required: [String: ContractNode] {
    parts.reduce(into: [:]) { required, part in
      for name in part.value["required"]?.items.compactMap(\.string) ?? [] where required[name] == nil {
        required[name] = part
      }
    }
  }

  /// The members described, in order, each by all that describe it.
  var properties: [(name: String, nodes: [ContractNode])] {
    var order: [String] = []
    var nodes: [String: [ContractNode]] = [:]
    for property in parts.flatMap({ $0.table("properties") }) {
      if nodes[property.name] == nil { order.append(property.name) }
      nodes[property.name, default: []].append(property)
    }
    return order.map { ($0, nodes[$0] ?? []) }
  }

  /// Where members are described; `otherwise` where none is.
  func memberPlace(_ otherwise: ContractNode) -> ContractNode { parts(saying: "properties").first ?? otherwise }

  /// What stands under `keyword`, written the same way wherever it means the same; order counts.
  func texts(_ keyword: String) -> [(text: String, place: ContractNode)] {
    parts.compactMap { part in part[keyword].map { ($0.value.canonicalText, $0) } }
  }
}
