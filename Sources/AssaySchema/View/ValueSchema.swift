package import AssayJSON

/// All that schemas say of one value, whatever keywords and references say it: types, lists, bounds, members and items.
package struct ValueSchema: Sendable {
  /// The schemas that count.
  package enum Reach: Sendable {
    /// Those every valid value matches: the schema itself, those it refers to, and those of `allOf`.
    case always
    /// Also those a valid value may match: `anyOf`, `oneOf`, `if`, `then`, `else` and `dependentSchemas`.
    case branches
    /// Also the first of each `anyOf` and `oneOf`, and with a condition (`then` or `else`) the branch of that name.
    case sample(condition: String?)
  }

  /// The schemas that describe the value, as given.
  package let schemas: [SchemaView]
  /// Those that say something of the value, each once.
  package let parts: [SchemaView]

  package init(_ schemas: [SchemaView], reach: Reach = .branches) {
    self.schemas = schemas
    var seen: Set<SchemaPlace> = []
    parts = schemas.flatMap { $0.parts(reach) }.filter { seen.insert($0.place).inserted }
  }

  package init(_ schema: SchemaView?, reach: Reach = .branches) { self.init(schema.map { [$0] } ?? [], reach: reach) }

  /// True if no schema describes the value.
  package var isEmpty: Bool { schemas.isEmpty }

  // MARK: The value itself

  /// Returns the values of `keyword` in the parts.
  package func values(of keyword: String) -> [JSONValue] { parts.compactMap { $0[keyword] } }

  /// The types all `type` keywords of the parts allow; all of them without one.
  package var sharedTypes: JSONTypes { parts.reduce(.all) { $0.intersection($1.types ?? .all) } }

  /// The types at least one of the schemas allows, its lists and branches considered; all of them if none says any.
  package var types: JSONTypes {
    let said = schemas.map { $0.allowedTypes(depth: 0) }.filter { $0 != .all }
    return said.isEmpty ? .all : said.reduce([]) { $0.union($1) }
  }

  /// The values each `const` or `enum` lists.
  package var lists: [[JSONValue]] { parts.compactMap(\.listedValues) }

  /// The first value of `const`, `enum`, `examples` or `default`.
  package var shown: JSONValue? {
    for keyword in ["const", "enum", "examples", "default"] {
      guard let said = values(of: keyword).first else { continue }
      if keyword == "const" || keyword == "default" { return said }
      if let first = said.items.first(where: { _ in true }) { return first }
    }
    return nil
  }

  /// The greatest number `keyword` (`minimum`, `minItems`, …) says, as it is written.
  package func greatest(_ keyword: String) -> JSONValue? {
    values(of: keyword).filter { $0.number != nil }.max { left, right in
      guard let left = left.number, let right = right.number else { return false }
      return left < right
    }
  }

  /// The least number `keyword` (`maximum`, `maxItems`, …) says, as it is written.
  package func least(_ keyword: String) -> JSONValue? {
    values(of: keyword).filter { $0.number != nil }.min { left, right in
      guard let left = left.number, let right = right.number else { return false }
      return left < right
    }
  }

  // MARK: Members and items

  /// The names `required` lists.
  package var required: [String] { values(of: "required").flatMap { $0.items.compactMap(\.string) } }

  /// The members described by name, in the order they are written, each with all that describe it.
  package var members: [(name: String, schemas: [SchemaView])] {
    var order: [String] = []
    var schemas: [ExactText: [SchemaView]] = [:]
    for child in parts.flatMap(\.children) {
      guard let name = child.role.memberName else { continue }
      if schemas[name] == nil { order.append(name) }
      schemas[ExactText(name), default: []].append(child.schema)
    }
    return order.map { ($0, schemas[$0] ?? []) }
  }

  /// The schemas for members without a description of their own: patterns and further members.
  package var furtherMembers: [SchemaView] {
    parts.flatMap(\.children).filter { child in
      switch child.role {
      case .membersMatching: true
      case .furtherMembers, .unevaluatedMembers: child.schema.boolean == nil
      default: false
      }
    }.map(\.schema)
  }

  /// True if the schema `true` is written for further members.
  package var allowsFurtherMembers: Bool {
    parts.flatMap(\.children).contains { child in
      (child.role == .furtherMembers || child.role == .unevaluatedMembers) && child.schema.boolean == true
    }
  }

  /// The schemas for the items: by position, and all of them.
  package var items: [SchemaView] { parts.flatMap(\.children).filter(\.role.isOfItems).map(\.schema) }
}

