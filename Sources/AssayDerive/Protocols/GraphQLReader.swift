import AssayContract
import AssayDocuments
import AssayJSON
import AssayText

/// Example operations of a GraphQL service as a contract: what each of them is answered, by the types of the schema.
///
/// What is not about the operations comes from the contract of GraphQL over HTTP.
struct GraphQLReader {
  /// A document of the draft.
  struct File {
    var name: String
    var bytes: [UInt8]
  }

  private let base: JSONValue
  private let service: GraphQLSchema
  private let schemaFile: File
  private let examples: GraphQLExamples
  private var definitions: DraftTree = [:]

  /// Reads a schema in its language, or an answer to an introspection query; `nil` for any other document.
  private static func schema(of bytes: [UInt8]) -> GraphQLSchema? {
    if let root = try? DocumentValue(parsing: bytes), let schema = GraphQLSchema(introspection: root) { return schema }
    guard let tokens = GraphQLLexer.tokens(of: bytes), GraphQLDocument(tokens) == nil else { return nil }
    return GraphQLSchema(language: tokens)
  }

  /// Takes a schema and documents of operations; `nil` where `documents` has no schema. `base` is the contract of the protocol.
  init?(_ documents: [File], base: JSONValue) throws(DraftError) {
    let schemas = documents.lazy.compactMap { file in Self.schema(of: file.bytes).map { (file, $0) } }
    guard let (first, schema) = schemas.first else { return nil }
    self.base = base
    service = schema
    schemaFile = first
    examples = try GraphQLExamples(documents.filter { $0.name != first.name })
    guard operations > 0 else {
      throw .unreadable(
        file: first.name,
        reason: "a GraphQL schema alone; name a file with example operations as well, such as queries.graphql"
      )
    }
  }

  var operations: Int { examples.all.count { $0.operation.kind != "subscription" } }

  /// The operations that are not carried over, each with the reason.
  var losses: [String] {
    examples.all.filter { $0.operation.kind == "subscription" }.map { example in
      "\(Source(example.document, example.operation.lines)): subscription \(example.operation.name): it needs "
        + "graphql-transport-ws, and the draft is of GraphQL over HTTP; protocol:graphql-ws checks the protocol"
    }
  }

  /// The schema and the documents of operations, by their names in the contract.
  private var documents: [(name: String, file: File)] { [("schema", schemaFile)] + examples.files }

  /// The lines of the documents, by their names in the contract.
  var lines: [(String, [String])] {
    documents.map { ($0.name, DocumentText($0.file.bytes).lines) }
  }

  // MARK: The contract

  mutating func contract() -> String {
    definitions = ["response-error": base.uncited("$defs", "Error")]
    var operations: DraftTree = [:]
    var scenarios: DraftTree = [:]
    for example in examples.all where example.operation.kind != "subscription" {
      operations[example.name] = operation(example)
      var scenario: DraftTree = [:]
      if example.operation.kind == "mutation" { scenario["tags"] = ["unsafe"] }
      scenario["steps"] = [["operation": .string(example.name)]]
      scenarios[example.name] = scenario
    }
    let stem = (schemaFile.name.split(separator: "/").last ?? "graphql").parts(".").first
    let title = "GraphQL of \(stem ?? "a service")"
    let cited = documents.map { name, file -> DraftTree.Member in
      let last = String(file.name.split(separator: "/").last ?? "")
      return (name, ["title": .string(last), "file": .string(last)])
    }
    var contract = DraftTree.contract(titled: title, service: "graphql-\(stem ?? "")".slug)
    contract["servers"] = base.uncited("servers")
    contract["variables"] = ["endpoint": base.uncited("variables", "endpoint")]
    contract["operations"] = operations
    contract["scenarios"] = scenarios
    contract["$defs"] = definitions
    contract["documents"] = .object(cited)
    return contract.document
  }

