import AssayContract
import AssayDocuments
import AssayJSON
import AssaySchema

/// An example of a draft that is checked against its schema.
struct ShownExample {
  /// The name of the operation.
  let operation: String
  /// The place in the operation of what has the example and the schema.
  let way: [String]
  /// The key of the schema: `schema` or `body`.
  let key: String
  let value: DocumentValue
  let schema: OpenAPINode
  /// Whether the request cannot be sent without it.
  let isRequired: Bool

  init(
    operation: String,
    way: [String],
    key: String,
    value: DocumentValue,
    schema: OpenAPINode,
    _ isRequired: Bool
  ) {
    self.operation = operation
    self.way = way
    self.key = key
    self.value = value
    self.schema = schema
    self.isRequired = isRequired
  }

  var isRequest: Bool { way.first == "request" }
  /// What it is an example of, in words.
  var words: String {
    switch way.last ?? "" {
    case "body": "the body of \(operation)"
    case let status where !isRequest: "the response \(status) of \(operation)"
    case let name: "the parameter \(name) of \(operation)"
    }
  }

  /// Why the schema does not allow `value`; `nil` where it does, or where the schema itself cannot be used.
  func violation(of value: DocumentValue, _ schemas: SchemaSet) -> String? {
    let pointer = JSONPointer(tokens: ["operations", operation] + way + [key])
    guard let schema = try? schemas.schema(at: pointer), let json = try? JSONDocument(parsing: value.json) else {
      return nil
    }
    let isText = way.count == 3 && isRequest && !value.isObject && !value.isArray
    let text = json.root.string ?? json.root.text
    return isText
      ? ScalarText.violations(of: text, schema).first?.message : schema.violations(of: json.root).first?.message
  }
}

extension OpenAPIReader {
  /// Replaces the examples that break their own schema by made-up values, or drops them where none is found.
  mutating func settleExamples() throws(DraftError) {
    let tree = DraftTree.object([
      ("operations", .object(operations.map { ($0.name, $0.tree) })),
      ("$defs", .object(schemas.definitions.map { ($0.name, $0.schema) })),
    ])
    guard let document = try? JSONDocument(parsing: tree.text) else { return }
    let set = SchemaSet(document: document)
    let places = Dictionary(operations.indices.map { (operations[$0].name, $0) }) { first, _ in first }
    for shown in schemas.shown {
      guard let violation = shown.violation(of: shown.value, set), let place = places[shown.operation] else { continue }
      let made = try schemas.value(shown.schema, isRequest: shown.isRequest, usingExamples: false)
      let own = made.flatMap { shown.violation(of: $0, set) == nil ? $0 : nil }
      let fate = own == nil ? "none is sent" : "a made-up value is used"
      schemas.lose("the example of \(shown.words), which breaks its own schema: \(violation); \(fate)", shown.schema)
      operations[place].tree.put(own.map { OpenAPIExample.template(of: $0) }, at: (shown.way + ["example"])[...])
      if own == nil, shown.isRequired { operations[place].hasSuccess = false }
    }
    schemas.shown = []
    for index in operations.indices {
      operations[index].tree = Self.kept(operations[index].tree, ["operations", operations[index].name], set)
    }
    schemas.mapDefinitions { name, tree in Self.kept(tree, ["$defs", name], set) }
  }

  /// A tree without the `examples` that break the schema they are in.
  private static func kept(_ tree: DraftTree, _ way: [String], _ set: SchemaSet) -> DraftTree {
    guard case .object(let members) = tree else {
      guard case .array(let items) = tree else { return tree }
      return .array(items.enumerated().map { kept($0.element, way + [String($0.offset)], set) })
    }
    var result: [(key: String, value: DraftTree)] = []
    for (key, value) in members {
      guard key == "examples", way.last != "properties", case .array(let items) = value,
        let schema = try? set.schema(at: JSONPointer(tokens: way))
      else {
        result.append((key, kept(value, way + [key], set)))
        continue
      }
      let valid = items.filter { item in
        (try? JSONDocument(parsing: item.text)).map { schema.isValid($0.root) } ?? false
      }
      if !valid.isEmpty { result.append((key, .array(valid))) }
    }
    return .object(result)
  }
}
