package import AssayJSON

/// The combined demands of several schemas on one value, independent of keywords and references: types, lists, bounds,
/// members and items.
package struct ValueSchema: Sendable {
  /// The related schemas that are combined.
  package enum Reach: Sendable {
    /// Only schemas that every valid value matches: the schema itself, those it refers to, and those of `allOf`.
    case always
    /// The first of these, for a caller that combines the schemas of every place of a document: walks from each link of
    /// a long chain of references to its end would take quadratic time.
    case firstOfAlways(Int)
    /// Also the schemas that a valid value may match: `anyOf`, `oneOf`, `if`, `then`, `else` and `dependentSchemas`.
    case branches
    /// In addition to `always`, the first schema of each `anyOf` and `oneOf`, and with a `condition` (`then` or `else`)
    /// the branch of that name.
    case sample(condition: String?)
  }

  /// The schemas that describe the value, as given.
  package let schemas: [SchemaView]
  /// All schemas that are combined, each once.
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

  /// Returns the values of `keyword` in all combined schemas.
  package func values(of keyword: String) -> [JSONValue] { parts.compactMap { $0[keyword] } }

  /// The types that all combined schemas with `type` allow; all types if none has it.
  package var sharedTypes: JSONTypes { parts.reduce(.all) { $0.intersection($1.types ?? .all) } }

  /// The types allowed by at least one of the schemas, including its lists and branches; all types if none restricts
  /// them.
  package var types: JSONTypes {
    let said = schemas.map { $0.allowedTypes(depth: 0) }.filter { $0 != .all }
    return said.isEmpty ? .all : said.reduce([]) { $0.union($1) }
  }

  /// The values listed by each `const` or `enum` of the combined schemas.
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

  /// Returns the greatest number given by `keyword` (`minimum`, `minItems`, …), as written.
  package func greatest(_ keyword: String) -> JSONValue? {
    values(of: keyword).filter { $0.number != nil }.max { left, right in
      guard let left = left.number, let right = right.number else { return false }
      return left < right
    }
  }

  /// Returns the least number given by `keyword` (`maximum`, `maxItems`, …), as written.
  package func least(_ keyword: String) -> JSONValue? {
    values(of: keyword).filter { $0.number != nil }.min { left, right in
      guard let left = left.number, let right = right.number else { return false }
      return left < right
    }
  }

  // MARK: Members and items

  /// The names `required` lists.
  package var required: [String] { values(of: "required").flatMap { $0.items.compactMap(\.string) } }

  /// The members described by name, in written order, each with all schemas that describe it.
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

  /// The schemas for members that are not described by name: those of patterns and further members.
  package var furtherMembers: [SchemaView] {
    parts.flatMap(\.children).filter { child in
      switch child.role {
      case .membersMatching: true
      case .furtherMembers, .unevaluatedMembers: child.schema.boolean == nil
      default: false
      }
    }.map(\.schema)
  }

  /// True if further members are explicitly allowed, by the schema `true`.
  package var allowsFurtherMembers: Bool {
    parts.flatMap(\.children).contains { child in
      (child.role == .furtherMembers || child.role == .unevaluatedMembers) && child.schema.boolean == true
    }
  }

  /// The schemas for the items, both by position and for all.
  package var items: [SchemaView] { parts.flatMap(\.children).filter(\.role.isOfItems).map(\.schema) }
}

/// The description of a member or item by the combined schemas.
package enum DescribedField {
  case described(ValueSchema)
  /// The schemas describe no members.
  case anything
  /// Members are described, but not this one.
  case undocumented(known: [String])
}

extension ValueSchema {
  /// Returns the description of the member or item that the JSON Pointer token selects.
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

  /// Returns the description of the value that `pointer` leads to; in an expression's pointer, `*` means all items of
  /// an array.
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

  /// Returns true if the schemas describe members, but not one called `name`, and do not explicitly allow further
  /// members.
  package func excludes(_ name: String) -> Bool {
    guard !allowsFurtherMembers, case .undocumented = field(name) else { return false }
    return true
  }

  /// Returns true if the schemas of the value, or of one on the way to `pointer`, exclude the next member on it.
  package func excludes(_ pointer: JSONPointer) -> Bool {
    var current = self
    for token in pointer.tokens {
      if current.excludes(token) { return true }
      guard case .described(let inner) = current.field(token) else { return false }
      current = inner
    }
    return false
  }

  /// Returns true if the schemas describe the value at `pointer`.
  package func describes(_ pointer: JSONPointer) -> Bool {
    if case .described = field(at: pointer) { true } else { false }
  }

  /// True if the value can only be an array.
  private var isArray: Bool { schemas.contains { $0.sameValue().contains { $0.types == .array } } }
}

extension SchemaView {
  /// The types that `type` allows; `nil` without `type`.
  package var types: JSONTypes? {
    self["type"].map { type in
      let names = type.string.map { [$0] } ?? type.items.compactMap(\.string)
      return names.reduce(into: []) { $0.formUnion(JSONTypes(named: $1)) }
    }
  }

  /// The values of `const` or `enum`; `nil` if the schema has neither.
  package var listedValues: [JSONValue]? { self["const"].map { [$0] } ?? self["enum"].map { Array($0.items) } }

  /// The depth to which alternatives are followed, so that recursive schemas end.
  private static let depthLimit = 8

  /// The types that a valid value can have.
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

  /// Returns the schemas to combine for the value of this one.
  fileprivate func parts(_ reach: ValueSchema.Reach) -> [SchemaView] {
    switch reach {
    case .always: return sameValue()
    case .firstOfAlways(let most): return sameValue(most: most)
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