  private mutating func operation(_ example: GraphQLExamples.Example) -> DraftTree {
    let operation = example.operation
    let source = Source(example.document, operation.lines).tree
    let root = service.roots[operation.kind] ?? ""
    var data = object(of: root, operation.selections, depth: 0)
    data["level"] = "must"
    data["source"] = source
    definitions["\(example.name)-response"] = Self.response(data)
    let body: DraftTree = ["$ref": "#/$defs/\(example.name)-response"]
    let shown: DraftTree = ["data": sample(of: root, operation.selections, depth: 0)]
    let alternative: DraftTree = ["body": body, "example": shown]
    return [
      "summary": .string("\(operation.kind) \(operation.name)".trimmed), "level": .string("should"),
      "request": [
        "method": .string("POST"), "path": .string("/{endpoint}"),
        "parameters": base.uncited("operations", "query", "request", "parameters"),
        "headers": ["Accept": .string("application/graphql-response+json, application/json;q=0.9")],
        "body": self.body(sending: example),
      ],
      "responses": [
        "200": [
          "content": .string("application/graphql-response+json"), "body": body, "example": shown,
          "alternatives": ["application/json": alternative],
        ]
      ],
    ]
  }

  /// Returns the schema of a response whose `data` has the schema `data`.
  private static func response(_ data: DraftTree) -> DraftTree {
    [
      "type": "object", "required": ["data"],
      "properties": [
        "data": data,
        "errors": ["level": "should", "type": "array", "maxItems": 0, "items": ["$ref": "#/$defs/response-error"]],
      ],
    ]
  }

  /// Returns the body of the request that sends `example`.
  private func body(sending example: GraphQLExamples.Example) -> DraftTree {
    let operation = example.operation
    var sent: DraftTree = ["query": .string(Template.literal(example.text))]
    var properties: DraftTree = ["query": ["type": "string"]]
    var required = ["query"]
    if operation.name.isEmpty {
      properties["query"] = ["const": .string(example.text)]
    } else {
      sent["operationName"] = .string(operation.name)
      properties["operationName"] = ["const": .string(operation.name)]
      required.append("operationName")
    }
    if !operation.variables.isEmpty {
      let values = operation.variables.compactMap { variable -> DraftTree.Member? in
        let value = variable.value ?? (variable.type.isRequired ? self.value(of: variable.type) : nil)
        return value.map { (variable.name, $0) }
      }
      sent["variables"] = .object(values)
      properties["variables"] = ["type": ["object", "null"]]
    }
    let schema: DraftTree = ["type": "object", "required": .strings(required), "properties": properties]
    return ["required": true, "schema": schema, "example": sent]
  }

  // MARK: Responses

  /// The schema of an object of the type `name` with what is selected of it.
  private mutating func object(of name: String, _ selections: [GraphQLDocument.Selection], depth: Int) -> DraftTree {
    var members = OrderedDictionary<String, DraftTree>()
    var required: [String] = []
    for selected in fields(selections, of: name, depth) {
      let (key, made) = (selected.field.key, schema(of: selected.field, of: selected.type, selected.depth))
      if selected.isAlways { required.add(key) }
      // Objects of different types may have different schemas for one name.
      members.add(made, for: key) { if $0.text != made.text { $0 = ["anyOf": [$0, made]] } }
    }
    return ["type": "object", "required": .strings(required), "properties": .object(members.elements)]
  }

  /// A field that is selected of an object, by itself or in a fragment.
  private struct Selected {
    var field: GraphQLDocument.SelectedField
    /// The type of which the field is one.
    var type: String
    var depth: Int
    /// True if each object has that type.
    var isOfAll: Bool
    /// True if it is in each response: each object has the type, and no directive leaves the field out.
    var isAlways: Bool
  }

  /// Returns the fields that are selected of objects of the type `name`, those of fragments included.
  private func fields(
    _ selections: [GraphQLDocument.Selection],
    of name: String,
    _ depth: Int,
    isOfAll: Bool = true,
    isAlways: Bool = true
  ) -> [Selected] {
    guard depth < GraphQLDocument.mostDepth else { return [] }
    func inner(_ selections: [GraphQLDocument.Selection], on type: String, isConditional: Bool) -> [Selected] {
      let holds = service.isAlways(name, type)
      return fields(
        selections,
        of: holds ? name : type,
        depth + 1,
        isOfAll: isOfAll && holds,
        isAlways: isAlways && holds && !isConditional
      )
    }
    return selections.flatMap { selection -> [Selected] in
      switch selection {
      case .field(let field):
        let isAlways = isAlways && !field.isConditional
        return [Selected(field: field, type: name, depth: depth + 1, isOfAll: isOfAll, isAlways: isAlways)]
      case .inline(let condition, let selections, let isConditional):
        return inner(selections, on: condition ?? name, isConditional: isConditional)
      case .spread(let fragment, let isConditional):
        guard let fragment = examples.fragments[fragment] else { return [] }
        return inner(fragment.selections, on: fragment.condition, isConditional: isConditional)
      }
    }
  }

