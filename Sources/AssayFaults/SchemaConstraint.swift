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

  private static let simple = [
    "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems", "sorted", "uniqueBy",
  ]

  private mutating func visit(_ pointer: JSONPointer, _ instance: JSONValue, _ place: JSONPointer) {
    guard let schema = document.root[pointer], schema.kind == .object, seen.insert("\(pointer) \(place)").inserted
    else { return }
    for keyword in Self.simple {
      guard let value = schema[keyword] else { continue }
      constraints.append(
        SchemaConstraint(keyword: keyword, value: value, pointer: pointer.appending(keyword), place: place)
      )
    }
    for name in schema["required"]?.items.map({ $0 }) ?? [] {
      guard let member = name.string, instance[member] != nil else { continue }
      constraints.append(
        SchemaConstraint(
          keyword: "required",
          value: name,
          pointer: pointer.appending("required"),
          place: place,
          member: member
        )
      )
    }
    if let target = schema["$ref"]?.string, target.hasPrefix("#"),
      let reference = JSONPointer(String(target.dropFirst()))
    {
      visit(reference, instance, place)
    }
    for index in 0..<(schema["allOf"]?.count ?? 0) {
      visit(pointer.appending("allOf").appending(index), instance, place)
    }
    for member in schema["properties"]?.members.map({ $0.key }) ?? [] {
      guard let child = instance[member] else { continue }
      visit(pointer.appending("properties").appending(member), child, place.appending(member))
    }
    guard instance.kind == .array, instance.count > 0, schema["items"] != nil else { return }
    for index in Set([0, instance.count - 1]).sorted() {
      guard let item = instance[index] else { continue }
      visit(pointer.appending("items"), item, place.appending(index))
    }
  }
}
