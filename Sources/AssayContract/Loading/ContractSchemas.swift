import AssayHTTP
package import AssayJSON

/// The schemas of a contract as they refer to each other, for questions no single value can answer.
package struct ContractSchemas: Sendable {
  package let root: ContractNode
  /// The shared schemas by name, since references to one among many would be quadratic to follow else.
  private let definitions: [String: ContractNode]

  package init(root: ContractNode) {
    self.root = root
    definitions = Dictionary(root.table("$defs").map { ($0.name, $0) }) { _, last in last }
  }

  /// The shared schema called `name`.
  package func definition(_ name: String) -> ContractNode? {
    guard let found = definitions[name] else { return nil }
    // Two names may be equal as strings and differ as bytes; the names of JSON are bytes.
    guard found.name.utf8.elementsEqual(name.utf8) else {
      return root.descendant(JSONPointer(tokens: ["$defs", name]))
    }
    return found
  }

  /// The schema `$ref` in `node` leads to; `nil` where there is none, or it leads out of the file.
  package func target(of node: ContractNode) -> ContractNode? {
    guard let reference = node.value["$ref"]?.string, reference.hasPrefix("#"),
      let fragment = PercentEncoding.decode(reference.dropFirst())
    else { return nil }
    return JSONPointer(fragment).flatMap { pointer in
      guard pointer.tokens.first == "$defs", pointer.tokens.count > 1 else { return root.descendant(pointer) }
      return definition(pointer.tokens[1])?.descendant(JSONPointer(tokens: Array(pointer.tokens.dropFirst(2))))
    }
  }

  /// `node` and the schemas that hold for the same value whatever it is: those behind `$ref` and `allOf`.
  ///
  /// With `branches`, also those that may hold: `anyOf`, `oneOf`, `if`, `then`, `else` and `dependentSchemas`.
  package func sameValue(_ node: ContractNode, branches: Bool) -> [ContractNode] {
    var found: [ContractNode] = []
    var seen: Set<JSONPointer> = []
    var pending = [node]
    while let next = pending.popLast() {
      guard seen.insert(next.pointer).inserted, next.value.kind == .object else { continue }
      found.append(next)
      if let target = target(of: next) { pending.append(target) }
      pending += next.list("allOf")
      guard branches else { continue }
      pending += next.list("anyOf") + next.list("oneOf") + ["if", "then", "else"].compactMap { next[$0] }
      pending += next.table("dependentSchemas")
    }
    return found
  }

  /// What the schemas in `nodes` say about the member or item `token` of their value.
  package func step(_ nodes: [ContractNode], _ token: String) -> Step {
    var children: [ContractNode] = []
    var known: [String] = []
    var isOpen = true
    for node in nodes.flatMap({ sameValue($0, branches: true) }) {
      let isPosition = !token.isEmpty && token.utf8.allSatisfy { (0x30...0x39).contains($0) }
      if isPosition {
        if let position = Int(token), let item = node.list("prefixItems").dropFirst(position).first {
          children.append(item)
        }
        if let items = node["items"] { children.append(items) }
      }
      let properties = node.table("properties")
      if !properties.isEmpty { isOpen = false }
      known += properties.map(\.name)
      children += properties.filter { $0.name == token }
      // What patterns and further members look like is described there; whether the name fits is the engine's question.
      children += node.table("patternProperties")
      if let further = node["additionalProperties"], further.value.kind == .object { children.append(further) }
    }
    if !children.isEmpty { return .schemas(children) }
    return isOpen ? .anything : .undocumented(known: known)
  }

  /// Whether the schemas in `nodes` describe members of their value, and `name` is none of them.
  package func leavesOut(_ name: String, of nodes: [ContractNode]) -> Bool {
    let isAnyAllowed = nodes.flatMap { sameValue($0, branches: true) }.contains { node in
      ["additionalProperties", "unevaluatedProperties"].contains { node[$0]?.value.bool == true }
    }
    guard !isAnyAllowed, case .undocumented = step(nodes, name) else { return false }
    return true
  }

  /// What schemas say about a member.
  package enum Step {
    /// It is described by these.
    case schemas([ContractNode])
    /// Nothing is said about any member.
    case anything
    /// Members are described, but not this one.
    case undocumented(known: [String])
  }

  /// Follows `pointer` down from a value the schemas in `nodes` describe.
  package func walk(_ nodes: [ContractNode], _ pointer: JSONPointer) -> Step {
    var current = nodes
    for token in pointer.tokens {
      switch step(current, token) {
      case .schemas(let next): current = next
      case let other: return other
      }
    }
    return current.isEmpty ? .anything : .schemas(current)
  }

  /// What schemas say about the items of their arrays.
  package func items(of nodes: [ContractNode]) -> [ContractNode] {
    nodes.flatMap { sameValue($0, branches: true) }.flatMap { node in
      node.list("prefixItems") + [node["items"]].compactMap { $0 }
    }
  }
}