/// A member or an item of a value, as its schemas describe it.
package enum DescribedField {
  case described(ValueSchema)
  /// Nothing is said of any member.
  case anything
  /// Members are described, but not this one.
  case undocumented(known: [String])
}

extension ValueSchema {
  /// Returns the description of the member or item `token`.
  package func field(_ token: String) -> DescribedField {
    var found: [SchemaView] = []
    var known: [String] = []
    let position = JSONPointer.arrayIndex(token)
    for child in parts.flatMap(\.children) {
      switch child.role {
      case .item(position), .items: if position != nil { found.append(child.schema) }
      case .member(let name):
        known.append(name)
        if name.isExactly(token) { found.append(child.schema) }
      // Whether the name matches the pattern is a question for the engine.
      case .membersMatching: found.append(child.schema)
      case .furtherMembers: if child.schema.boolean == nil { found.append(child.schema) }
      default: break
      }
    }
    if !found.isEmpty { return .described(ValueSchema(found)) }
    return known.isEmpty ? .anything : .undocumented(known: known)
  }

  /// Follows `pointer` down from the value; in an expression's pointer, `*` means the items of an array.
  package func field(at pointer: JSONPointer, isExpression: Bool = false) -> DescribedField {
    var current = self
    for token in pointer.tokens {
      if isExpression, token == "*" {
        let items = ValueSchema(current.items)
        if !items.isEmpty {
          current = items
          continue
        }
      }
      // An array has items by their positions, and no members.
      if current.isArray, JSONPointer.arrayIndex(token) == nil {
        return .undocumented(known: isExpression ? ["*"] : [])
      }
      let next = current.field(token)
      guard case .described(let inner) = next else { return next }
      current = inner
    }
    return current.isEmpty ? .anything : .described(current)
  }

  /// Returns true if the schemas describe members, and do not allow one called `name`.
  package func excludes(_ name: String) -> Bool {
    guard !allowsFurtherMembers, case .undocumented = field(name) else { return false }
    return true
  }

  /// True if the value can only be an array.
  private var isArray: Bool { schemas.contains { $0.sameValue().contains { $0.types == .array } } }
}

extension SchemaView {
  /// The types `type` allows; `nil` without the keyword.
  package var types: JSONTypes? {
    self["type"].map { type in
      let names = type.string.map { [$0] } ?? type.items.compactMap(\.string)
      return names.reduce(into: []) { $0.formUnion(JSONTypes(named: $1)) }
    }
  }

  /// The values of `const` or `enum`; `nil` without both.
  package var listedValues: [JSONValue]? { self["const"].map { [$0] } ?? self["enum"].map { Array($0.items) } }

  /// Branches are followed this deep, so that schemas that contain themselves end.
  private static let depthLimit = 8

  /// The types a valid value can have.
  fileprivate func allowedTypes(depth: Int) -> JSONTypes {
    guard depth < Self.depthLimit else { return .all }
    var types = JSONTypes.all
    for part in sameValue() {
      types.formIntersection(part.types ?? .all)
      if let listed = part.listedValues {
        types.formIntersection(listed.reduce(into: []) { $0.formUnion(JSONTypes(of: $1)) })
      }
      for keyword in ["anyOf", "oneOf"] {
        let branches = part.children(of: keyword)
        guard !branches.isEmpty else { continue }
        types.formIntersection(branches.reduce([]) { $0.union($1.schema.allowedTypes(depth: depth + 1)) })
      }
    }
    return types
  }

  /// The schemas that count for the value of this one.
  fileprivate func parts(_ reach: ValueSchema.Reach) -> [SchemaView] {
    switch reach {
    case .always: return sameValue()
    case .branches: return sameValue(branches: true)
    case .sample(let condition):
      let always = sameValue()
      let keywords = ["anyOf", "oneOf"] + [condition].compactMap(\.self) + (condition == "then" ? ["if"] : [])
      return always
        + always.flatMap { part in
          keywords.compactMap { part.child($0) }.flatMap { $0.sameValue() }
        }
    }
  }
}
