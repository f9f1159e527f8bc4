package import AssayJSON
package import AssaySchema

/// A place of a contract that can contain a promise, with its kind.
package struct ContractSite {
  package let kind: ContractFormat.Kind
  package let node: ContractNode
  /// The schema at this place; `nil` if the place is not inside a schema.
  package let schema: SchemaView?
  /// The name of the operation the site belongs to; for a site in a step, that of the step's operation.
  package let operation: String?

  /// Returns all sites of the contract, in document order; those of shared schemas last.
  package static func all(in document: JSONDocument, _ schemas: SchemaSet) -> [ContractSite] {
    var sites: [ContractSite] = []
    var shared: [ContractSite] = []
    var members = MemberIndex()
    ContractFormat.shared.forEachPlace(in: ContractNode(root: document.root)) { place in
      switch place.kind {
      case .condition, .securityScheme, .expression, .input, .template, .mockExpression, .mockTemplate, .file: return
      case .schema: break
      default:
        let site = ContractSite(kind: place.kind, node: place.node, schema: nil, operation: place.operation)
        return sites.append(site)
      }
      let start = place.node.pointer.tokens
      for inner in schemas.view(at: place.node.pointer)?.written ?? [] {
        let below = JSONPointer(tokens: Array(inner.pointer.tokens.dropFirst(start.count)))
        guard let node = place.node.descendant(below, &members) else { continue }
        let site = ContractSite(kind: .schema, node: node, schema: inner, operation: place.operation)
        if start.first == "$defs" { shared.append(site) } else { sites.append(site) }
      }
    }
    return sites + shared
  }
}
