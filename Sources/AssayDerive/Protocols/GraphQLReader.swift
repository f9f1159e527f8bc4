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
  private var definitions: DraftTree.Members = []
  static let mostDepth = 50

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
        line: 1,
        column: 1,
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
    definitions = [("response-error", base["$defs"]?["Error"]?.uncited ?? [:])]
    var operations: DraftTree.Members = []
    var scenarios: DraftTree.Members = []
    for example in examples.all where example.operation.kind != "subscription" {
      operations.append((example.name, operation(example)))
      var scenario: DraftTree = [:]
      if example.operation.kind == "mutation" { scenario["tags"] = .array([.string("unsafe")]) }
      scenario["steps"] = [["operation": .string(example.name)]]
      scenarios.append((example.name, scenario))
    }
    let stem = (schemaFile.name.split(separator: "/").last ?? "graphql").parts(".").first
    let title = "GraphQL of \(stem ?? "a service")"
    let cited = documents.map { name, file in
      let last = String(file.name.split(separator: "/").last ?? "")
      return (key: name, value: ["title": .string(last), "file": .string(last)] as DraftTree)
    }
    let slug = "graphql-\(stem ?? "")".slug
    let contract: DraftTree = [
      "$schema": "contract.schema.json", "contract": "1", "service": .string(slug), "title": .string(title),
      "documents": .object(cited), "servers": base["servers"]?.uncited ?? [:],
      "variables": ["endpoint": base["variables"]?["endpoint"]?.uncited ?? [:]], "operations": .object(operations),
      "scenarios": .object(scenarios), "$defs": .object(definitions),
    ]
    return contract.document
  }

  private mutating func operation(_ example: GraphQLExamples.Example) -> DraftTree {
    let operation = example.operation
    let source = Self.source(example.document, operation.lines)
    let root = service.roots[operation.kind] ?? ""
    var data = object(of: root, operation.selections, depth: 0)
    data["level"] = "must"
    data["source"] = source
    definitions.append(("\(example.name)-response", Self.response(data)))
    let body: DraftTree = ["$ref": "#/$defs/\(example.name)-response"]
    let shown: DraftTree = ["data": sample(of: root, operation.selections, depth: 0)]
    let alternative: DraftTree = ["body": body, "example": shown]
    return [
      "summary": .string("\(operation.kind) \(operation.name)".trimmed), "level": .string("should"),
      "request": [
        "method": .string("POST"), "path": .string("/{endpoint}"),
        "parameters": base["operations"]?["query"]?["request"]?["parameters"]?.uncited ?? [:],
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
    var sent: DraftTree.Members = [("query", .string(Template.literal(example.text)))]
    var properties: DraftTree.Members = [("query", ["type": "string"])]
    var required = ["query"]
    if operation.name.isEmpty {
      properties[0].value = ["const": .string(example.text)]
    } else {
      sent.append(("operationName", .string(operation.name)))
      properties.append(("operationName", ["const": .string(operation.name)]))
      required.append("operationName")
    }
    if !operation.variables.isEmpty {
      let values = operation.variables.compactMap { variable -> (key: String, value: DraftTree)? in
        let value = variable.value ?? (variable.type.isRequired ? self.value(of: variable.type) : nil)
        return value.map { (key: variable.name, value: $0) }
      }
      sent.append(("variables", .object(values)))
      properties.append(("variables", ["type": ["object", "null"]]))
    }
    let schema: DraftTree = ["type": "object", "required": .strings(required), "properties": .object(properties)]
    return ["required": true, "schema": schema, "example": .object(sent)]
  }

  // MARK: Responses

  /// The schema of an object of the type `name` with what is selected of it.
  private mutating func object(of name: String, _ selections: [GraphQLDocument.Selection], depth: Int) -> DraftTree {
    var members: DraftTree.Members = []
    var required: [String] = []
    collect(selections, of: name, isAlways: true, depth) { key, schema, isAlways in
      if isAlways, !required.contains(key) { required.append(key) }
      guard let index = members.firstIndex(where: { $0.key == key }) else { return members.append((key, schema)) }
      // Objects of different types may have different schemas for one name.
      if members[index].value.text != schema.text {
        members[index].value = ["anyOf": [members[index].value, schema]]
      }
    }
    return ["type": "object", "required": .strings(required), "properties": .object(members)]
  }

  private mutating func collect(
    _ selections: [GraphQLDocument.Selection],
    of name: String,
    isAlways: Bool,
    _ depth: Int,
    _ take: (_ key: String, _ schema: DraftTree, _ isAlways: Bool) -> Void
  ) {
    guard depth < Self.mostDepth else { return }
    for selection in selections {
      switch selection {
      case .field(let field):
        take(field.key, schema(of: field, of: name, depth + 1), isAlways && !field.isConditional)
      case .inline(let condition, let inner, let isConditional):
        let type = condition ?? name
        let holds = isAlways && !isConditional && service.isAlways(name, type)
        collect(inner, of: service.isAlways(name, type) ? name : type, isAlways: holds, depth + 1, take)
      case .spread(let fragment, let isConditional):
        guard let fragment = examples.fragments[fragment] else { continue }
        let holds = service.isAlways(name, fragment.condition)
        let type = holds ? name : fragment.condition
        collect(fragment.selections, of: type, isAlways: isAlways && !isConditional && holds, depth + 1, take)
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
        if !definitions.contains(where: { $0.key == name }) {
          let values = DraftTree.strings(known.members)
          definitions.append((name, ["source": Self.source("schema", known.lines), "enum": values]))
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
    var members: DraftTree.Members = []
    guard depth < Self.mostDepth else { return [:] }
    func further(_ selections: [GraphQLDocument.Selection]) {
      for member in sample(of: name, selections, depth: depth + 1).members
      where !members.contains(where: { $0.key == member.key }) { members.append(member) }
    }
    for selection in selections {
      switch selection {
      case .field(let field):
        guard !members.contains(where: { $0.key == field.key }) else { continue }
        if field.name == "__typename" {
          members.append((field.key, .string(name)))
        } else if let known = service.field(field.name, of: name) {
          members.append((field.key, sample(of: known.type, field.selections, depth + 1)))
        }
      case .inline(let condition, let inner, _):
        guard condition.map({ service.isAlways(name, $0) }) ?? true else { continue }
        further(inner)
      case .spread(let fragment, _):
        guard let fragment = examples.fragments[fragment], service.isAlways(name, fragment.condition) else { continue }
        further(fragment.selections)
      }
    }
    return .object(members)
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
        return .object(needed.map { (key: $0.name, value: value(of: $0.type, within: open.union([name]), &left)) })
      default:
        let values = ["Int": "1", "Float": "1.5", "Boolean": "true", "ID": "\"1\""]
        return .raw(values[name] ?? "\"text\"")
      }
    }
  }

  // MARK: Parts

  private static func source(_ document: String, _ lines: ClosedRange<Int>) -> DraftTree {
    .string(Source(document, lines).description)
  }
}
