package import AssayJSON
package import AssaySchema

/// What schemas say about a member or an item of the values they are promised of.
package enum DescribedField {
  /// It is described by these.
  case schemas([SchemaView])
  /// Nothing is said about any member.
  case anything
  /// Members are described, but not this one.
  case undocumented(known: [String])
}

/// Questions about all values schemas describe, which no single value can answer.
extension [SchemaView] {
  /// The schemas that hold or may hold for the same value, whichever way they are written.
  private var inPlace: [SchemaView] { flatMap { $0.sameValue(branches: true) } }

  /// What the schemas say about the member or item `token` of their value.
  package func field(_ token: String) -> DescribedField {
    var found: [SchemaView] = []
    var known: [String] = []
    var isOpen = true
    let position = token.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(token) : nil
    for child in inPlace.flatMap(\.children) {
      switch child.role {
      case .item(position), .items: if position != nil { found.append(child.schema) }
      case .member(let name):
        isOpen = false
        known.append(name)
        if name == token { found.append(child.schema) }
      // What patterns and further members look like is described there; whether the name fits is the engine's question.
      case .membersMatching: found.append(child.schema)
      case .furtherMembers: if child.schema.boolean == nil { found.append(child.schema) }
      default: break
      }
    }
    if !found.isEmpty { return .schemas(found) }
    return isOpen ? .anything : .undocumented(known: known)
  }

  /// Follows `pointer` down from a value the schemas describe; in an expression's, `*` leads to the items of an array.
  package func field(at pointer: JSONPointer, isExpression: Bool = false) -> DescribedField {
    var current = self
    for token in pointer.tokens {
      if isExpression, token == "*", !current.items.isEmpty {
        current = current.items
        continue
      }
      // An array has items by their positions, and no members.
      if current.isArray, JSONPointer.arrayIndex(token) == nil {
        return .undocumented(known: isExpression ? ["*"] : [])
      }
      guard case .schemas(let next) = current.field(token) else { return current.field(token) }
      current = next
    }
    return current.isEmpty ? .anything : .schemas(current)
  }

  /// Whether the value can be nothing but an array.
  private var isArray: Bool { contains { $0.sameValue().contains { $0.types == .array } } }

  /// What the schemas say about the items of their arrays.
  package var items: [SchemaView] {
    inPlace.flatMap(\.children).filter { child in
      switch child.role {
      case .item, .items: true
      default: false
      }
    }.map(\.schema)
  }

  /// Whether the schemas describe members of their value, and `name` is none of them.
  package func leavesOut(_ name: String) -> Bool {
    let isAnyAllowed = inPlace.flatMap(\.children).contains { child in
      (child.role == .furtherMembers || child.role == .unevaluatedMembers) && child.schema.boolean == true
    }
    guard !isAnyAllowed, case .undocumented = field(name) else { return false }
    return true
  }
}

extension SchemaView {
  /// The types `type` allows; `nil` where it does not stand.
  package var types: JSONTypes? {
    self["type"].map { type in
      let names = type.string.map { [$0] } ?? type.items.compactMap(\.string)
      return names.reduce(into: []) { $0.formUnion(JSONTypes(named: $1)) }
    }
  }

  /// The values of `const` or `enum`; `nil` where neither stands.
  package var listedValues: [JSONValue]? { self["const"].map { [$0] } ?? self["enum"].map { Array($0.items) } }
}