  private mutating func schema(of field: GraphQLDocument.SelectedField, of type: String, _ depth: Int) -> DraftTree {
    if field.name == "__typename" { return ["type": "string"] }
    guard let known = service.field(field.name, of: type) else { return [:] }
    return schema(of: known.type, field.selections, depth)
  }

  private mutating func schema(
    of type: GraphQLSchema.TypeReference,
    _ selections: [GraphQLDocument.Selection],
    _ depth: Int
  ) -> DraftTree {
    switch type {
    case .nonNull(let inner): return required(inner, selections, depth)
    case .list, .named:
      var made = required(type, selections, depth)
      if case .raw(let word)? = made["type"] { made["type"] = .array([.raw(word), .string("null")]) }
      if made["$ref"] != nil { return ["anyOf": [made, ["type": "null"]]] }
      return made
    }
  }

  private mutating func required(
    _ type: GraphQLSchema.TypeReference,
    _ selections: [GraphQLDocument.Selection],
    _ depth: Int
  ) -> DraftTree {
    switch type {
    case .nonNull(let inner): return required(inner, selections, depth)
    case .list(let inner):
      return ["type": "array", "items": schema(of: inner, selections, depth)]
    case .named(let name):
      guard let known = service.types[name] else { return [:] }
      switch known.kind {
      case .object, .interface, .union: return object(of: name, selections, depth: depth)
      case .enum:
        if definitions[name] == nil {
          definitions[name] = ["source": Source("schema", known.lines).tree, "enum": .strings(known.members)]
        }
        return ["$ref": "#/$defs/\(name)"]
      case .scalar, .input:
        let words = ["Int": "integer", "Float": "number", "String": "string", "ID": "string", "Boolean": "boolean"]
        // What a scalar of the service's own looks like, its schema does not say.
        return .object(words[name].map { [("type", .string($0))] } ?? [])
      }
    }
  }

  // MARK: Values

  /// A response of the mock.
  private func sample(of name: String, _ selections: [GraphQLDocument.Selection], depth: Int) -> DraftTree {
    var members: DraftTree = [:]
    for selected in fields(selections, of: name, depth) where selected.isOfAll && members[selected.field.key] == nil {
      let field = selected.field
      members[field.key] =
        field.name == "__typename"
        ? .string(name)
        : service.field(field.name, of: name).map { sample(of: $0.type, field.selections, selected.depth) }
    }
    return members
  }

  private func sample(
    of type: GraphQLSchema.TypeReference,
    _ selections: [GraphQLDocument.Selection],
    _ depth: Int
  ) -> DraftTree {
    switch type {
    case .nonNull(let inner): return sample(of: inner, selections, depth)
    case .list(let inner): return .array([sample(of: inner, selections, depth)])
    case .named(let name):
      switch service.types[name]?.kind {
      case .object, .interface, .union: return sample(of: name, selections, depth: depth)
      default: return value(of: type)
      }
    }
  }

  /// A value of an input or a scalar. Lists are empty inside their own type, and once the value is large.
  private func value(of type: GraphQLSchema.TypeReference) -> DraftTree {
    var left = 1_000
    return value(of: type, within: [], &left)
  }

  /// - Parameters:
  ///   - open: The inputs that the value is part of.
  ///   - left: The number of values that may still be made.
  private func value(of type: GraphQLSchema.TypeReference, within open: Set<String>, _ left: inout Int) -> DraftTree {
    switch type {
    case .nonNull(let inner): return value(of: inner, within: open, &left)
    case .list(let inner):
      return left <= 0 || open.contains(inner.name) ? [] : .array([value(of: inner, within: open, &left)])
    case .named(let name):
      left -= 1
      guard left >= 0, !open.contains(name), let known = service.types[name] else { return .null }
      switch known.kind {
      case .enum: return known.members.first.map { .string($0) } ?? .null
      case .input:
        let needed = known.fields.filter { $0.type.isRequired && !$0.hasDefault }
        return .object(needed.map { ($0.name, value(of: $0.type, within: open.union([name]), &left)) })
      default:
        let values = ["Int": "1", "Float": "1.5", "Boolean": "true", "ID": "\"1\""]
        return .raw(values[name] ?? "\"text\"")
      }
    }
  }
}
