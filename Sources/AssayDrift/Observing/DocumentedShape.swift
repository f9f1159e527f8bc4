package import AssayContract
import AssayJSON

/// What the schemas of a contract say about one value: its types, its members, its items.
package struct DocumentedShape: Sendable {
  /// The schemas of the value, each as the contract writes it.
  let nodes: [ContractNode]
  let schemas: ContractSchemas
  /// The members described by name, in the contract's order.
  let names: [String]
  private let named: [String: [ContractNode]]
  /// What is said of members of other names, those of a map.
  private let further: [ContractNode]
  /// Members nobody described are as documented as the rest: nothing is said about any.
  let isOpen: Bool
  private let itemNodes: [ContractNode]
  /// The schemas that name members: the same wherever the value is of one definition.
  let home: [JSONPointer]

  /// What all of `nodes` together say, those behind `$ref` and of every branch included.
  package init(_ nodes: [ContractNode], schemas: ContractSchemas) {
    self.nodes = nodes
    self.schemas = schemas
    var names: [String] = []
    var named: [String: [ContractNode]] = [:]
    var further: [ContractNode] = []
    var items: [ContractNode] = []
    var home: [JSONPointer] = []
    var saysAny = false
    // Each once: alternatives that lead to one another would double with every level of the value.
    var seen: Set<JSONPointer> = []
    for part in nodes.flatMap({ schemas.sameValue($0, branches: true) }) where seen.insert(part.pointer).inserted {
      let properties = part.table("properties")
      if !properties.isEmpty { home.append(part.pointer) }
      for property in properties {
        if named[property.name] == nil { names.append(property.name) }
        named[property.name, default: []].append(property)
      }
      further += part.table("patternProperties")
      for keyword in ["additionalProperties", "unevaluatedProperties"] {
        guard let rest = part[keyword] else { continue }
        if rest.value.kind == .object { further.append(rest) } else if rest.value.bool == true { saysAny = true }
      }
      items += part.list("prefixItems") + [part["items"]].compactMap { $0 }
    }
    self.names = names
    self.named = named
    self.further = further
    isOpen = saysAny || (named.isEmpty && further.isEmpty)
    itemNodes = items
    self.home = home
  }

  /// Whether the member `name` is described.
  func describes(_ name: String) -> Bool { named[name] != nil }
  /// Whether members of any name are described.
  var isMap: Bool { !further.isEmpty }
  /// What is said of the member `name`; `nil` where it is not described.
  func member(_ name: String) -> DocumentedShape? { named[name].map { DocumentedShape($0, schemas: schemas) } }
  /// What is said of members that have no description by name; `nil` where nothing is.
  var furtherMembers: DocumentedShape? { further.isEmpty ? nil : DocumentedShape(further, schemas: schemas) }
  /// What is said of items; `nil` where nothing is.
  var items: DocumentedShape? { itemNodes.isEmpty ? nil : DocumentedShape(itemNodes, schemas: schemas) }

  /// The promise a note about the value points at.
  var promise: Promise? { nodes.first?.promise }

  /// The types allowed by those of the schemas that say any; all of them where nothing is said.
  var types: JSONTypes {
    let said = nodes.map { types(of: $0, depth: 0) }.filter { $0 != .all }
    return said.isEmpty ? .all : said.reduce(into: []) { $0.formUnion($1) }
  }

  /// The values listed by `enum` or `const`; empty where there is no list.
  var listedValues: [JSONValue] {
    nodes.flatMap { schemas.sameValue($0, branches: false) }.flatMap { part -> [JSONValue] in
      if let value = part.value["const"] { return [value] }
      return part.value["enum"].map { Array($0.items) } ?? []
    }
  }

  /// Branches are followed this deep; schemas that hold themselves come to an end.
  private static let depthLimit = 8

  private func types(of node: ContractNode, depth: Int) -> JSONTypes {
    guard depth < Self.depthLimit else { return .all }
    var types = JSONTypes.all
    for part in schemas.sameValue(node, branches: false) {
      if let type = part.value["type"] {
        let words = type.string.map { [$0] } ?? type.items.compactMap(\.string)
        types.formIntersection(words.reduce(into: []) { $0.formUnion(JSONTypes(named: $1)) })
      }
      let listed = part.value["const"].map { [$0] } ?? part.value["enum"].map { Array($0.items) }
      if let listed { types.formIntersection(listed.reduce(into: []) { $0.formUnion(JSONTypes(of: $1)) }) }
      for keyword in ["anyOf", "oneOf"] {
        let branches = part.list(keyword)
        guard !branches.isEmpty else { continue }
        types.formIntersection(
          branches.reduce(into: []) { $0.formUnion(self.types(of: $1, depth: depth + 1)) }
        )
      }
    }
    return types
  }
}
