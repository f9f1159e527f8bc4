import AssayJSON

/// A keyword of a schema that says something of a place in an answer.
struct SchemaConstraint: Hashable {
  var keyword: String
  /// The keyword's value in the contract.
  var value: JSONValue
  /// Where the keyword stands in the contract.
  var pointer: JSONPointer
  /// The place in the answer it is about.
  var place: JSONPointer
  /// The member a `required` asks for.
  var member: String?

  static func == (left: SchemaConstraint, right: SchemaConstraint) -> Bool {
    left.pointer == right.pointer && left.place == right.place && left.member == right.member
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(pointer)
    hasher.combine(place)
    hasher.combine(member)
  }
}

/// Walks a schema and an answer together, following references and what applies to the same place.
struct SchemaConstraintWalk {
  private let document: JSONDocument
  private(set) var constraints: [SchemaConstraint] = []
  private var seen: Set<String> = []

  /// The constraints of the schema at `schema` on `instance` and what is inside it; of an array's items, on the first
  /// and the last.
  static func constraints(in document: JSONDocument, schema: JSONPointer, on instance: JSONValue) -> [SchemaConstraint]
  {
    var walk = SchemaConstraintWalk(document: document)
    walk.visit(schema, instance, JSONPointer())
    return walk.constraints
  }

  private init(document: JSONDocument) {
    self.document = document
  }

  /// Keywords that say something of a value whatever it has.
  private static let plain = [
    "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems", "sorted", "uniqueBy", "minProperties",
    "maxProperties", "propertyNames", "contains", "anyOf", "oneOf", "not",
  ]
  /// Keywords that rule members or items out where they are `false`.
  private static let closing = ["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems"]

  private mutating func visit(_ pointer: JSONPointer, _ instance: JSONValue, _ place: JSONPointer) {
    guard let schema = document.root[pointer], schema.kind == .object, seen.insert("\(pointer) \(place)").inserted
    else { return }
    for keyword in Self.plain { if let value = schema[keyword] { add(keyword, value, pointer, place) } }
    for keyword in Self.closing where schema[keyword]?.bool == false { add(keyword, .bool(false), pointer, place) }
    for name in schema["required"]?.items.map({ $0 }) ?? [] {
      guard let member = name.string, instance[member] != nil else { continue }
      add("required", name, pointer, place, member: member)
    }
    for dependency in schema["dependentRequired"]?.members.map({ $0 }) ?? [] where instance[dependency.key] != nil {
      for name in dependency.value.items {
        guard let member = name.string, instance[member] != nil else { continue }
        add("dependentRequired", name, pointer, place, member: member)
      }
    }
    visitInPlace(schema, pointer, instance, place)
    visitMembers(of: schema, pointer, instance, place)
    visitItems(of: schema, pointer, instance, place)
  }

  private mutating func add(
    _ keyword: String,
    _ value: JSONValue,
    _ pointer: JSONPointer,
    _ place: JSONPointer,
    member: String? = nil
  ) {
    constraints.append(
      SchemaConstraint(
        keyword: keyword,
        value: value,
        pointer: pointer.appending(keyword),
        place: place,
        member: member
      )
    )
  }

  /// What applies to the value itself. A condition's branches may not: what breaks them is only looked for.
  private mutating func visitInPlace(
    _ schema: JSONValue,
    _ pointer: JSONPointer,
    _ instance: JSONValue,
    _ place: JSONPointer
  ) {
    if let target = schema["$ref"]?.string, target.hasPrefix("#"),
      let reference = JSONPointer(String(target.dropFirst()))
    {
      visit(reference, instance, place)
    }
    for index in 0..<(schema["allOf"]?.count ?? 0) {
      visit(pointer.appending("allOf").appending(index), instance, place)
    }
    if schema["if"] != nil {
      for branch in ["then", "else"] { visit(pointer.appending(branch), instance, place) }
    }
    for member in schema["dependentSchemas"]?.members.map({ $0.key }) ?? [] where instance[member] != nil {
      visit(pointer.appending("dependentSchemas").appending(member), instance, place)
    }
  }

  private mutating func visitMembers(
    of schema: JSONValue,
    _ pointer: JSONPointer,
    _ instance: JSONValue,
    _ place: JSONPointer
  ) {
    let named = Set(schema["properties"]?.members.map { $0.key } ?? [])
    for member in schema["properties"]?.members.map({ $0.key }) ?? [] {
      guard let child = instance[member] else { continue }
      visit(pointer.appending("properties").appending(member), child, place.appending(member))
    }
    // Which member a pattern is about the trial shows: a change to another one breaks nothing of it.
    let patterns = schema["patternProperties"]?.members.map { $0.key } ?? []
    for member in instance.members where !named.contains(member.key) {
      for pattern in patterns {
        let keyword = pointer.appending("patternProperties")
        visit(keyword.appending(pattern), member.value, place.appending(member.key))
      }
      visit(pointer.appending("additionalProperties"), member.value, place.appending(member.key))
    }
  }

  private mutating func visitItems(
    of schema: JSONValue,
    _ pointer: JSONPointer,
    _ instance: JSONValue,
    _ place: JSONPointer
  ) {
    guard instance.kind == .array, instance.count > 0 else { return }
    let prefix = schema["prefixItems"]?.count ?? 0
    for index in 0..<min(prefix, instance.count) {
      guard let item = instance[index] else { continue }
      visit(pointer.appending("prefixItems").appending(index), item, place.appending(index))
    }
    guard schema["items"] != nil, instance.count > prefix else { return }
    for index in Set([prefix, instance.count - 1]).sorted() {
      guard let item = instance[index] else { continue }
      visit(pointer.appending("items"), item, place.appending(index))
    }
  }
}
