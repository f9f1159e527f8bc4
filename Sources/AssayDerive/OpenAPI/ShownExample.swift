import AssayContract
import AssayDocuments
import AssayJSON
import AssaySchema

/// An example of a draft that is checked against its schema.
struct ShownExample {
  /// The name of the operation.
  let operation: String
  /// The keys from the operation to the object that contains the example and its schema.
  let way: [String]
  /// The key of the schema: `schema` or `body`.
  let key: String
  let value: DocumentValue
  let schema: OpenAPINode
  /// True if the request cannot be sent without the example.
  let isRequired: Bool

  var isRequest: Bool { way.first == "request" }
  /// True for a parameter that a request may leave out.
  fileprivate var isOptionalParameter: Bool { isRequest && way.count == 3 && !isRequired }
  /// The example's name in messages: `the response 200 of list-users`.
  var words: String {
    switch way.last ?? "" {
    case "body": "the body of \(operation)"
    case let status where !isRequest: "the response \(status) of \(operation)"
    case let name: "the parameter \(name) of \(operation)"
    }
  }

  /// Returns the reason why the schema does not allow `value`; `nil` if it does, or if the schema itself cannot be
  /// used.
  func violation(of value: DocumentValue, _ schemas: SchemaSet) -> SchemaViolation? {
    let pointer = JSONPointer(tokens: ["operations", operation] + way + [key])
    guard let schema = try? schemas.schema(at: pointer), let json = try? JSONDocument(parsing: value.json) else {
      return nil
    }
    let isText = way.count == 3 && isRequest && !value.isObject && !value.isArray
    let text = json.root.string ?? json.root.text
    return isText
      ? ScalarText.violations(of: text, schema).first : schema.violations(of: json.root).first
  }

  /// Returns `value` with its invalid parts replaced by those of `made` or removed; `nil` if neither the result nor
  /// `made` is valid.
  func repaired(with made: DocumentValue?, _ schemas: SchemaSet) -> DocumentValue? {
    var value = value
    for _ in 0..<Self.mostRepairs {
      guard let violation = violation(of: value, schemas) else { return value }
      guard let next = value.replacing(at: violation.instanceLocation.tokens[...], by: made) else { break }
      value = next
    }
    return made.flatMap { violation(of: $0, schemas) == nil ? $0 : nil }
  }

  private static let mostRepairs = 16

  /// Returns the template of a repaired value: unchanged parts are as in `tree`, the template of ``value``.
  func template(of repaired: DocumentValue, _ tree: DraftTree?) -> DraftTree {
    guard repaired.isObject, value.isObject, let tree else { return repaired.template }
    return .object(
      repaired.members.map { member in
        let isKept = value.members.contains { $0.key == member.key && $0.value.json == member.value.json }
        return (member.key, isKept ? tree[member.key] ?? .null : member.value.template)
      }
    )
  }
}

extension DocumentValue {
  /// Returns the value with the part at `way` replaced by `made`, or removed if `made` is `nil`. An object at `way`
  /// keeps its members and gets the missing ones of `made`. Returns `nil` if nothing changes or nothing remains.
  fileprivate func replacing(at way: ArraySlice<String>, by made: DocumentValue?) -> DocumentValue? {
    var copy = self
    guard let first = way.first else {
      guard isObject, let made, made.isObject else { return made?.json == json ? nil : made }
      let missing = made.members.filter { member in !members.contains { $0.key == member.key } }
      copy.kind = .object(members + missing)
      return missing.isEmpty ? made.json == json ? nil : made : copy
    }
    if isArray {
      guard let index = Int(first), items.indices.contains(index) else { return nil }
      var items = items
      let item = items[index].replacing(at: way.dropFirst(), by: made?.items.first)
      if let item { items[index] = item } else { items.remove(at: index) }
      copy.kind = .array(items)
    } else {
      guard let index = members.firstIndex(where: { $0.key == first }) else { return nil }
      var members = members
      let member = members[index].value.replacing(
        at: way.dropFirst(),
        by: made?.members.first { $0.key == first }?.value
      )
      if let member { members[index].value = member } else { members.remove(at: index) }
      copy.kind = .object(members)
    }
    return copy
  }
}

extension OpenAPIReader {
  /// Replaces the examples that break their own schema by made-up values, or removes them if none is found.
  mutating func settleExamples() throws(DraftError) {
    let tree: DraftTree = [
      "operations": .object(operations.map { ($0.name, $0.tree) }),
      "$defs": .object(schemas.definitions),
    ]
    guard let document = try? JSONDocument(parsing: tree.text) else { return }
    let set = SchemaSet(document: document)
    let places = Dictionary(operations.indices.map { (operations[$0].name, $0) }) { first, _ in first }
    for shown in schemas.shown {
      guard let violation = shown.violation(of: shown.value, set), let place = places[shown.operation] else { continue }
      // A parameter that may be left out is not sent with a made-up value.
      let made = try schemas.value(shown.schema, isRequest: shown.isRequest, usingExamples: false)
      let own = shown.isOptionalParameter ? nil : shown.repaired(with: made, set)
      let fate = own == nil ? "none is sent" : "a made-up value is used"
      schemas.lose(
        "the example of \(shown.words), which breaks its own schema: \(violation.message); \(fate)",
        shown.schema
      )
      let way = shown.way + ["example"]
      let known = way.reduce(Optional(operations[place].tree)) { $0?[$1] }
      operations[place].tree.put(own.map { shown.template(of: $0, known) }, at: way)
      if own == nil, shown.isRequired { operations[place].hasSuccess = false }
    }
    schemas.shown = []
    dropExamples(notValidIn: set)
  }

  /// Removes the `examples` of schemas that the schema containing them does not allow.
  private mutating func dropExamples(notValidIn set: SchemaSet) {
    for index in operations.indices {
      var way = ["operations", operations[index].name]
      if let kept = Self.kept(operations[index].tree, &way, set) { operations[index].tree = kept }
    }
    schemas.mapDefinitions { name, tree in
      var way = ["$defs", name]
      return Self.kept(tree, &way, set) ?? tree
    }
  }

  /// Returns the schema `tree` without those of its `examples` that the schema containing them does not allow; `nil` if
  /// it has no others. What is unchanged is not copied.
  private static func kept(_ tree: DraftTree, _ way: inout [String], _ set: SchemaSet) -> DraftTree? {
    var changes: [(place: Int, value: DraftTree?)] = []
    func visit(_ place: Int, _ key: String, _ value: DraftTree) {
      way.append(key)
      if let kept = kept(value, &way, set) { changes.append((place, kept)) }
      way.removeLast()
    }
    if case .array(var items) = tree {
      for (index, item) in items.enumerated() { visit(index, String(index), item) }
      for change in changes { change.value.map { items[change.place] = $0 } }
      return changes.isEmpty ? nil : .array(items)
    }
    guard case .object(var members) = tree else { return nil }
    for (index, (key, value)) in members.enumerated() {
      guard key == "examples", way.last != "properties", case .array(let items) = value,
        let schema = try? set.schema(at: JSONPointer(tokens: way))
      else {
        visit(index, key, value)
        continue
      }
      let valid = items.filter { item in
        (try? JSONDocument(parsing: item.text)).map { schema.isValid($0.root) } ?? false
      }
      if valid.count < items.count { changes.append((index, valid.isEmpty ? nil : .array(valid))) }
    }
    for change in changes.reversed() {
      if let value = change.value { members[change.place].value = value } else { members.remove(at: change.place) }
    }
    return changes.isEmpty ? nil : .object(members)
  }
}
