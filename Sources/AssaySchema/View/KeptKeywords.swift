package import AssayJSON

/// A walk through a schema together with a value that matches it, which follows references and subschemas for the same
/// value.
package struct KeptKeywords {
  private let body: JSONValue
  private var found: [KeptKeyword] = []
  private var absent: [AbsentMember] = []
  private var seen: Set<String> = []

  /// Returns the keywords that apply to `body` and the values inside it. Of an array's items, only the first and the
  /// last are visited.
  package static func all(of schema: SchemaView?, in body: JSONValue) -> [KeptKeyword] {
    var walk = KeptKeywords(body: body)
    if let schema { walk.visit(schema, body, JSONPointer()) }
    return walk.found
  }

  /// Returns the members that the schema describes but `body`, or an object inside it, does not have.
  package static func absentMembers(of schema: SchemaView?, in body: JSONValue) -> [AbsentMember] {
    var walk = KeptKeywords(body: body)
    if let schema { walk.visit(schema, body, JSONPointer()) }
    return walk.absent
  }

  private init(body: JSONValue) {
    self.body = body
  }

  private mutating func visit(_ schema: SchemaView, _ value: JSONValue, _ place: JSONPointer) {
    guard schema.isInOwnDocument, schema.value.kind == .object, seen.insert("\(schema.pointer) \(place)").inserted
    else { return }
    found += schema.keywords.compactMap { KeptKeyword($0, at: place, in: body) }
    // A condition's branches may not hold for the value: what breaks them is only looked for.
    for (role, part) in schema.inPlace {
      switch role {
      case .reference, .conjunct, .consequence, .otherwise: visit(part, value, place)
      case .dependent(let member) where value[member] != nil: visit(part, value, place)
      default: break
      }
    }
    for child in schema.children { visit(child, of: schema, value, place) }
  }

  /// Visits a subschema for members or items. For a pattern, any member not in `properties` is visited; changes that
  /// turn out not to break the pattern's schema are discarded later.
  private mutating func visit(
    _ child: SchemaView.Child,
    of schema: SchemaView,
    _ value: JSONValue,
    _ place: JSONPointer
  ) {
    switch child.role {
    case .member(let name):
      if let member = value[name] {
        visit(child.schema, member, place.appending(name))
      } else if value.kind == .object {
        absent.append(AbsentMember(object: place, name: name, schema: child.schema.pointer))
      }
    case .membersMatching, .furtherMembers:
      for member in value.members where schema["properties"]?[member.key] == nil {
        visit(child.schema, member.value, place.appending(member.key))
      }
    case .item(let position): if let item = value[position] { visit(child.schema, item, place.appending(position)) }
    case .items(let start) where value.kind == .array && value.count > start:
      for position in Set([start, value.count - 1]).sorted() {
        if let item = value[position] { visit(child.schema, item, place.appending(position)) }
      }
    default: break
    }
  }
}

/// A member that an object does not have although its schema describes it.
package struct AbsentMember: Hashable, Sendable {
  /// The place of the object in the value.
  package let object: JSONPointer
  package let name: String
  /// The place of the member's schema in its document.
  package let schema: JSONPointer
}
